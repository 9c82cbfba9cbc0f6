import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** What of a ledger is read: days, both included, or documents. */
type Range =
  | { readonly since: RawBuilder<unknown>; readonly until: RawBuilder<unknown> }
  | { readonly documents: RawBuilder<unknown> };

/**
 * What each document moved on an account, as a relation (document_id, business_date, amount): below zero where it left it, on
 * its last day there, without those that come to nothing.
 *
 * @param documents an array of ids
 */
export function movesOf(
  tenantId: string,
  accountId: RawBuilder<unknown>,
  range: Range,
): RawBuilder<unknown> {
  const within =
    'documents' in range
      ? sql`document_id = any(${range.documents})`
      : sql`business_date between ${range.since} and ${range.until}`;
  const end = (side: 'from' | 'to', sign: RawBuilder<unknown>) => sql`
    select document_id, business_date, ${sign}amount as amount from money_entry
    where tenant_id = ${tenantId} and ${sql.ref(`${side}_purse`)} = 'account'
      and ${sql.ref(`${side}_id`)} = ${accountId} and ${within}`;
  return sql`(
    select document_id, max(business_date) as business_date, sum(amount) as amount
    from (${end('to', sql``)} union all ${end('from', sql`-`)}) as ends
    group by document_id having sum(amount) <> 0)`;
}
