import { documentTables, maskOfKind } from '@tradehouse/contract';
import type { DocumentTable } from '@tradehouse/contract';
import { documentKinds, kindCodes } from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import {
  bookedBetween,
  inBase,
  literal,
  refuse,
  seesWholeDays,
  source,
  visibleDocuments,
} from '../../../kernel/index.ts';
import type { Context, Source, TableQuery, Wanted } from '../../../kernel/index.ts';
import { sumsInBase } from '../store/days.ts';
import { givenBack } from '../links/deposits.ts';
import { packed, tallying } from '../store/readiness.ts';

type Sql = RawBuilder<unknown>;
type Filters = Readonly<Record<string, unknown>>;

const nameFrom =
  (table: string, id: string) =>
  ({ tenantId }: Context): Sql =>
    sql`(select x.name from ${sql.table(table)} x where x.tenant_id = ${tenantId} and x.id = ${sql.ref(id)})`;

/** 0 unaudited, 1 audited, 3 partial, 2 complete: derived, never stored (design §7.10). */
export const statusOf = (alias: string): Sql => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`case
    when ${column('review')} = 'unreviewed' then '0'
    when ${column('closed')} or ${column('progress')} = 'complete' then '2'
    when ${column('progress')} = 'partial' then '3'
    else '1' end`;
};

/** How far a sales order is, as the domain says it. */
const stageOf = ({ tenantId }: Context, alias: string): Sql => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const deposit = sql`${column('paid_now')} - ${givenBack(tenantId, column('id'))}`;
  return sql`case
    when ${column('cancel_reason')} is not null then '-1'
    when ${column('closed')} then '100'
    when ${column('arrived')} then '95'
    when ${column('progress')} = 'complete' then '90'
    when ${column('progress')} = 'partial' then '85'
    when ${packed(tenantId, column('id'))} then '80'
    when ${column('paid_now')} > 0 and ${deposit} > 0 and ${deposit} >= ${column('payable')} then '60'
    when ${tallying(tenantId, column('id'))} then '50'
    when ${column('purchase_progress')} <> 'none' then '30'
    when ${column('paid_now')} > 0 and ${deposit} > 0 then '20'
    else '10' end`;
};

/** A column in SQL: of the document `d`, or of what its amounts come to in the company's own currency. */
type Expression = (context: Context, of?: string) => Sql;

const plainColumn =
  (name: string): Expression =>
  (_, of = 'd') =>
    sql.ref(`${of}.${name}`);
const less =
  (whole: string, part: string): Expression =>
  (_, of = 'd') =>
    sql`${sql.ref(`${of}.${whole}`)} - ${sql.ref(`${of}.${part}`)}`;

