import type { TreeNode } from '@tradehouse/contract';
import { categoryTree } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import { useQuickAdd } from './quickAdd.tsx';
import type { Choice, ChoiceSource } from './ReferenceSelect.tsx';
import type { TreeChoiceProps } from './TreeChoice.tsx';
import { TreeChoice, readTree } from './TreeChoice.tsx';

export const categorySource = { key: 'category', endpoint: categoryTree } as const;

/** A product category, picked in its tree. */
export const CategorySelect = (props: TreeChoiceProps): ReactNode => (
  <TreeChoice {...props} source={categorySource} />
);

const flat = (nodes: readonly TreeNode[]): readonly Choice[] =>
  nodes.flatMap(({ id, title, children }) => [{ id, name: title }, ...flat(children)]);

const listed: ChoiceSource<Choice> = {
  key: [categorySource.key],
  read: async () => flat(await readTree(categoryTree)),
};

/** The same where a category that is missing may be made. */
export function GrowingCategorySelect(props: TreeChoiceProps): ReactNode {
  const { form, ...adding } = useQuickAdd('category', listed, ({ id }) => props.onChange?.(id));
  return (
    <>
      <CategorySelect {...props} {...adding} />
      {form}
    </>
  );
}
