import { documentKinds } from '@tradehouse/domain';
import { mayOpen, refuseWith } from '../../../kernel/access/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import type { DocumentRow } from '../store/load.ts';

/** Refuses a document of another kind; the number is told only to users with the page of that kind. */
export function refuseKind(
  { scope }: Context,
  { kind, number }: Pick<DocumentRow, 'kind' | 'number'>,
  key: 'delivery.kind' | 'transfer.kind' | 'transfer.receiptKind',
): never {
  if (!mayOpen(scope, documentKinds[kind].url ?? '')) refuseWith('record.missing');
  return refuseWith(key, { number: number ?? '' });
}
