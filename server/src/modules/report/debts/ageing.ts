import { agedBillPages, agedBillsTable, ageingSides, ageingTables } from '@tradehouse/contract';
import type { AgeingSide, RowOf, receivableAgeingTable } from '@tradehouse/contract';
import { ageBuckets, ageLimits, dayAfter } from '@tradehouse/domain';
import type { AgeBucket } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { refuse, seesAllBooks, source } from '../../../kernel/index.ts';
import type { Context, Meaning, Source } from '../../../kernel/index.ts';
import { grantedPartners } from '../../partner/index.ts';
import { today } from '../../system/index.ts';
import { customers, openBills, suppliers } from './openBills.ts';
import type { Debtors } from './openBills.ts';
import { pursesAt } from '../accounts/purseAt.ts';

const sides: Readonly<Record<AgeingSide, Debtors>> = { receivable: customers, payable: suppliers };

/** A day that no one asks for is today, by the company's clock. */
const onDay: Meaning = async (context, { date = undefined, ...filters }) => ({
  ...filters,
  date: date ?? (await today(context)),
});

/** How many days a bill was overdue at the end of a day, in SQL. */
const daysOverdue = (day: string) => sql`(${day}::date - open.due_on)`;

/** Whether it was of an age. */
function isOf(age: AgeBucket, day: string): RawBuilder<boolean> {
  const { from, to } = ageLimits[age];
  const least = from === null ? sql`true` : sql`${daysOverdue(day)} >= ${sql.lit(from)}`;
  const most = to === null ? sql`true` : sql`${daysOverdue(day)} <= ${sql.lit(to)}`;
  return sql<boolean>`(${least} and ${most})`;
}

const sumOf = (age: AgeBucket, day: string) =>
  sql`coalesce(sum(open.amount) filter (where ${isOf(age, day)}), 0) as ${sql.ref(age)}`;
const young = ageBuckets.filter((age) => age !== 'over90');

/**
 * What every partner owed, by age, as a relation (partner_id, one column for each age). Who sees all books reads the bills
 * of the last months alone: what is older than these is the rest of what the purse held.
 */
function aged(context: Context, side: Debtors, day: string): RawBuilder<unknown> {
  const { tenantId } = context;
  if (!seesAllBooks(context.scope))
    return sql`(
      select open.partner_id, ${sql.join(ageBuckets.map((age) => sumOf(age, day)))}
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
    select partner_id, ${names}, ${sql.lit(side.sign)} * coalesce(held.amount, 0) - ${known} as over90
    from (
      select open.partner_id, ${sql.join(young.map((age) => sumOf(age, day)))}
      from ${openBills(context, side, day, since)} as open group by 1) as recent
    full join (
      select holder_id as partner_id, amount from ${pursesAt(tenantId, side.purse, day)} as purse) as held
      using (partner_id))`;
}

type AgeingRow = RowOf<typeof receivableAgeingTable>;

const ageingRows = (which: AgeingSide) =>
  source(
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
          from ${aged(context, side, day)} as aged
          join partner on partner.tenant_id = ${tenantId} and partner.id = aged.partner_id
          where partner.type = ${side.type} and ${grantedPartners(scope, 'partner')}) as row
        where (${sql.join(
          ageBuckets.map((age) => sql`row.${sql.ref(age)} <> 0`),
          sql` or `,
        )}) and ${late}`;
    },
    { pages: 'whole', meaning: onDay },
  );

const sources = { receivable: ageingRows('receivable'), payable: ageingRows('payable') };

const sideOf = (asked: unknown): AgeingSide =>
  ageingSides.find((side) => side === asked) ??
  refuse('request.field', { field: 'side' }, { field: 'side' });

/** The ageing a request means; its table's own page guards it. */
export function pickAgeing({ side }: Readonly<Record<string, unknown>>): Source {
  // SAFETY: a source of one table answers as any does, by the filters of that table.
  return sources[sideOf(side)] as Source;
}

/** The bills behind a figure. */
const agedBillRows = source(
  agedBillsTable,
  (context, filters): RawBuilder<RowOf<typeof agedBillsTable>> => {
    const { tenantId, scope } = context;
    const { organId, age: ages = ageBuckets, side: asked } = filters;
    const day = filters.date ?? '';
    const side = sides[sideOf(asked)];
    const among = ageBuckets.filter((age) => ages.includes(age)).map((age) => isOf(age, day));
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
      where open.amount <> 0 and (${sql.join(among, sql` or `)})
        and open.partner_id = ${organId}`;
  },
  { meaning: onDay },
);

/** The same for anyone who may open, or export, a page that tells of the side a request means: the other's is not enough. */
export function pickAgedBills({ side }: Readonly<Record<string, unknown>>): Source {
  const access = { page: agedBillPages[sideOf(side)] };
  // SAFETY: a source of one table answers as any does, by the filters of that table.
  return { ...agedBillRows, table: { ...agedBillsTable, access } } as unknown as Source;
}
