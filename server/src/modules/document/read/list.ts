import { documentTables, invoicePage, maskOfKind } from '@tradehouse/contract';
import type { DocumentTable, ListedName, OwnFilter } from '@tradehouse/contract';
import { documentKinds, kindCodes, byKey } from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import {
  bookedBetween,
  codeHolds,
  hasTrigram,
  holds,
  inBase,
  mayOpen,
  ofDays,
  productsWithText,
  refuse,
  seesWholeDays,
  source,
  visibleDocuments,
} from '../../../kernel/index.ts';
import type { Context, Source, TableQuery, Wanted } from '../../../kernel/index.ts';
import { treeOf } from '../../system/index.ts';
import { invoicedAmount } from '../links/invoiced.ts';
import { sumsInBase } from '../store/days.ts';
import { expressions, selected } from './columns.ts';

type Sql = RawBuilder<unknown>;
type Filters = Readonly<Record<string, unknown>>;

/** The SKUs a keyword means: by barcode, or by the texts of their product. */
const skusOf = ({ tenantId }: Context, keyword: string): Sql => sql`array(
  select k.id from sku k where k.tenant_id = ${tenantId} and k.product_id in (${productsWithText(tenantId, keyword)})
  union
  select b.sku_id from barcode b where b.tenant_id = ${tenantId} and ${codeHolds('b', keyword)})`;

/**
 * Words that mean more than these many SKUs are looked for beside the documents: a longer list would cost more than it
 * tells.
 */
const MOST_SKUS = 200;