/** What each column of a document list is in SQL; `d` is the document. */
const expressions: Readonly<Record<string, Expression>> = {
  id: plainColumn('id'),
  version: plainColumn('version'),
  partnerId: plainColumn('partner_id'),
  partnerName: nameFrom('partner', 'd.partner_id'),
  number: plainColumn('number'),
  sourceNumbers: plainColumn('source_numbers'),
  hasReturn: plainColumn('has_return'),
  summary: plainColumn('summary'),
  time: plainColumn('business_time'),
  businessDate: plainColumn('business_date'),
  creatorId: plainColumn('creator_id'),
  creatorName: nameFrom('app_user', 'd.creator_id'),
  institutionName: nameFrom('institution', 'd.institution_id'),
  requiredOn: plainColumn('required_on'),
  handlerId: plainColumn('handler_id'),
  handlerName: nameFrom('person', 'd.handler_id'),
  payment: plainColumn('payment'),
  salespersonNames: ({ tenantId }) => sql`(
    select string_agg(x.name, ' ' order by x.sort, x.id) from person x
    where x.tenant_id = ${tenantId} and x.id = any(d.salesperson_ids))`,
  totalQuantity: plainColumn('total_quantity'),
  goodsAmount: plainColumn('goods_amount'),
  totalAmount: plainColumn('total_amount'),
  discountRate: plainColumn('discount_rate'),
  discount: plainColumn('discount'),
  afterDiscount: less('total_amount', 'discount'),
  serviceRate: plainColumn('service_rate'),
  serviceCharge: plainColumn('service_charge'),
  serviceFees: plainColumn('service_fees'),
  otherFees: plainColumn('other_fees'),
  freight: plainColumn('freight'),
  payable: plainColumn('payable'),
  accountId: ({ tenantId }) => sql`(
    select case when count(*) = 1 then min(x.account_id) end from document_settlement x
    where x.tenant_id = ${tenantId} and x.document_id = d.id)`,
  accountName: ({ tenantId }) => sql`(
    select string_agg(a.name, ' ' order by a.sort, a.id) from document_settlement x
    join account a on a.tenant_id = ${tenantId} and a.id = x.account_id
    where x.tenant_id = ${tenantId} and x.document_id = d.id)`,
  depositUsed: plainColumn('deposit_used'),
  depositTaken: plainColumn('paid_now'),
  depositLeft: less('paid_now', 'deposit_taken'),
  paidNow: plainColumn('paid_now'),
  received: plainColumn('received'),
  changeGiven: plainColumn('change_given'),
  debt: plainColumn('debt'),
  openDebt: less('debt', 'settled'),
  currency: plainColumn('currency'),
  exchangeRate: plainColumn('exchange_rate'),
  externalOrder: plainColumn('external_order'),
  externalTracking: plainColumn('external_tracking'),
  remark: plainColumn('remark'),
  auditorName: nameFrom('app_user', 'd.auditor_id'),
  auditedAt: plainColumn('audited_at'),
  purchaseStatus: () =>
    sql`case when d.purchase_closed or d.purchase_progress = 'complete' then '2'
      when d.purchase_progress = 'partial' then '3' else '0' end`,
  status: () => statusOf('d'),
  orderLock: () => sql`case when d.closed then '1' else '0' end`,
  confirmStatus: () =>
    sql`case d.confirmation when 'confirmed' then '2' when 'waiting' then '1' else '0' end`,
  pushStatus: () => sql`case d.push when 'changed' then '2' when 'pushed' then '1' else '0' end`,
  stage: (context) => stageOf(context, 'd'),
  closed: plainColumn('closed'),
};

/** The SKUs a keyword means: by barcode, name, mnemonic, specification or model. */
function skusOf({ tenantId }: Context, keyword: string): Sql {
  const pattern = `%${literal(keyword)}%`;
  return sql`array(
    select k.id from sku k join product p on p.tenant_id = ${tenantId} and p.id = k.product_id
    where k.tenant_id = ${tenantId}
      and (p.name ilike ${pattern} or p.mnemonic ilike ${pattern} or p.standard ilike ${pattern} or p.model ilike ${pattern})
    union
    select b.sku_id from barcode b where b.tenant_id = ${tenantId} and b.code ilike ${pattern})`;
}

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
export const skuIds = (context: Context, value: unknown): Sql =>
  Array.isArray(value) ? sql`${value}::bigint[]` : skusOf(context, String(value));

const lineWhere = ({ tenantId }: Context, test: Sql): Sql => sql`exists (
  select from document_line l where l.tenant_id = ${tenantId} and l.document_id = d.id and ${test})`;

/** Two days as a list's filter brings them. */
type Days = readonly [string | null, string | null];

/** The filters that look beyond the columns of a list. */
const ownFilters: Readonly<Record<string, (context: Context, value: unknown) => Sql>> = {
  time: (_, value) => bookedBetween('d', ...(value as Days)),
  materialParam: (context, value) =>
    lineWhere(context, sql`l.sku_id = any(${skuIds(context, value)})`),
  depotId: (_, value) => sql`d.warehouse_ids @> array[${value}::bigint]`,
  accountId: ({ tenantId }, value) => sql`exists (
    select from document_settlement x
    where x.tenant_id = ${tenantId} and x.document_id = d.id and x.account_id = ${value}::bigint)`,
  inOutItemId: (context, value) => lineWhere(context, sql`l.item_id = ${value}::bigint`),
  billNumber: (context, value) =>
    lineWhere(
      context,
      sql`l.settled_document_id in (
      select o.id from document o
      where o.tenant_id = ${context.tenantId} and o.number ilike ${`%${literal(String(value))}%`})`,
    ),
  hasDebt: (_, value) => (value === true ? sql`d.debt <> 0` : sql`d.debt = 0`),
  hasLastDebt: (_, value) => (value === true ? sql`d.debt <> d.settled` : sql`d.debt = d.settled`),
  salesMan: (_, value) => sql`d.salesperson_ids @> array[${value}::bigint]`,
};

