import { documentTables, invoicePage, maskOfKind } from '@tradehouse/contract';
import type { DocumentTable, ListedName, OwnFilter } from '@tradehouse/contract';
import { documentKinds, kindCodes, byKey } from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import {
  mayOpen,
  refuseWith,
  seesWholeDays,
  visibleDocuments,
} from '../../../kernel/access/index.ts';
import {
  bookedBetween,
  codeHolds,
  hasTrigram,
  containsTextSql,
  baseCurrencyColumn,
  ofDays,
  productsWithText,
  bindTable,
} from '../../../kernel/table/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import type { BoundTable, TableQuery, WantedNames } from '../../../kernel/table/index.ts';
import { treeOf } from '../../system/index.ts';
import { invoicedAmount } from '../links/invoiced.ts';
import { sumsInBase } from '../store/days.ts';
import { expressions, selectHeadFields } from './columns.ts';

type DocumentListSql = RawBuilder<unknown>;
type DocumentListFilters = Readonly<Record<string, unknown>>;

/** The SKUs a keyword means: by barcode, or by the texts of their product. */
const skuIdsByKeywordSql = ({ tenantId }: Context, keyword: string): DocumentListSql => sql`array(
  select k.id from sku k where k.tenant_id = ${tenantId} and k.product_id in (${productsWithText(tenantId, keyword)})
  union
  select b.sku_id from barcode b where b.tenant_id = ${tenantId} and ${codeHolds('b', keyword)})`;

/** Highest number of SKU ids passed for a keyword; more would cost more than they gain. */
const MOST_SKUS = 200;

