import { documentKinds, isKeyOf, progressOn, targetsOf } from '@tradehouse/domain';
import type { ReactNode } from 'react';
import { t } from '../phrase/index.ts';
import type { Meaning } from './StatusTag.tsx';
import { StatusTag } from './StatusTag.tsx';

const meanings: Readonly<Record<string, Meaning>> = {
  0: 'quiet',
  1: 'done',
  2: 'done',
  3: 'partial',
};

/** Whose side fulfils documents of a kind: what is partly done of them is then partly purchased or partly sold. */
function sideOf(code: string): 'purchase' | 'sale' | null {
  if (!isKeyOf(documentKinds, code)) return null;
  const target = targetsOf(code).find((to) => progressOn(code, to) === 'fulfilled');
  const partner = target === undefined ? undefined : documentKinds[target].partner?.type;
  if (partner === 'supplier') return 'purchase';
  return partner === 'customer' ? 'sale' : null;
}

function wordOf(kind: string, status: string, closed: boolean): string {
  if (closed) return t('document.closed');
  if (status === '2' || status === '3') {
    const side = sideOf(kind);
    if (side !== null) return t(`bill.progress.${side}.${status}`);
  }
  // SAFETY: the other states have a word each.
  return t(`document.status.${status as '0'}`);
}

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
    {wordOf(kind, status, closed)}
  </StatusTag>
);
