import { institutionTree } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import type { TreeChoiceProps, TreeChoicesProps } from './TreeChoice.tsx';
import { TreeChoice, TreeChoices } from './TreeChoice.tsx';

export const institutionSource = { key: 'institution', endpoint: institutionTree } as const;

/** An institution, picked in its tree. */
export const InstitutionSelect = (props: TreeChoiceProps): ReactNode => (
  <TreeChoice {...props} source={institutionSource} />
);

/** Several institutions: those a user may switch to. */
export const InstitutionsSelect = (props: TreeChoicesProps): ReactNode => (
  <TreeChoices {...props} source={institutionSource} />
);