function rowsOf(
  table: DocumentTable,
  context: Context,
  filters: Filters,
  wanted: Wanted,
): RawBuilder<Record<string, unknown>> {
  const { tenantId, scope } = context;
  const columns = Object.keys(table.columns);
  const own = columns
    .filter((name) => wanted.has(name))
    .map((name) => sql`${expressions[name]?.(context) ?? sql`null`} as ${sql.ref(name)}`);
  const summed = columns
    .filter((name) => wanted.has(inBase(name)))
    .map((name) => sql`${expressions[name]?.(context, 'base')} as ${sql.ref(inBase(name))}`);
  const base = summed.length > 0 ? sql`, lateral (select ${sumsInBase('d')}) base` : sql``;
  const tests = Object.entries(filters).flatMap(
    ([name, value]) => ownFilters[name]?.(context, value) ?? [],
  );
  return sql<Record<string, unknown>>`
    select ${sql.join([...own, ...summed])} from document d${base}
    where d.tenant_id = ${tenantId} and d.kind = ${table.kind} and d.deleted_at is null
      and ${sql.join([visibleDocuments(scope, 'd'), ...tests], sql` and `)}`;
}

const sources: Readonly<Record<KindCode, Source>> = Object.fromEntries(
  kindCodes.map((code) => [code, sourceOf(documentTables[code])]),
) as unknown as Record<KindCode, Source>;

function sourceOf(table: DocumentTable): Source {
  const rows = (context: Context, filters: Filters, wanted: Wanted) =>
    rowsOf(table, context, filters, wanted);
  // SAFETY: the columns are data here, so the compiler can't see that each has its expression; a test does.
  return source(table, rows as never, {
    kind: maskOfKind(documentKinds[table.kind]),
    pages: 'byKey',
    totals: (context, query, sums) => totalsOfDays(table, context, query, sums),
    meaning: keywordMeaning,
    currencies: true,
  }) as unknown as Source;
}

/**
 * The totals of a list that asks for nothing but days, from what the days add up to. The expressions of the columns hold
 * for a day as for a document, since sums are all they make. Days know no partners and no warehouses.
 */
function totalsOfDays(
  { kind }: DocumentTable,
  context: Context,
  { filters, header, conditions, ids }: TableQuery,
  sums: readonly string[],
): Sql | null {
  const { tenantId, scope } = context;
  const { time, ...others } = filters;
  const asksMore = [others, header].some((asked) => Object.keys(asked).length > 0);
  if (asksMore || conditions.length > 0 || ids.length > 0 || !seesWholeDays(scope)) return null;
  const [since, until] = (time ?? [null, null]) as Days;
  const parts = sums.map(
    (name) => sql`coalesce(sum(${expressions[name]?.(context)}), 0) as ${sql.ref(name)}`,
  );
  return sql`
    select ${sql.join([sql`coalesce(sum(d.documents), 0) as ${sql.ref('#')}`, ...parts])} from document_day d
    where d.tenant_id = ${tenantId} and d.kind = ${kind} and ${visibleDocuments(scope, 'd')}
      and d.business_date between ${since ?? '-infinity'}::date and ${until ?? 'infinity'}::date`;
}

const isKind = (code: unknown): code is KindCode =>
  typeof code === 'string' && kindCodes.includes(code as KindCode);

/** Which list a request at a family's path means. */
export function sourceOfKind(codes: readonly KindCode[]) {
  return ({ kind }: Readonly<Record<string, unknown>>): Source => {
    if (!isKind(kind) || !codes.includes(kind))
      return refuse('request.field', { field: 'kind' }, { field: 'kind' });
    return sources[kind];
  };
}

/** The columns a list can show: what its tables may name. */
export const listColumns: readonly string[] = Object.keys(expressions);
