import type { ReplyOf, monthlyFigures, statistics } from '@tradehouse/contract';
import { ZERO, decimal, documentKinds, kindCodes, plain } from '@tradehouse/domain';
import type { Decimal, KindCode, PriceKind } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { found, grantedWarehouses, seesAmounts, seesWholeDays } from '../../kernel/index.ts';
import type { Context, Scope } from '../../kernel/index.ts';

type Figures = ReplyOf<typeof statistics>['today'];

/** What a stretch of days traded, in one kind. `amount` is with tax and after discounts. */
interface Traded {
  readonly stretch: string;
  readonly kind: KindCode;
  readonly amount: string;
  readonly tax: string;
  readonly cost: string;
}

const traded = kindCodes.filter((code) => documentKinds[code].trade !== null);

/** Purchase, sales, retail and profit of today, yesterday, this month and this year, of what the caller may see. */
export async function tradeStatistics(context: Context): Promise<ReplyOf<typeof statistics>> {
  const { tx, tenantId, scope } = context;
  const { rows } = await sql<Traded>`
    select stretch.name as stretch, trade.kind, sum(trade.amount) as amount, sum(trade.tax) as tax, sum(trade.cost) as cost
    from ${today(tenantId)} as today
    cross join lateral (values
      ('today', 'd', today.day, today.day),
      ('yesterday', 'd', today.day - 1, today.day - 1),
      ('month', 'm', date_trunc('month', today.day)::date, today.day),
      ('year', 'm', date_trunc('year', today.day)::date, today.day)) as stretch(name, grain, since, until)
    cross join lateral (${tradeOf(scope, tenantId, sql`stretch.grain`, sql`stretch.since`, sql`stretch.until`)}) as trade
    group by stretch.name, trade.kind`.execute(tx);
  const of = (stretch: string): Figures =>
    figures(
      scope,
      rows.filter((row) => row.stretch === stretch),
    );
  return {
    today: of('today'),
    yesterday: of('yesterday'),
    month: of('month'),
    year: of('year'),
  };
}

const MONTHS = 6;

/** The same for this month and the five before it, oldest first. */
export async function tradeByMonth(context: Context): Promise<ReplyOf<typeof monthlyFigures>> {
  const { tx, tenantId, scope } = context;
  const { rows: now } = await sql<{ month: string }>`
    select to_char(today.day, 'YYYY-MM') as month from ${today(tenantId)} as today`.execute(tx);
  const months = lastMonths(found(now[0]).month);
  const { rows } = await sql<Traded>`
    select to_char(trade.starts_on, 'YYYY-MM') as stretch, trade.kind,
      sum(trade.amount) as amount, sum(trade.tax) as tax, sum(trade.cost) as cost
    from (${tradeOf(scope, tenantId, sql`'m'`, sql`${`${months[0] ?? ''}-01`}::date`, sql`'infinity'::date`)}) as trade
    group by 1, 2`.execute(tx);
  return months.map((month) => ({
    month,
    ...figures(
      scope,
      rows.filter((row) => row.stretch === month),
    ),
  }));
}

/** The company's day, as a relation of one row (day). */
const today = (tenantId: string): RawBuilder<unknown> => sql`(
  select (now() at time zone time_zone)::date as day from tenant_setting where tenant_id = ${tenantId})`;

function lastMonths(month: string): string[] {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return Array.from({ length: MONTHS }, (_, index) =>
    new Date(Date.UTC(year, number - MONTHS + index, 1)).toISOString().slice(0, 7),
  );
}

/**
 * What was traded from one day to another (kind, starts_on, amount, tax, cost), of what the caller may see: by creator or
 * institution, by customer, by warehouse. Anyone who sees every customer and warehouse reads the roll-up that names neither.
 *
 * @param grain 'd' or 'm': the length of the periods the stretch is made of
 */
function tradeOf(
  scope: Scope,
  tenantId: string,
  grain: RawBuilder<unknown>,
  since: RawBuilder<unknown>,
  until: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { customerIds } = scope;
  const of = sql`day.kind = any(${traded}::text[]) and ${ofPeople(scope)}`;
  if (seesWholeDays(scope)) {
    return sql`
      select day.kind, day.starts_on, day.amount, day.tax, day.cost from whole_trade_period as day
      where day.tenant_id = ${tenantId} and day.grain = ${grain} and day.starts_on between ${since} and ${until} and ${of}`;
  }
  const customers =
    customerIds === null
      ? sql`true`
      : sql`(day.partner_id = any(${customerIds}::bigint[]) or not exists (
          select from partner where partner.tenant_id = ${tenantId} and partner.id = day.partner_id and partner.type = 'customer'))`;
  return sql`
    select day.kind, day.starts_on, day.amount, day.tax, day.cost from whole_partner_trade as day
    where day.tenant_id = ${tenantId} and day.grain = ${grain} and day.starts_on between ${since} and ${until} and ${of}
      and ${customers} and ${grantedWarehouses(scope, 'day.warehouse_id')}`;
}

function ofPeople({ documents, userId }: Scope): RawBuilder<unknown> {
  if (documents.of === 'all') return sql`true`;
  if (documents.of === 'own') return sql`day.creator_id = ${userId}`;
  return sql`(day.creator_id = ${userId} or day.institution_id = any(${documents.ids}::bigint[]))`;
}

function figures(scope: Scope, rows: readonly Traded[]): Figures {
  const side = (wanted: PriceKind): string | null =>
    seesAmounts(scope, wanted) ? plain(sumOf(rows, wanted, ({ amount }) => decimal(amount))) : null;
  return {
    buy: side('purchase'),
    sale: side('sale'),
    retailSale: side('retail'),
    profit: profit(scope, rows),
  };
}

/** Sales and retail without tax and discounts, less what the goods cost; returns taken off. */
function profit(scope: Scope, rows: readonly Traded[]): string | null {
  const masks = ['cost', 'sale', 'retail'] as const;
  if (!masks.every((mask) => seesAmounts(scope, mask))) return null;
  const earned = ({ amount, tax, cost }: Traded) => decimal(amount).minus(tax).minus(cost);
  return plain(sumOf(rows, 'sale', earned).plus(sumOf(rows, 'retail', earned)));
}

const sumOf = (rows: readonly Traded[], side: PriceKind, of: (row: Traded) => Decimal): Decimal =>
  rows.reduce((sum, row) => {
    const { trade } = documentKinds[row.kind];
    return trade?.side === side ? sum.plus(of(row).times(trade.sign)) : sum;
  }, ZERO);
