import type { ReactNode } from 'react';
import { documentStatusWord } from './documentStatusWord.ts';
import type { StatusMeaning } from './StatusTag.tsx';
import { StatusTag } from './StatusTag.tsx';

const meanings: Readonly<Record<string, StatusMeaning>> = {
  0: 'quiet',
  1: 'done',
  2: 'done',
  3: 'partial',
};

/** A document's state in a word. */
export const DocumentStatus = ({
  kind,
  status,
  closed,
}: {
  readonly kind: string;
  readonly status: string;
  readonly closed: boolean;
}): ReactNode => (
  <StatusTag meaning={closed ? 'quiet' : (meanings[status] ?? 'quiet')}>
    {documentStatusWord(kind, status, closed)}
  </StatusTag>
);
