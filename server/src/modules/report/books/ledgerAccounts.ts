import { ledgerHolder, ledgerOf } from '@tradehouse/database';
import { keysOf, profitPurses, profitTypes, rolesOfPurse } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { refuse, seesAmounts } from '../../../kernel/index.ts';
import type { Context } from '../../../kernel/index.ts';
import { seesWholeCompany } from '../../money/index.ts';
import type { BookPeriod } from './bookPeriod.ts';
import { periodText } from './bookPeriod.ts';
import { laterThan } from '../later.ts';
import { pieces } from '../months.ts';
import type { Stretch } from '../months.ts';
import { written } from '../written.ts';

/**
 * The books are the whole company's: they are refused to anyone who sees only a part of its documents, partners or stock, or
 * who may not see what goods cost or are sold for, since one figure tells the other.
 */
export function refusePartialBooks({ scope }: Context): void {
  const sees = (['cost', 'purchase', 'retail', 'sale'] as const).every((mask) =>
    seesAmounts(scope, mask),
  );
  if (!seesWholeCompany(scope) || !sees) refuse('access.denied');
}

/** The joins that find the ledger account, as `ledger`, of a relation `flow` (purse, holder_id). */
export const ledgerJoins = ({ tenantId }: Pick<Context, 'tenantId'>): RawBuilder<unknown> =>
  written(ledgerOf, { $1: sql`${tenantId}` });

/** The account that plays a role which no purse plays. */
export const roleAccount = (
  { tenantId }: Context,
  role: 'profit' | 'retained',
): RawBuilder<unknown> => sql`(
  select ledger.id, ledger.type, ledger.code from ledger_role as played
  join ledger_account as ledger on ledger.tenant_id = ${tenantId} and ledger.id = played.ledger_account_id
  where played.tenant_id = ${tenantId} and played.role = ${role})`;

/** In which month of those from `since` on a day lies, from 0. */
export const placeInMonths = (since: string, day: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(extract(year from ${day}) * 12 + extract(month from ${day})
    - (extract(year from ${since}::date) * 12 + extract(month from ${since}::date)))::integer`;

/** The stretches of a period as a relation (place, since, until, period). */
export const stretchesOf = ({ stretches, byMonth }: BookPeriod): RawBuilder<unknown> =>
  sql`(values ${sql.join(
    stretches.map(
      (stretch, place) =>
        sql`(${sql.lit(place)}, ${stretch[0]}::date, ${stretch[1]}::date, ${periodText(stretch, byMonth)}::text)`,
    ),
  )})`;

/** What adds up of a purse's days. */
const periodSums = ['amount_in', 'amount_out', 'documents', 'debits', 'credits', 'passed'] as const;

/**
 * What purses took in and gave out in a range: columns purse, holder_id, starts_on and `periodSums`. Rows of days beyond the
 * range, which are taken off a month that lies in it in part, are below zero.
 */
export function movedWithin(
  { tenantId }: Context,
  [since, until]: Stretch,
  purses: RawBuilder<boolean>,
): RawBuilder<unknown> {
  const sums = (sign: 1 | -1) =>
    sql.raw(periodSums.map((sum) => `${sign} * period.${sum} as ${sum}`).join());
  const parts = pieces(since, until, new Date().toISOString().slice(0, 10)).map(
    ({ grain, sign, stretch: [first, last] }) => sql`
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

/** All purses: named, so that an index that begins with them is used. */
export const everyPurse = sql`${[...keysOf(rolesOfPurse)]}::text[]`;
const anyPurse = sql<boolean>`period.purse = any(${everyPurse})`;
/** That the purses (of `period`) can be of profit and loss. */
export const canBeProfit = sql<boolean>`period.purse = any(${[...profitPurses]}::text[])`;

/** What every purse held at the end of a day. */
function heldAt({ tenantId }: Context, day: string): RawBuilder<unknown> {
  const later = laterThan(day).map(
    (stretch) => sql`
      select period.purse, period.holder_id, -period.amount from whole_money_period as period
      where period.tenant_id = ${tenantId} and ${anyPurse} and ${stretch}`,
  );
  const held = sql`
    select purse, holder_id, amount from whole_money_balance where tenant_id = ${tenantId}`;
  return sql.join([held, ...later], sql` union all `);
}

/**
 * What each closed year earned, purse by purse, to be carried off on its last day: columns purse, holder_id, ended_on,
 * amount. Months alone are read, of the few purses that can be of profit and loss.
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
 * What ledger accounts held before each stretch of the period, took in (debit) and gave out (credit): columns id, type, place,
 * since, until, period, opening, debit, credit; an account has all of the period's stretches, or none. Together they are even.
 */
export function ledgerBalances(context: Context, asked: BookPeriod): RawBuilder<unknown> {
  const { since, until, byMonth } = asked;
  const first = sql`${since}::date`;
  // In which stretch a day lies is worked out of what is added up: a month has thousands of rows.
  const place = byMonth ? placeInMonths(since, sql`flow.day`) : sql`0`;
  // What was held before is what is held after it, less what moved: so the same rows tell both.
  return sql`(
    with flow as (
      select purse, holder_id, ${first} as day, amount as opening, 0::numeric as debit, 0::numeric as credit, false as carries
      from (${heldAt(context, until)}) as held
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
    select account.id, account.type, stretch.place, stretch.since, stretch.until, stretch.period,
      account.opening + coalesce(sum(moved.debit - moved.credit) over (
        partition by account.id order by stretch.place rows between unbounded preceding and 1 preceding), 0) as opening,
      coalesce(moved.debit, 0) as debit, coalesce(moved.credit, 0) as credit
    from account
    cross join ${stretchesOf(asked)} as stretch(place, since, until, period)
    left join moved on moved.id = account.id and moved.place = stretch.place)`;
}
