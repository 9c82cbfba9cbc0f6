import { institutionTree } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import type { TreeChoiceProps, TreeChoicesProps } from './TreeChoice.tsx';
import { TreeChoice, TreeChoices } from './TreeChoice.tsx';

export const institutionSource = { key: 'institution', endpoint: institutionTree } as const;

export const InstitutionSelect = (props: TreeChoiceProps): ReactNode => (
  <TreeChoice {...props} source={institutionSource} />
);

/** Select of several institutions: a user may switch between them. */
export const InstitutionsSelect = (props: TreeChoicesProps): ReactNode => (
  <TreeChoices {...props} source={institutionSource} />
);
