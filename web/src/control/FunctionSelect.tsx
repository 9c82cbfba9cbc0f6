import { functions } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import type { TreeChoiceProps } from './TreeChoice.tsx';
import { TreeChoice } from './TreeChoice.tsx';

const source = { key: 'function', endpoint: functions.tree } as const;

/** Select of a page's place in the menu: its number, in the tree of all pages. */
export const FunctionSelect = (props: TreeChoiceProps): ReactNode => (
  <TreeChoice {...props} source={source} />
);
