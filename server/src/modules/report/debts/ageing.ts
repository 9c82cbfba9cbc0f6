import { agedBillPages, agedBillsTable, ageingSides, ageingTables } from '@tradehouse/contract';
import type { AgeingSide, RowOf, receivableAgeingTable } from '@tradehouse/contract';
import { ageBuckets, ageLimits, dayAfter } from '@tradehouse/domain';
import type { AgeBucket } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { refuseWith, seesAllBooks } from '../../../kernel/access/index.ts';
import { bindTable } from '../../../kernel/table/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import type { FilterResolver, BoundTable } from '../../../kernel/table/index.ts';
import { grantedPartners } from '../../partner/index.ts';
import { readCompanyToday } from '../../system/index.ts';
import { customers, openBills, suppliers, worthlessDebtorsSql } from './openBills.ts';
import type { Debtors } from './openBills.ts';
import { pursesAt } from '../accounts/purseAt.ts';

const sides: Readonly<Record<AgeingSide, Debtors>> = { receivable: customers, payable: suppliers };

/** Default day: today, by the company's clock. */
const withAgeingDate: FilterResolver = async (context, { date = undefined, ...filters }) => ({
  ...filters,
  date: date ?? (await readCompanyToday(context)),
});

/** How many days a bill was overdue at the end of a day, in SQL. */
const daysOverdue = (day: string) => sql`(${day}::date - open.due_on)`;

/** Condition for an age bucket. */
function isOfAgeSql(age: AgeBucket, day: string): RawBuilder<boolean> {
  const { from, to } = ageLimits[age];
  const least = from === null ? sql`true` : sql`${daysOverdue(day)} >= ${sql.lit(from)}`;
  const most = to === null ? sql`true` : sql`${daysOverdue(day)} <= ${sql.lit(to)}`;
  return sql<boolean>`(${least} and ${most})`;
}

const sumOfAgeSql = (age: AgeBucket, day: string) =>
  sql`coalesce(sum(open.amount) filter (where ${isOfAgeSql(age, day)}), 0) as ${sql.ref(age)}`;
/** An open bill may be worth nothing in base currency, yet something in its own. */
const isWorthless = sql<boolean>`(open.amount = 0 and open.original <> 0)`;
const hasWorthless = sql`bool_or(${isWorthless}) as worthless`;
const young = ageBuckets.filter((age) => age !== 'over90');

/**
 * Debts of every partner by age: a relation (partner_id, a column for each age, worthless: has open bills
 * worth nothing). A reader of all books reads only bills of the last months: older debt is the rest of the
 * purse balance.
 */
function agedDebtsSql(context: Context, side: Debtors, day: string): RawBuilder<unknown> {
  const { tenantId } = context;
  if (!seesAllBooks(context.scope))
    return sql`(
      select open.partner_id, ${sql.join(ageBuckets.map((age) => sumOfAgeSql(age, day)))}, ${hasWorthless}
      from ${openBills(context, side, day, null)} as open group by 1)`;
  const since = dayAfter(day, -(ageLimits.days90.to ?? 0));
  const names = sql.join(
    young.map((age) => sql`coalesce(recent.${sql.ref(age)}, 0) as ${sql.ref(age)}`),
  );
  const known = sql.join(
    young.map((age) => sql`coalesce(recent.${sql.ref(age)}, 0)`),
    sql` - `,
  );
  return sql`(
    select partner_id, ${names}, ${sql.lit(side.sign)} * coalesce(held.amount, 0) - ${known} as over90,
      coalesce(recent.worthless, false) or old.partner_id is not null as worthless
    from (
      select open.partner_id, ${sql.join(young.map((age) => sumOfAgeSql(age, day)))}, ${hasWorthless}
      from ${openBills(context, side, day, since)} as open group by 1) as recent
    full join (
      select holder_id as partner_id, amount from ${pursesAt(tenantId, side.purse, day)} as purse) as held
      using (partner_id)
    full join ${worthlessDebtorsSql(context, side, day, since)} as old using (partner_id))`;
}

