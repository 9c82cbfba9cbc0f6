import { functions } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import type { TreeChoiceProps } from './TreeChoice.tsx';
import { TreeChoice } from './TreeChoice.tsx';

const source = { key: 'function', endpoint: functions.tree } as const;

/** The place of a page in the menu: its number, picked in the tree of all pages. */
export const FunctionSelect = (props: TreeChoiceProps): ReactNode => (
  <TreeChoice {...props} source={source} />
);
