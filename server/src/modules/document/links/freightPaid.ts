import { sql } from 'kysely';
import { refuse } from '../../../kernel/index.ts';
import type { Context } from '../../../kernel/index.ts';
import type { Stored } from '../store/stored.ts';

/** What freight is paid by an expenditure: to whom, in what, and how much each of its lines. */
const paid = ({ document: { partnerId, currency, moneyLines } }: Stored): string =>
  JSON.stringify([
    partnerId,
    currency,
    moneyLines.map(({ amount }) => amount.toString()).toSorted(),
  ]);

/** Refuses to change how much an expenditure pays, and whom, while freight counts as paid by it. It is locked. */
export async function checkKeepsFreight(
  { tx, tenantId }: Context,
  before: Stored,
  after: Stored,
): Promise<void> {
  const { id, number } = before.document;
  if (paid(before) === paid(after)) return;
  const { rows } = await sql`
    select from freight_info where tenant_id = ${tenantId} and payment_id = ${id} limit 1`.execute(
    tx,
  );
  if (rows.length > 0) refuse('freight.payment', { number: number ?? '' });
}
