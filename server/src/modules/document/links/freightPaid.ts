import { sql } from 'kysely';
import { refuseWith } from '../../../kernel/access/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import type { StoredDocument } from '../store/stored.ts';

/** Key of an expenditure's freight payment: partner, currency and line amounts. */
const freightPaymentKey = ({
  document: { partnerId, currency, moneyLines },
}: StoredDocument): string =>
  JSON.stringify([
    partnerId,
    currency,
    moneyLines.map(({ amount }) => amount.toString()).toSorted(),
  ]);

/**
 * Refuses changing an expenditure's partner, currency or amounts while paying freight. The expenditure is
 * locked.
 */
export async function checkKeepsFreight(
  { tx, tenantId }: Context,
  before: StoredDocument,
  after: StoredDocument,
): Promise<void> {
  const { id, number } = before.document;
  if (freightPaymentKey(before) === freightPaymentKey(after)) return;
  const { rows } = await sql`
    select from freight_info where tenant_id = ${tenantId} and payment_id = ${id} limit 1`.execute(
    tx,
  );
  if (rows.length > 0) refuseWith('freight.payment', { number: number ?? '' });
}