/** Replaces a product keyword by the matching ids, if few, so the database estimates rows correctly. */
export async function keywordMeaning(context: Context, filters: Meant): Promise<Meant> {
  const { materialParam } = filters;
  if (typeof materialParam !== 'string') return filters;
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${skuIdsByKeywordSql(context, materialParam)}) as found(id) limit ${MOST_SKUS + 1}`.execute(
    context.tx,
  );
  return rows.length > MOST_SKUS
    ? filters
    : { ...filters, materialParam: rows.map(({ id }) => id) };
}

type Meant = TableQuery['filters'];

/** SKUs matching a keyword after `keywordMeaning`: ids, or the keyword itself. */
const skuIds = (context: Context, value: unknown): DocumentListSql =>
  Array.isArray(value) ? sql`${value}::bigint[]` : skuIdsByKeywordSql(context, String(value));

const lineWhere = ({ tenantId }: Context, test: DocumentListSql): DocumentListSql => sql`exists (
  select from document_line l where l.tenant_id = ${tenantId} and l.document_id = d.id and ${test})`;

type ListDayRange = readonly [string | null, string | null];
// SAFETY: the list's day filter is validated: two days or absent.
const toListDayRange = (value: unknown): ListDayRange => (value ?? [null, null]) as ListDayRange;

/** Documents with a line matching a keyword; lines store the day, so unwanted days are skipped. */
export const documentsWithProductSql = (
  context: Context,
  keyword: unknown,
  time: unknown,
): DocumentListSql =>
  lineWhere(
    context,
    sql`l.sku_id = any(${skuIds(context, keyword)}) and ${ofDays('l', ...toListDayRange(time))}`,
  );

/**
 * Restricts part-of-number searches to months, like the number index. An open end extends to the kind's
 * first or last document; a day of slack covers time zones.
 */
function numberMonthsSql({ tenantId }: Context, kind: KindCode, time: unknown): DocumentListSql {
  const [since, until] = toListDayRange(time);
  const end = (way: 'asc' | 'desc', slack: number): DocumentListSql => sql`(
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

/** SQL condition of a filter on document `d`; sees the remaining filters. */
type OwnFilterTest = (
  context: Context,
  value: unknown,
  filters: DocumentListFilters,
) => DocumentListSql;

/** Filters on data beyond the columns of a list. */
const ownFilters: Readonly<Record<OwnFilter, OwnFilterTest>> = {
  time: (_, value) => bookedBetween('d', ...toListDayRange(value)),
  materialParam: (context, value, { time }) => documentsWithProductSql(context, value, time),
  materialId: (context, value, { time }) =>
    lineWhere(
      context,
      sql`l.sku_id = any(array(select id from sku where tenant_id = ${context.tenantId} and product_id = ${value}::bigint))
        and ${ofDays('l', ...toListDayRange(time))}`,
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
      where o.tenant_id = ${context.tenantId} and ${containsTextSql(sql`o.number`, String(value))})`,
    ),
  wholeLinkNumber: ({ tenantId }, value) => sql`d.id = any(array(
    select k.target_document_id from document_link k
    join document o on o.tenant_id = ${tenantId} and o.id = k.source_document_id
    where k.tenant_id = ${tenantId} and o.number = ${value} and o.deleted_at is null))`,
  hasDebt: (_, value) => (value === true ? sql`d.debt <> 0` : sql`d.debt = 0`),
  hasLastDebt: (_, value) => (value === true ? sql`d.debt <> d.settled` : sql`d.debt = d.settled`),
  hasUninvoiced: ({ tenantId }, value) => {
    const taken = sql`abs(${invoicedAmount(tenantId, sql.ref('d.id'))})`;
    return value === true ? sql`d.payable <> ${taken}` : sql`d.payable = ${taken}`;
  },
  invoiceNumber: ({ tenantId, scope }, value) => {
    if (!mayOpen(scope, invoicePage)) refuseWith('access.denied');
    return sql`exists (
    select from invoice_bill p
    join invoice x on x.tenant_id = ${tenantId} and x.id = p.invoice_id
    where p.tenant_id = ${tenantId} and p.document_id = d.id and ${containsTextSql(sql`x.number`, String(value))})`;
  },
  salesMan: (_, value) => sql`d.salesperson_ids @> array[${value}::bigint]`,
  inForce: (_, value) => (value === true ? sql`d.in_force` : sql`not d.in_force`),
};

const isOwn = (name: string): name is OwnFilter => Object.hasOwn(ownFilters, name);

// SAFETY: a document table has exactly the listed fields of the head.
const columnsOfDocumentTable = ({ columns }: DocumentTable) => Object.keys(columns) as ListedName[];

function documentListRowsSql(
  table: DocumentTable,
  context: Context,
  filters: DocumentListFilters,
  wanted: WantedNames,
): RawBuilder<Record<string, unknown>> {
  const { tenantId, scope } = context;
  const columns = columnsOfDocumentTable(table);
  const own = columns.filter((name) => wanted.has(name));
  const summed = columns.filter((name) => wanted.has(baseCurrencyColumn(name)));
  const base = summed.length > 0 ? sql`, lateral (select ${sumsInBase}) base` : sql``;
  const tests = Object.entries(filters).flatMap(([name, value]) =>
    isOwn(name) ? [ownFilters[name](context, value, filters)] : [],
  );
  if (hasTrigram(String(filters['number'] ?? '')))
    tests.push(numberMonthsSql(context, table.kind, filters['time']));
  return sql<Record<string, unknown>>`
    select ${sql.join([...selectHeadFields(context, own), ...selectHeadFields(context, summed, 'base', baseCurrencyColumn)])} from document d${base}
    where d.tenant_id = ${tenantId} and d.kind = ${table.kind} and d.deleted_at is null
      and ${sql.join([visibleDocuments(scope, 'd'), ...tests], sql` and `)}`;
}

const sources: Readonly<Record<KindCode, BoundTable>> = byKey<KindCode, BoundTable>(
  kindCodes,
  (code) => bindDocumentTable(documentTables[code]),
);

function bindDocumentTable(table: DocumentTable): BoundTable {
  const rows = (context: Context, filters: DocumentListFilters, wanted: WantedNames) =>
    documentListRowsSql(table, context, filters, wanted);
  // SAFETY: the columns are data here, so the compiler cannot check that each has an expression; a test
  // does.
  return bindTable(table, rows as never, {
    kind: maskOfKind(documentKinds[table.kind]),
    pages: 'byKey',
    few: [
      'number',
      'materialParam',
      'materialId',
      'organId',
      'billNumber',
      'linkNumber',
      'wholeLinkNumber',
      'remark',
    ],
    totals: (context, query, sums) => totalsOfDays(table, context, query, sums),
    meaning: keywordMeaning,
    currencies: true,
  }) as unknown as BoundTable;
}

/** Debt states by filter, for the daily sums. */
const debtStates = { hasDebt: ['open', 'settled'], hasLastDebt: ['open'] } as const;

function ofDebt(name: keyof typeof debtStates, asked: unknown): DocumentListSql {
  if (asked === undefined) return sql`true`;
  const among = sql`d.debt_state = any(${debtStates[name]}::text[])`;
  return asked === true ? among : sql`not ${among}`;
}

/**
 * Computes totals from daily sums for filters by days and debt state. The column expressions fit, because
 * they only add. Daily sums know no partners or warehouses.
 */
function totalsOfDays(
  { kind }: DocumentTable,
  context: Context,
  { filters, header, conditions, ids }: TableQuery,
  sums: readonly string[],
): DocumentListSql | null {
  const { tenantId, scope } = context;
  const { time, hasDebt, hasLastDebt, ...others } = filters;
  const more = [Object.keys(others), header, conditions, ids].some((asked) => asked.length > 0);
  if (more || !seesWholeDays(scope)) return null;
  const [since, until] = toListDayRange(time);
  const parts = sums.map(
    (name) =>
      // SAFETY: sums are taken of list columns only.
      sql`coalesce(sum(${expressions[name as ListedName](context)}), 0) as ${sql.ref(name)}`,
  );
  return sql`
    select ${sql.join([sql`coalesce(sum(d.documents), 0) as ${sql.ref('#')}`, ...parts])} from whole_document_day d
    where d.tenant_id = ${tenantId} and d.kind = ${kind} and ${visibleDocuments(scope, 'd')}
      and d.business_date between ${since ?? '-infinity'}::date and ${until ?? 'infinity'}::date
      and ${ofDebt('hasDebt', hasDebt)} and ${ofDebt('hasLastDebt', hasLastDebt)}`;
}

const isKind = (code: unknown): code is KindCode => kindCodes.some((known) => known === code);

/** Selects the list for a request at a family's path. */
export function sourceOfKind(codes: readonly KindCode[]) {
  return ({ kind }: Readonly<Record<string, unknown>>): BoundTable => {
    if (!isKind(kind) || !codes.includes(kind))
      return refuseWith('request.field', { field: 'kind' }, { field: 'kind' });
    return sources[kind];
  };
}
