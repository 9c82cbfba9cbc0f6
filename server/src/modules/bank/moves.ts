import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** Part of a ledger to read: days, both included, or documents. */
type Range =
  | { readonly since: RawBuilder<unknown>; readonly until: RawBuilder<unknown> }
  | { readonly documents: RawBuilder<unknown> };

/**
 * Account and currency of a flow: the currency of its statements, or null for the company's own, in which
 * every entry counts.
 */
export interface AccountFlow {
  readonly accountId: RawBuilder<unknown>;
  readonly foreign: RawBuilder<unknown>;
}

/**
 * Selects the movement of each document on an account, in a relation (document_id, business_date, amount):
 * below zero if outgoing, on the last day of movement, without zero totals. In another currency only
 * entries written in it count.
 */
export function movesOf(
  tenantId: string,
  { accountId, foreign }: AccountFlow,
  range: Range,
): RawBuilder<unknown> {
  const within =
    'documents' in range
      ? sql`document_id = any(${range.documents})`
      : sql`business_date between ${range.since} and ${range.until}`;
  const end = (side: 'from' | 'to', sign: RawBuilder<unknown>) => sql`
    select document_id, business_date,
      ${sign}case when ${foreign} is null then amount when currency = ${foreign} then original_amount else 0 end as amount
    from money_entry
    where tenant_id = ${tenantId} and ${sql.ref(`${side}_purse`)} = 'account'
      and ${sql.ref(`${side}_id`)} = ${accountId} and ${within}`;
  return sql`(
    select document_id, max(business_date) as business_date, sum(amount) as amount
    from (
      select document_id, business_date, sum(amount) as amount
      from (${end('to', sql``)} union all ${end('from', sql`-`)}) as ends
      group by document_id, business_date having sum(amount) <> 0) as days
    group by document_id having sum(amount) <> 0)`;
}

/** Tests that a document's current movement (`moved`) differs from its match (`m`), in amount or day. */
export const isChanged = sql<boolean>`(
  moved.amount is distinct from m.amount or moved.business_date is distinct from m.business_date)`;

/** Tests that a row holds a document's movement (`move`) on an account: its match is equal. */
export const isHeld = (
  tenantId: string,
  accountId: RawBuilder<unknown>,
): RawBuilder<boolean> => sql`
  exists (select from bank_match m
    where m.tenant_id = ${tenantId} and m.account_id = ${accountId} and m.document_id = move.document_id
      and m.amount = move.amount and m.business_date = move.business_date)`;
