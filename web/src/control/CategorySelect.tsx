import { categoryTree } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import type { TreeChoiceProps } from './TreeChoice.tsx';
import { TreeChoice } from './TreeChoice.tsx';

export const categorySource = { key: 'category', endpoint: categoryTree } as const;

/** A product category, picked in its tree. */
export const CategorySelect = (props: TreeChoiceProps): ReactNode => (
  <TreeChoice {...props} source={categorySource} />
);
