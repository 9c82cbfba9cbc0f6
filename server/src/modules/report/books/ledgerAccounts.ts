import { ledgerHolder, ledgerOf } from '@tradehouse/database';
import { keysOf, profitPurses, profitTypes, rolesOfPurse } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { refuseWith, seesAmounts } from '../../../kernel/access/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { seesWholeCompany } from '../../money/index.ts';
import type { BookPeriod } from './bookPeriod.ts';
import { periodText } from './bookPeriod.ts';
import { laterThan } from '../laterPeriods.ts';
import { toRangePieces } from '../months.ts';
import type { InclusiveDateRange } from '../months.ts';
import { sqlFromTemplate } from '../sqlTemplate.ts';

/**
 * Refuses callers with a partial view, because the books are company-wide: all documents, partners and
 * stock must be visible, and costs and prices, too, because each figure reveals the rest.
 */
export function refusePartialBooks({ scope }: Context): void {
  const sees = (['cost', 'purchase', 'retail', 'sale'] as const).every((mask) =>
    seesAmounts(scope, mask),
  );
  if (!seesWholeCompany(scope) || !sees) refuseWith('access.denied');
}

/** Joins the ledger account `ledger` to a relation `flow` (purse, holder_id). */
export const ledgerJoins = ({ tenantId }: Pick<Context, 'tenantId'>): RawBuilder<unknown> =>
  sqlFromTemplate(ledgerOf, { $1: sql`${tenantId}` });

/** Account of a role that no purse plays. */
export const roleAccount = (
  { tenantId }: Context,
  role: 'profit' | 'retained',
): RawBuilder<unknown> => sql`(
  select ledger.id, ledger.type, ledger.code from ledger_role as played
  join ledger_account as ledger on ledger.tenant_id = ${tenantId} and ledger.id = played.ledger_account_id
  where played.tenant_id = ${tenantId} and played.role = ${role})`;

