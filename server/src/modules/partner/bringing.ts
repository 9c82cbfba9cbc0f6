// What comes with partners, whether one is typed or a spreadsheet brings thousands: who may deal with them, and what
// they owed from before.
import type { PartnerType } from '@tradehouse/contract';
import { decimal } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import { rightsChanged } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { saveInternalDocuments } from '../document/index.ts';
import { openingTime } from '../system/index.ts';

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
