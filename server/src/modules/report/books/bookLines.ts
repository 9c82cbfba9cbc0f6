import { ledgerHolder } from '@tradehouse/database';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../../kernel/access/index.ts';
import { ledgerName } from '../../money/index.ts';
import { ledgerJoins, movedWithin } from './ledgerAccounts.ts';
import type { InclusiveDateRange } from '../months.ts';

export interface BookLinesQuery {
  readonly days: InclusiveDateRange;
  /** Purses (of `purse`), named for use of an index, and accounts (of `ledger`). */
  readonly purses: RawBuilder<unknown>;
  readonly accounts: RawBuilder<boolean>;
}

/** Order of lines in the books, by columns of `line`; rows without a document end the day. */
export const inBookOrder = sql`line.date, line.document_id = 0, line.document_id, line.side, line.code collate "C", line.purse,
  line.holder_id, line.currency`;
/** Unique id of a line. */
export const lineId = sql`concat_ws('-', line.document_id, line.date, line.side, line.purse, line.holder_id, line.currency)`;

/**
 * Book lines: debits (side 0) or credits (1) of a document by purse, day and currency. A relation
 * (document_id, date, side, purse, holder_id, currency, ledger_id, code, name, amount, original).
 *
 * @param most limit of documents, from the first on; null: all
 */
export function bookLines(
  context: Context,
  linesQuery: BookLinesQuery,
  most: number | null,
): RawBuilder<unknown> {
  const { tenantId } = context;
  const ends = most === null ? allEnds(context, linesQuery) : firstEnds(context, linesQuery, most);
  return sql`
    select flow.document_id, flow.business_date as date, flow.side, flow.purse, flow.holder_id, flow.currency,
      ledger.id as ledger_id, ledger.code, ${ledgerName(context, 'ledger')} as name, flow.amount, flow.original
    from (
      select document_id, business_date, side, purse, holder_id, currency, sum(amount) as amount, sum(original_amount) as original
      from (${ends}) as ends group by 1, 2, 3, 4, 5, 6) as flow
    ${ledgerJoins({ tenantId })}
    where ledger.id is not null and ${linesQuery.accounts}`;
}

function allEnds({ tenantId }: Context, { days, purses }: BookLinesQuery): RawBuilder<unknown> {
  const end = (side: 'to' | 'from') => sql`
    select document_id, business_date, ${sql.lit(side === 'to' ? 0 : 1)} as side, ${sql.ref(`${side}_purse`)} as purse,
      ${sql.ref(`${side}_id`)} as holder_id, currency, amount, original_amount
    from money_entry
    where tenant_id = ${tenantId} and business_date between ${days[0]}::date and ${days[1]}::date
      and ${sql.ref(`${side}_purse`)} = any(${purses})`;
  return sql`${end('to')} union all ${end('from')}`;
}

/**
 * Reads the first documents by an index on day and document. Accounts in most documents need little more
 * than the requested rows; rare accounts need at most the documents of the days.
 */
function firstEnds(
  { tenantId }: Context,
  { days, accounts }: BookLinesQuery,
  most: number,
): RawBuilder<unknown> {
  return sql`
    select entry.document_id, entry.business_date, flow.side, flow.purse, flow.holder_id, entry.currency, entry.amount,
      entry.original_amount
    from (
      select entry.business_date, entry.document_id
      from money_entry as entry cross join lateral ${bothEnds} ${ledgerJoins({ tenantId })}
      where entry.tenant_id = ${tenantId} and entry.business_date between ${days[0]}::date and ${days[1]}::date
        and ledger.id is not null and ${accounts}
      group by 1, 2 order by 1, 2 limit ${most}) as first
    join money_entry as entry on entry.tenant_id = ${tenantId} and entry.business_date = first.business_date
      and entry.document_id = first.document_id
    cross join lateral ${bothEnds}`;
}

const bothEnds = sql`(values (0, entry.to_purse, entry.to_id), (1, entry.from_purse, entry.from_id)) as flow(side, purse, holder_id)`;

/** Number of lines, with debit and credit sums, from days and months: columns lines, debit, credit. */
export const lineTotals = (
  context: Context,
  { days, purses, accounts }: BookLinesQuery,
): RawBuilder<unknown> => sql`
  select coalesce(sum(flow.debits + flow.credits), 0) as lines, coalesce(sum(flow.amount_in), 0) as debit,
    coalesce(sum(flow.amount_out), 0) as credit
  from (
    select purse, ${sql.raw(ledgerHolder)} as holder_id, sum(debits) as debits, sum(credits) as credits,
      sum(amount_in) as amount_in, sum(amount_out) as amount_out
    from (${movedWithin(context, days, sql`period.purse = any(${purses})`)}) as moved group by 1, 2) as flow
  ${ledgerJoins(context)}
  where ledger.id is not null and ${accounts}`;
