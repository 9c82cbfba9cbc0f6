import { revenueClassTree } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import type { TreeChoiceProps } from './TreeChoice.tsx';
import { TreeChoice } from './TreeChoice.tsx';

export const revenueClassSource = { key: 'revenueClass', endpoint: revenueClassTree } as const;

/** A class of income or expense items, picked in its tree. */
export const RevenueClassSelect = (props: TreeChoiceProps): ReactNode => (
  <TreeChoice {...props} source={revenueClassSource} />
);
