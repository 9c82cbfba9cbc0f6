import type { ReactNode } from 'react';
import { StatusTag } from '../control/StatusTag.tsx';
import type { StatusMeaning } from '../control/StatusTag.tsx';
import { choiceOf } from '../record/labels.ts';

const meanings: Readonly<Record<string, StatusMeaning>> = {
  expected: 'quiet',
  billed: 'action',
  confirmed: 'partial',
  paid: 'done',
  cancelled: 'quiet',
};

export const FreightState = ({ state }: { readonly state: string }): ReactNode => (
  <StatusTag meaning={meanings[state] ?? 'quiet'}>{choiceOf('freightState', state)}</StatusTag>
);
