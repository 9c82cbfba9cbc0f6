// Freight in the books: an expense of its delivery, or part of the cost of its receipt (decisions 0085, 0096).
import { sql } from 'kysely';
import type { Context } from '../../kernel/access/index.ts';
import { carriedKinds } from '../document/index.ts';

/**
 * First booked amount of new freight: 0, to be booked, if the company's setting covers the document and the
 * day is open; null otherwise: the payment is the expense. Freight of a sales order waits for an outbound.
 */
export async function readFirstBooked(
  { tx, tenantId }: Context,
  documentId: string,
): Promise<'0' | null> {
  const { rows } = await sql`
    select from document d join tenant_setting setting on setting.tenant_id = ${tenantId}
    where d.tenant_id = ${tenantId} and d.id = ${documentId}
      and (setting.freight_in_profit and d.kind = 'saleOrder'
        or d.business_date > coalesce(setting.closed_until, '-infinity'::date)
        and (setting.freight_in_profit and d.kind = any(${carriedKinds('freightCost')}::text[])
          or setting.landed_cost and d.kind = any(${carriedKinds('inventory')}::text[])))`.execute(
    tx,
  );
  return rows.length > 0 ? '0' : null;
}
