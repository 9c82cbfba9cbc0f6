import { revenueClassTree } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import type { TreeChoiceProps } from './TreeChoice.tsx';
import { TreeChoice } from './TreeChoice.tsx';

export const revenueClassSource = { key: 'revenueClass', endpoint: revenueClassTree } as const;

export const RevenueClassSelect = (props: TreeChoiceProps): ReactNode => (
  <TreeChoice {...props} source={revenueClassSource} />
);
