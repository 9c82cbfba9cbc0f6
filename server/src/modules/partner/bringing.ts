// Writes partners, whether typed singly or imported by the thousand, with access grants and opening debts.
import type { PartnerType } from '@tradehouse/contract';
import { decimal } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import { addRows, changeRows, usedAmong } from '../../kernel/table/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { ColumnValues, StoredResourceRow } from '../../kernel/table/index.ts';
import { withNameForms } from '../catalog/index.ts';
import { saveInternalDocuments } from '../document/index.ts';
import { grantToCreator } from '../identity/index.ts';
import { openingTime } from '../system/index.ts';

/** Adds partners of a type, and grants them to the creator. */
export async function addPartners(
  context: Context,
  type: PartnerType,
  rows: readonly ColumnValues[],
): Promise<readonly StoredResourceRow[]> {
  const { userId: creator_id, institutionId: institution_id } = context.scope;
  const own = rows.map((row) => ({ ...withNameForms(row), type, creator_id, institution_id }));
  const added = await addRows(context, 'partner', own);
  await grantCustomersToCreator(
    context,
    type,
    added.map(({ id }) => id),
  );
  return added;
}

/** Changes partners whose `version` is the next version; returns the changed partners. */
export const changePartners = (
  context: Context,
  rows: readonly (ColumnValues & { readonly id: string })[],
): Promise<StoredResourceRow[]> => changeRows(context, 'partner', rows.map(withNameForms));

/** Removes partners. Partners named in the books stay hidden, and release their names. */
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

/** Grants new customers to the creator, where customers are granted individually. */
export async function grantCustomersToCreator(
  context: Context,
  type: PartnerType,
  ids: readonly string[],
): Promise<void> {
  if (type === 'customer') await grantToCreator(context, 'UserCustomer', ids);
}

/** Builds the opening balance document: an amount above 0 was owed to us, below 0 by us. */
export const toPartnerOpening = (partnerId: string, amount: Decimal, time: string) => ({
  kind: 'openingBalance' as const,
  subject: `partner:${partnerId}`,
  time,
  partnerId,
  accountId: null,
  amount,
});

/** Number of partners with openings posted together. */
const TOGETHER = 200;

/** Posts opening balances of many partners; `mark` names the source. */
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
      .map(({ id, amount }) => toPartnerOpening(id, decimal(amount), time));
    await saveInternalDocuments(context, inputs, mark);
  }
}