/** Month index of a day, counted from 0 at `since`. */
export const placeInMonths = (since: string, day: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(extract(year from ${day}) * 12 + extract(month from ${day})
    - (extract(year from ${since}::date) * 12 + extract(month from ${since}::date)))::integer`;

/** Date ranges of a period: a relation (place, since, until, period). */
export const bookRangesSql = ({ ranges, byMonth }: BookPeriod): RawBuilder<unknown> =>
  sql`(values ${sql.join(
    ranges.map(
      (range, place) =>
        sql`(${sql.lit(place)}, ${range[0]}::date, ${range[1]}::date, ${periodText(range, byMonth)}::text)`,
    ),
  )})`;

/** Additive columns of a purse's days. */
const periodSums = ['amount_in', 'amount_out', 'documents', 'debits', 'credits', 'passed'] as const;

/**
 * Receipts and payments of purses in a date range: columns purse, holder_id, starts_on and `periodSums`.
 * Rows of days beyond the range are below zero, because they are subtracted from partly covered months.
 */
export function movedWithin(
  { tenantId }: Context,
  [since, until]: InclusiveDateRange,
  purses: RawBuilder<boolean>,
): RawBuilder<unknown> {
  const sums = (sign: 1 | -1) =>
    sql.raw(periodSums.map((sum) => `${sign} * period.${sum} as ${sum}`).join());
  const parts = toRangePieces(since, until, new Date().toISOString().slice(0, 10)).map(
    ({ grain, sign, range: [first, last] }) => sql`
      select period.purse, period.holder_id, period.starts_on, ${sums(sign)}
      from whole_money_period as period
      where period.tenant_id = ${tenantId} and ${purses} and period.grain = ${grain}
        and period.starts_on between ${first}::date and ${last}::date`,
  );
  return parts.length === 0
    ? sql`select null::text as purse, null::bigint as holder_id, null::date as starts_on,
        ${sql.raw(periodSums.map((sum) => `0::numeric as ${sum}`).join())} where false`
    : sql.join(parts, sql` union all `);
}

/** All purses: named, to use an index that starts with the purse. */
export const everyPurse = sql`${[...keysOf(rolesOfPurse)]}::text[]`;
const anyPurse = sql<boolean>`period.purse = any(${everyPurse})`;
/** Condition that purses (of `period`) can belong to profit and loss. */
export const canBeProfit = sql<boolean>`period.purse = any(${[...profitPurses]}::text[])`;

/** Balance of every purse at the end of a day. */
function purseBalancesAtSql({ tenantId }: Context, day: string): RawBuilder<unknown> {
  const later = laterThan(day).map(
    (range) => sql`
      select period.purse, period.holder_id, -period.amount from whole_money_period as period
      where period.tenant_id = ${tenantId} and ${anyPurse} and ${range}`,
  );
  const held = sql`
    select purse, holder_id, amount from whole_money_balance where tenant_id = ${tenantId}`;
  return sql.join([held, ...later], sql` union all `);
}

/**
 * Earnings of each closed year by purse, carried off on the year's last day: columns purse, holder_id,
 * ended_on, amount. Reads only months, of the few purses possibly in profit and loss.
 */
export const closedYears = ({ tenantId }: Context): RawBuilder<unknown> => sql`
  select period.purse, period.holder_id, year.ended_on, sum(period.amount) as amount
  from whole_money_period as period
  join tenant_setting as setting on setting.tenant_id = ${tenantId}
  cross join lateral (
    select (date_trunc('year', period.starts_on) + interval '1 year' - interval '1 day')::date as ended_on) as year
  where period.tenant_id = ${tenantId} and ${canBeProfit} and period.grain = 'm' and year.ended_on <= setting.closed_until
  group by 1, 2, 3`;

/**
 * Ledger account balances by date range: before, received (debit) and given out (credit). Columns id, type,
 * place, since, until, period, opening, debit, credit; an account has all ranges of the period or none. In
 * sum the accounts balance.
 */
export function ledgerBalances(context: Context, period: BookPeriod): RawBuilder<unknown> {
  const { since, until, byMonth } = period;
  const first = sql`${since}::date`;
  // The date range of a day is computed from summed rows: a month has thousands of rows.
  const place = byMonth ? placeInMonths(since, sql`flow.day`) : sql`0`;
  // The opening balance is the later balance less the change: the same rows give both.
  return sql`(
    with flow as (
      select purse, holder_id, ${first} as day, amount as opening, 0::numeric as debit, 0::numeric as credit, false as carries
      from (${purseBalancesAtSql(context, until)}) as held
      union all
      select purse, holder_id, ${byMonth ? sql`starts_on` : first}, amount_out - amount_in, amount_in, amount_out, false
      from (${movedWithin(context, [since, until], anyPurse)}) as moved
      union all
      select purse, holder_id, ${byMonth ? sql`greatest(ended_on, ${first})` : first},
        case when ended_on < ${first} then -amount else 0 end,
        case when ended_on < ${first} then 0 else greatest(-amount, 0) end,
        case when ended_on < ${first} then 0 else greatest(amount, 0) end, true
      from (${closedYears(context)}) as earned where ended_on <= ${until}::date),
    booked as (
      select ledger.id, ledger.type, ${place} as place, flow.opening, flow.debit, flow.credit, flow.carries
      from (
        select purse, ${sql.raw(ledgerHolder)} as holder_id, day, carries, sum(opening) as opening, sum(debit) as debit,
          sum(credit) as credit
        from flow group by 1, 2, 3, 4) as flow
      ${ledgerJoins(context)}
      where ledger.id is not null and (not flow.carries or ledger.type = any(${[...profitTypes]}::text[]))),
    whole as (
      select id, type, place, opening, debit, credit from booked
      union all
      select retained.id, retained.type, booked.place, -booked.opening, booked.credit, booked.debit
      from booked cross join ${roleAccount(context, 'retained')} as retained where booked.carries),
    moved as (
      select id, type, place, sum(opening) as opening, sum(debit) as debit, sum(credit) as credit from whole group by 1, 2, 3),
    account as (
      select id, type, sum(opening) as opening from moved group by 1, 2
      having sum(opening) <> 0 or bool_or(debit <> 0 or credit <> 0))
    select account.id, account.type, date_range.place, date_range.since, date_range.until, date_range.period,
      account.opening + coalesce(sum(moved.debit - moved.credit) over (
        partition by account.id order by date_range.place rows between unbounded preceding and 1 preceding), 0) as opening,
      coalesce(moved.debit, 0) as debit, coalesce(moved.credit, 0) as credit
    from account
    cross join ${bookRangesSql(period)} as date_range(place, since, until, period)
    left join moved on moved.id = account.id and moved.place = date_range.place)`;
}
