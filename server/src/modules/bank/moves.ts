import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** What of a ledger is read: days, both included, or documents. */
type Range =
  | { readonly since: RawBuilder<unknown>; readonly until: RawBuilder<unknown> }
  | { readonly documents: RawBuilder<unknown> };

/** Whose flow, and in which currency: that of its statements, or null for the company's own, where everything has its worth. */
export interface Flow {
  readonly accountId: RawBuilder<unknown>;
  readonly foreign: RawBuilder<unknown>;
}

/**
 * What each document moved on an account, as a relation (document_id, business_date, amount): below zero where it left it, on
 * the last day on which it moved anything, without those that come to nothing. In another currency only what was written in it
 * counts.
 */
export function movesOf(
  tenantId: string,
  { accountId, foreign }: Flow,
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

/** What a document moves now (`moved`) is not what was matched (`m`), or is of another day. */
export const isChanged = sql<boolean>`(
  moved.amount is distinct from m.amount or moved.business_date is distinct from m.business_date)`;

/** A row holds what a document moves (`move`) on an account: its match says just that. */
export const isHeld = (
  tenantId: string,
  accountId: RawBuilder<unknown>,
): RawBuilder<boolean> => sql`
  exists (select from bank_match m
    where m.tenant_id = ${tenantId} and m.account_id = ${accountId} and m.document_id = move.document_id
      and m.amount = move.amount and m.business_date = move.business_date)`;
