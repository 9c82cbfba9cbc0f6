import type { GoodsDocumentInput, MoneyDocumentInput } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import type { AnyKindCode } from '@tradehouse/domain';
import { sql } from 'kysely';
import { refuseWith } from '../../../kernel/access/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import type { SavedDocument } from './bringIn.ts';
import { kindFor, saveDocument } from './save.ts';
import type { SaveOptions } from './save.ts';
import { withoutAmounts } from '../masked/withoutAmounts.ts';

type SavedVersion = { readonly id: string; readonly version: number };

/**
 * Saves a user's goods document: requires the kind's edit button, and the approve button for immediate
 * approval.
 */
export async function saveGoods(
  context: Context,
  { kind: code, ...goods }: GoodsDocumentInput,
  change?: SavedVersion,
): Promise<SavedDocument> {
  const kind = allowedKind(context, code, goods.status, false);
  // Gains and losses may have come of a count.
  const levels = documentKinds[kind].goods.item?.signed === true;
  if (change !== undefined && levels) await mustBeWritten(context, change.id);
  const options = change === undefined ? {} : { change };
  return withoutAmounts(context, [kind], () => saveDocument(context, { kind, goods }, options));
}

/** Refuses to edit documents posted by a count: the count is changed, or deleted and repeated. */
async function mustBeWritten({ tx, tenantId }: Context, id: string): Promise<void> {
  const { rows } = await sql`
    select from count_sheet where tenant_id = ${tenantId} and document_id = ${id} and stage = 'posted' limit 1`.execute(
    tx,
  );
  if (rows.length > 0) refuseWith('document.internal');
}

/** A user's save of a document of money. */
export function saveMoney(
  context: Context,
  { kind: code, ...money }: MoneyDocumentInput,
  options: Pick<SaveOptions, 'change' | 'workedOut' | 'paidFreights'> = {},
): Promise<SavedDocument> {
  const kind = allowedKind(context, code, money.status, true);
  return withoutAmounts(context, [kind], () => saveDocument(context, { kind, money }, options));
}

function allowedKind(
  context: Context,
  code: string,
  status: '0' | '1' | undefined,
  money: boolean,
): AnyKindCode {
  const kind = kindFor(context, code, '1');
  if (status === '1') kindFor(context, code, '2');
  const isMoney = documentKinds[kind].subject === 'money';
  return isMoney === money ? kind : refuseWith('document.kind', { kind: code }, { field: 'kind' });
}