type AgeingRow = RowOf<typeof receivableAgeingTable>;

const ageingRows = (which: AgeingSide) =>
  bindTable(
    ageingTables[which],
    (context, filters): RawBuilder<AgeingRow> => {
      const { tenantId, scope } = context;
      const side = sides[which];
      const day = filters.date ?? '';
      const overdue = sql.join(
        ageBuckets.filter((age) => age !== 'notDue').map((age) => sql`aged.${sql.ref(age)}`),
        sql` + `,
      );
      const ages = ageBuckets.map((age) => sql`aged.${sql.ref(age)}`);
      const late =
        filters.isOverdue === undefined
          ? sql`true`
          : filters.isOverdue
            ? sql`row.overdue <> 0`
            : sql`row.overdue = 0`;
      return sql<AgeingRow>`
        select row.* from (
          select partner.id, partner.name, partner.contacts, partner.phone, ${sql.join(ages)},
            ${overdue} as overdue, aged."notDue" + ${overdue} as total
          from ${agedDebtsSql(context, side, day)} as aged
          join partner on partner.tenant_id = ${tenantId} and partner.id = aged.partner_id
          where partner.type = ${side.type} and ${grantedPartners(scope, 'partner')}
            and (aged.worthless or ${sql.join(
              ages.map((amount) => sql`${amount} <> 0`),
              sql` or `,
            )})) as row
        where ${late}`;
    },
    { pages: 'whole', meaning: withAgeingDate },
  );

const sources = { receivable: ageingRows('receivable'), payable: ageingRows('payable') };

const parseAgeingSide = (requested: unknown): AgeingSide =>
  ageingSides.find((side) => side === requested) ??
  refuseWith('request.field', { field: 'side' }, { field: 'side' });

/** Returns the requested ageing; the table's page guards access. */
export function pickAgeing({ side }: Readonly<Record<string, unknown>>): BoundTable {
  // SAFETY: single-table sources behave alike, by their table's filters.
  return sources[parseAgeingSide(side)] as BoundTable;
}

/** The bills behind a figure. */
const agedBillRows = bindTable(
  agedBillsTable,
  (context, filters): RawBuilder<RowOf<typeof agedBillsTable>> => {
    const { tenantId, scope } = context;
    const { organId, age: ages = ageBuckets, side: requestedSide } = filters;
    const day = filters.date ?? '';
    const side = sides[parseAgeingSide(requestedSide)];
    const among = ageBuckets.filter((age) => ages.includes(age)).map((age) => isOfAgeSql(age, day));
    return sql<RowOf<typeof agedBillsTable>>`
      select open.id, open.kind, open.opening, partner.name as "partnerName", open.number,
        case when not open.opening then open.business_date end as "businessDate",
        case when not open.opening then open.due_on end as "dueOn",
        case when not open.opening and ${daysOverdue(day)} > 0 then ${daysOverdue(day)} end as "daysOverdue",
        case when open.currency <> setting.currency then open.currency end as currency,
        case when open.currency <> setting.currency then open.original end as original, open.amount as "openDebt"
      from ${openBills(context, side, day, null)} as open
      join partner on partner.tenant_id = ${tenantId} and partner.id = open.partner_id
        and partner.type = ${side.type} and ${grantedPartners(scope, 'partner')}
      join tenant_setting as setting on setting.tenant_id = ${tenantId}
      where (open.amount <> 0 or ${isWorthless}) and (${sql.join(among, sql` or `)})
        and open.partner_id = ${organId}`;
  },
  { meaning: withAgeingDate },
);

/**
 * Returns the aged bills for anyone who may open, or export, a page of the requested side; the opposite
 * side is not enough.
 */
export function pickAgedBills({ side }: Readonly<Record<string, unknown>>): BoundTable {
  const access = { page: agedBillPages[parseAgeingSide(side)] };
  // SAFETY: single-table sources behave alike, by their table's filters.
  return { ...agedBillRows, table: { ...agedBillsTable, access } } as unknown as BoundTable;
}
