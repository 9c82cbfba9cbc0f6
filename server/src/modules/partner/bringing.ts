// Partners as they are written, whether one is typed or a spreadsheet brings thousands, with what comes with them: who may
// deal with them, and what they owed from before.
import type { PartnerType } from '@tradehouse/contract';
import { decimal } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import { addRows, changeRows, rightsChanged, usedAmong } from '../../kernel/index.ts';
import type { Columns, Context, Row } from '../../kernel/index.ts';
import { withNameForms } from '../catalog/index.ts';
import { saveInternalDocuments } from '../document/index.ts';
import { openingTime } from '../system/index.ts';

/** Adds partners of a type, and grants them to who adds them. */
export async function addPartners(
  context: Context,
  type: PartnerType,
  rows: readonly Columns[],
): Promise<readonly Row[]> {
  const { userId: creator_id, institutionId: institution_id } = context.scope;
  const own = rows.map((row) => ({ ...withNameForms(row), type, creator_id, institution_id }));
  const added = await addRows(context, 'partner', own);
  await grantToCreator(
    context,
    type,
    added.map(({ id }) => id),
  );
  return added;
}

/** Changes those whose `version` is the next one, and answers them. */
export const changePartners = (
  context: Context,
  rows: readonly (Columns & { readonly id: string })[],
): Promise<Row[]> => changeRows(context, 'partner', rows.map(withNameForms));

/** Partners go; those that the books name stay out of everybody's sight, their names free for others. */
export async function removePartners(context: Context, ids: readonly string[]): Promise<void> {
  const { tx, tenantId } = context;
  const named = await usedAmong(context, 'partner', ids);
  const unnamed = ids.filter((id) => !named.has(id));
  await sql`
    delete from partner where tenant_id = ${tenantId} and id = any(${unnamed}::bigint[])`.execute(
    tx,
  );
  await sql`
    update partner set removed_at = now(), enabled = false, name = name || ' #' || id, version = version + 1,
      opening_receivable = 0, opening_payable = 0
    where tenant_id = ${tenantId} and id = any(${ids}::bigint[])`.execute(tx);
}

/** Anyone who adds customers may deal with them, where customers are granted one by one. */
export async function grantToCreator(
  context: Context,
  type: PartnerType,
  ids: readonly string[],
): Promise<void> {
  const { tx, tenantId, scope } = context;
  if (type !== 'customer' || scope.customerIds === null || ids.length === 0) return;
  await sql`
    insert into user_customer (tenant_id, user_id, partner_id)
    select ${tenantId}::bigint, ${scope.userId}::bigint, id from unnest(${ids}::bigint[]) as given(id)
    on conflict do nothing`.execute(tx);
  await rightsChanged(context);
}

/** A partner's opening balance as the document that books it: above 0 they owed us, below 0 we owed them. */
export const openingOf = (partnerId: string, amount: Decimal, time: string) => ({
  kind: 'openingBalance' as const,
  subject: `partner:${partnerId}`,
  time,
  partnerId,
  accountId: null,
  amount,
});

/** Partners whose openings are posted together. */
const TOGETHER = 200;

/** Puts opening balances of many partners into the books; `mark` says what brought them. */
export async function saveOpenings(
  context: Context,
  openings: readonly { readonly id: string; readonly amount: string }[],
  mark: string,
): Promise<void> {
  if (openings.length === 0) return;
  const time = await openingTime(context);
  for (let from = 0; from < openings.length; from += TOGETHER) {
    const inputs = openings
      .slice(from, from + TOGETHER)
      .map(({ id, amount }) => openingOf(id, decimal(amount), time));
    await saveInternalDocuments(context, inputs, mark);
  }
}