/** A keyword over products as the ids it means, where they are few: then the database knows how few documents to expect. */
export async function keywordMeaning(context: Context, filters: Meant): Promise<Meant> {
  const { materialParam } = filters;
  if (typeof materialParam !== 'string') return filters;
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${skusOf(context, materialParam)}) as found(id) limit ${MOST_SKUS + 1}`.execute(
    context.tx,
  );
  return rows.length > MOST_SKUS
    ? filters
    : { ...filters, materialParam: rows.map(({ id }) => id) };
}

type Meant = TableQuery['filters'];

/** The SKUs that a keyword means, as `keywordMeaning` left it: ids, or the words themselves. */
const skuIds = (context: Context, value: unknown): Sql =>
  Array.isArray(value) ? sql`${value}::bigint[]` : skusOf(context, String(value));

const lineWhere = ({ tenantId }: Context, test: Sql): Sql => sql`exists (
  select from document_line l where l.tenant_id = ${tenantId} and l.document_id = d.id and ${test})`;

/** Two days as a list's filter brings them. */
type Days = readonly [string | null, string | null];
// SAFETY: the list's filter of days is checked to be two, or not there.
const daysOf = (value: unknown): Days => (value ?? [null, null]) as Days;

/** Documents with a line of what a keyword means; lines know the days that a list asks for, so that others are not looked at. */
export const withProduct = (context: Context, keyword: unknown, time: unknown): Sql =>
  lineWhere(
    context,
    sql`l.sku_id = any(${skuIds(context, keyword)}) and ${ofDays('l', ...daysOf(time))}`,
  );

/**
 * Where a part of a number is looked for: the index of numbers has those of a kind month by month. Without a bound it is from
 * the first document of the kind, or to the last; a day of slack covers every time zone.
 */
function inMonths({ tenantId }: Context, kind: KindCode, time: unknown): Sql {
  const [since, until] = daysOf(time);
  const end = (way: 'asc' | 'desc', slack: number): Sql => sql`(
    select x.business_date + ${sql.lit(slack)} from document x
    where x.tenant_id = ${tenantId} and x.kind = ${kind} and x.deleted_at is null
    order by x.business_time ${sql.raw(way)} limit 1)`;
  const first = since === null ? end('asc', -1) : sql`${since}::date`;
  const last = until === null ? end('desc', 1) : sql`${until}::date`;
  return sql`d.month_key = any(array(
    select month_key(${tenantId}, ${kind}, month::date)
    from generate_series(date_trunc('month', ${first}::timestamp), ${last}::timestamp, '1 month') month))`;
}

const classes = treeOf('revenueClass');

/** What a filter asks of a document `d`, beside what the others ask. */
type OwnTest = (context: Context, value: unknown, filters: Filters) => Sql;

/** The filters that look beyond the columns of a list. */
const ownFilters: Readonly<Record<OwnFilter, OwnTest>> = {
  time: (_, value) => bookedBetween('d', ...daysOf(value)),
  materialParam: (context, value, { time }) => withProduct(context, value, time),
  materialId: (context, value, { time }) =>
    lineWhere(
      context,
      sql`l.sku_id = any(array(select id from sku where tenant_id = ${context.tenantId} and product_id = ${value}::bigint))
        and ${ofDays('l', ...daysOf(time))}`,
    ),
  depotId: (_, value) => sql`d.warehouse_ids @> array[${value}::bigint]`,
  accountId: ({ tenantId }, value) => sql`exists (
    select from document_settlement x
    where x.tenant_id = ${tenantId} and x.document_id = d.id and x.account_id = ${value}::bigint)`,
  inOutItemId: (context, value) => lineWhere(context, sql`l.item_id = ${value}::bigint`),
  revenueClass: (context, value) =>
    lineWhere(
      context,
      sql`l.item_id in (
      select i.id from in_out_item i
      where i.tenant_id = ${context.tenantId} and i.class_id in ${classes.within(context.tenantId, value)})`,
    ),
  billNumber: (context, value) =>
    lineWhere(
      context,
      sql`l.settled_document_id in (
      select o.id from document o
      where o.tenant_id = ${context.tenantId} and ${holds(sql`o.number`, String(value))})`,
    ),
  hasDebt: (_, value) => (value === true ? sql`d.debt <> 0` : sql`d.debt = 0`),
  hasLastDebt: (_, value) => (value === true ? sql`d.debt <> d.settled` : sql`d.debt = d.settled`),
  hasUninvoiced: ({ tenantId }, value) => {
    const taken = sql`abs(${invoicedAmount(tenantId, sql.ref('d.id'))})`;
    return value === true ? sql`d.payable <> ${taken}` : sql`d.payable = ${taken}`;
  },
  invoiceNumber: ({ tenantId, scope }, value) => {
    if (!mayOpen(scope, invoicePage)) refuse('access.denied');
    return sql`exists (
    select from invoice_bill p
    join invoice x on x.tenant_id = ${tenantId} and x.id = p.invoice_id
    where p.tenant_id = ${tenantId} and p.document_id = d.id and ${holds(sql`x.number`, String(value))})`;
  },
  salesMan: (_, value) => sql`d.salesperson_ids @> array[${value}::bigint]`,
};

const isOwn = (name: string): name is OwnFilter => Object.hasOwn(ownFilters, name);

// SAFETY: a document's table has the columns that fields of its head list, and no others.
const columnsOf = ({ columns }: DocumentTable) => Object.keys(columns) as ListedName[];

function rowsOf(
  table: DocumentTable,
  context: Context,
  filters: Filters,
  wanted: Wanted,
): RawBuilder<Record<string, unknown>> {
  const { tenantId, scope } = context;
  const columns = columnsOf(table);
  const own = columns.filter((name) => wanted.has(name));
  const summed = columns.filter((name) => wanted.has(inBase(name)));
  const base = summed.length > 0 ? sql`, lateral (select ${sumsInBase}) base` : sql``;
  const tests = Object.entries(filters).flatMap(([name, value]) =>
    isOwn(name) ? [ownFilters[name](context, value, filters)] : [],
  );
  if (hasTrigram(String(filters['number'] ?? '')))
    tests.push(inMonths(context, table.kind, filters['time']));
  return sql<Record<string, unknown>>`
    select ${sql.join([...selected(context, own), ...selected(context, summed, 'base', inBase)])} from document d${base}
    where d.tenant_id = ${tenantId} and d.kind = ${table.kind} and d.deleted_at is null
      and ${sql.join([visibleDocuments(scope, 'd'), ...tests], sql` and `)}`;
}

const sources: Readonly<Record<KindCode, Source>> = byKey<KindCode, Source>(kindCodes, (code) =>
  sourceOf(documentTables[code]),
);

function sourceOf(table: DocumentTable): Source {
  const rows = (context: Context, filters: Filters, wanted: Wanted) =>
    rowsOf(table, context, filters, wanted);
  // SAFETY: the columns are data here, so the compiler can't see that each has its expression; a test does.
  return source(table, rows as never, {
    kind: maskOfKind(documentKinds[table.kind]),
    pages: 'byKey',
    few: ['number', 'materialParam', 'materialId', 'organId', 'billNumber', 'linkNumber', 'remark'],
    totals: (context, query, sums) => totalsOfDays(table, context, query, sums),
    meaning: keywordMeaning,
    currencies: true,
  }) as unknown as Source;
}

/** How the debt of documents stands that have one, or have some of it open: a filter of the list, for the sums of a day. */
const debtStates = { hasDebt: ['open', 'settled'], hasLastDebt: ['open'] } as const;

function ofDebt(name: keyof typeof debtStates, asked: unknown): Sql {
  if (asked === undefined) return sql`true`;
  const among = sql`d.debt_state = any(${debtStates[name]}::text[])`;
  return asked === true ? among : sql`not ${among}`;
}

/**
 * The totals of a list that asks for nothing but days and how debts stand, from what the days add up to. The expressions of
 * the columns hold for a day as for a document, since sums are all they make. Days know no partners and no warehouses.
 */
function totalsOfDays(
  { kind }: DocumentTable,
  context: Context,
  { filters, header, conditions, ids }: TableQuery,
  sums: readonly string[],
): Sql | null {
  const { tenantId, scope } = context;
  const { time, hasDebt, hasLastDebt, ...others } = filters;
  const more = [Object.keys(others), header, conditions, ids].some((asked) => asked.length > 0);
  if (more || !seesWholeDays(scope)) return null;
  const [since, until] = daysOf(time);
  const parts = sums.map(
    (name) =>
      // SAFETY: what is summed are columns of the list.
      sql`coalesce(sum(${expressions[name as ListedName](context)}), 0) as ${sql.ref(name)}`,
  );
  return sql`
    select ${sql.join([sql`coalesce(sum(d.documents), 0) as ${sql.ref('#')}`, ...parts])} from whole_document_day d
    where d.tenant_id = ${tenantId} and d.kind = ${kind} and ${visibleDocuments(scope, 'd')}
      and d.business_date between ${since ?? '-infinity'}::date and ${until ?? 'infinity'}::date
      and ${ofDebt('hasDebt', hasDebt)} and ${ofDebt('hasLastDebt', hasLastDebt)}`;
}

const isKind = (code: unknown): code is KindCode => kindCodes.some((known) => known === code);

/** Which list a request at a family's path means. */
export function sourceOfKind(codes: readonly KindCode[]) {
  return ({ kind }: Readonly<Record<string, unknown>>): Source => {
    if (!isKind(kind) || !codes.includes(kind))
      return refuse('request.field', { field: 'kind' }, { field: 'kind' });
    return sources[kind];
  };
}
