import type { TreeNode } from '@tradehouse/contract';
import { categoryTree } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import { useQuickAdd } from './quickAdd.tsx';
import type { ReferenceChoice, ChoiceSource } from './ReferenceSelect.tsx';
import type { TreeChoiceProps } from './TreeChoice.tsx';
import { TreeChoice, readTree } from './TreeChoice.tsx';

export const categorySource = { key: 'category', endpoint: categoryTree } as const;

export const CategorySelect = (props: TreeChoiceProps): ReactNode => (
  <TreeChoice {...props} source={categorySource} />
);

const flattenCategoryTree = (nodes: readonly TreeNode[]): readonly ReferenceChoice[] =>
  nodes.flatMap(({ id, title, children }) => [
    { id, name: title },
    ...flattenCategoryTree(children),
  ]);

const listed: ChoiceSource<ReferenceChoice> = {
  key: [categorySource.key],
  read: async () => flattenCategoryTree(await readTree(categoryTree)),
};

/** Select of a product category, with a new one. */
export function GrowingCategorySelect(props: TreeChoiceProps): ReactNode {
  const { form, ...adding } = useQuickAdd('category', listed, ({ id }) => props.onChange?.(id));
  return (
    <>
      <CategorySelect {...props} {...adding} />
      {form}
    </>
  );
}
