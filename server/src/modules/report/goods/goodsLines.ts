import type { GoodsDirection, inDetailTable } from '@tradehouse/contract';
import { tradedGoods } from '@tradehouse/database';
import { documentKinds, kindCodes } from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { seesAmounts, visibleDocuments } from '../../../kernel/access/index.ts';
import { bookedBetween, matchesKeyword } from '../../../kernel/table/index.ts';
import { rowsAsTable } from '../../../kernel/tx/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import type { FiltersOf } from '../../../kernel/table/index.ts';
import { inCategory } from '../../catalog/index.ts';
import { inInstitution } from '../../institution/index.ts';
import { allOf, optionalCondition } from '../conditions.ts';
import { chosenWarehouses } from './stockAt.ts';
import { sqlFromTemplate } from '../sqlTemplate.ts';

type GoodsLineSql = RawBuilder<unknown>;
export type GoodsLinesQuery = Pick<
  FiltersOf<typeof inDetailTable>,
  | 'keyword'
  | 'dates'
  | 'materialId'
  | 'organId'
  | 'warehouses'
  | 'creator'
  | 'institution'
  | 'category'
>;

/** Trade kinds with goods moving in this direction. */
export const tradesOf = (direction: GoodsDirection): KindCode[] =>
  kindCodes.filter((code) => {
    const { trade, goods } = documentKinds[code];
    return trade !== null && goods.item?.[direction === 'in' ? 'to' : 'from'] === 'warehouse';
  });

interface GoodsLineRole {
  readonly kind: KindCode;
  readonly role: string;
  /** Sign of the lines in this direction, for counts; 0: all lines. */
  readonly sign: 1 | 0 | -1;
}

/** Lines of non-trade kinds with goods in this direction, without transfers. */
const otherWays = (direction: GoodsDirection): GoodsLineRole[] =>
  kindCodes.flatMap((kind) =>
    Object.entries(documentKinds[kind].goods).flatMap(([role, flow]): GoodsLineRole[] => {
      if (documentKinds[kind].trade !== null || flow.to === 'targetWarehouse') return [];
      const goes = (flow.to === 'warehouse') === (direction === 'in');
      if (flow.signed === true) return [{ kind, role, sign: goes ? 1 : -1 }];
      return goes ? [{ kind, role, sign: 0 }] : [];
    }),
  );

/** Non-trade kinds with lines in this direction. */
export const listOtherLineKinds = (direction: GoodsDirection): KindCode[] => [
  ...new Set(otherWays(direction).map(({ kind }) => kind)),
];

/** Requested documents in force that the reader may see; a condition on `document`. */
export function requestedDocumentsSql(
  { tenantId, scope }: Context,
  filters: GoodsLinesQuery,
): GoodsLineSql {
  const [since = null, until = null] = filters.dates ?? [];
  return allOf([
    bookedBetween('document', since, until),
    // Documents in force are not deleted: the redundant condition enables the indexes of days and of
    // partners.
    sql`document.deleted_at is null and document.in_force`,
    visibleDocuments(scope, 'document'),
    ...optionalCondition(filters.organId, (id) => sql`document.partner_id = ${id}`),
    ...optionalCondition(filters.creator, (id) => sql`document.creator_id = ${id}`),
    ...optionalCondition(filters.institution, (id) =>
      inInstitution(tenantId, id, sql`document.institution_id`),
    ),
  ]);
}

/** Requested goods; a condition on `line`. */
export function requestedGoodsSql(tenantId: string, filters: GoodsLinesQuery): GoodsLineSql {
  const goods = [
    ...optionalCondition(filters.materialId, (id) => sql`product.id = ${id}`),
    ...optionalCondition(filters.keyword, (words) => matchesKeyword(tenantId, words)),
    ...optionalCondition(filters.category, (id) => inCategory(tenantId, id)),
  ];
  if (goods.length === 0) return sql`true`;
  return sql`line.sku_id in (
    select sku.id from sku join product on product.tenant_id = ${tenantId} and product.id = sku.product_id
    where sku.tenant_id = ${tenantId} and ${allOf(goods)})`;
}

/** Requested goods in requested warehouses, limited to the reader's warehouses; a condition on `line`. */
const requestedLinesSql = (context: Context, filters: GoodsLinesQuery): GoodsLineSql =>
  allOf([
    chosenWarehouses(context, 'line.warehouse_id', filters.warehouses),
    requestedGoodsSql(context.tenantId, filters),
  ]);

export interface MovedLinesQuery {
  readonly direction: GoodsDirection;
  readonly filters: GoodsLinesQuery;
  /** Condition on `document`. */
  readonly documents: GoodsLineSql;
}

/** The lines of trade that go this way, as `movedLinesSql` has them. */
function tradeLines(
  context: Context,
  { direction, filters, documents }: MovedLinesQuery,
): GoodsLineSql {
  const of = sql`${documents} and document.kind = any(${tradesOf(direction)}::text[])`;
  return sql`
    select line.document_id, line.line, line.sku_id, line.warehouse_id, line.quantity,
      line.amount - line.tax + line.discount as amount, line.tax
    from ${sqlFromTemplate(tradedGoods({ of: '$2', measures: ['amount', 'tax', 'discount'] }), { $1: sql`${context.tenantId}`, $2: of })} as line
    where ${requestedLinesSql(context, filters)}`;
}

/**
 * Joins non-trade lines in this direction to a `document` with a `line`; `given.sign` is the required sign,
 * 0 any.
 */
const otherWay = (direction: GoodsDirection): GoodsLineSql => sql`
  ${rowsAsTable(otherWays(direction), 'kind text, role text, sign int')} on given.kind = document.kind and given.role = line.role
    and (given.sign = 0 or sign(line.base_quantity) = given.sign)`;

/** Condition for a requested line in this direction on a non-trade `document`. */
export const hasOtherLine = (
  context: Context,
  direction: GoodsDirection,
  filters: GoodsLinesQuery,
): GoodsLineSql => sql`exists (
  select from document_line as line join ${otherWay(direction)}
  where line.tenant_id = ${context.tenantId} and line.document_id = document.id and line.base_quantity <> 0
    and ${requestedLinesSql(context, filters)})`;

/** Condition for a requested line on a trade `document`. */
export const hasTradeLine = (
  context: Context,
  filters: GoodsLinesQuery,
): GoodsLineSql => sql`exists (
  select from document_line as line
  where line.tenant_id = ${context.tenantId} and line.document_id = document.id and line.sku_id is not null
    and ${requestedLinesSql(context, filters)})`;

/** Lines of kinds other than purchases and sales with this direction, in the form of `movedLinesSql`. */
export function otherLines(
  context: Context,
  { direction, filters, documents }: MovedLinesQuery,
): GoodsLineSql {
  const { tenantId, scope } = context;
  const amount = sql`round(line.amount * document.exchange_rate, document.money_digits)`;
  // Goods found by a count are shown at cost.
  const seen = seesAmounts(scope, 'cost')
    ? amount
    : sql`case when given.sign = 0 then ${amount} end`;
  return sql`
    select line.document_id, line.line, line.sku_id, line.warehouse_id, abs(line.base_quantity) as quantity, ${seen} as amount,
      line.tax
    from document
    join document_line as line on line.tenant_id = ${tenantId} and line.document_id = document.id
    join ${otherWay(direction)}
    where document.tenant_id = ${tenantId} and document.kind = any(${listOtherLineKinds(direction)}::text[])
      and ${documents}
      and line.base_quantity <> 0 and ${requestedLinesSql(context, filters)}`;
}

/**
 * Lines that received or issued goods, without transfers: a relation (document_id, line, sku_id,
 * warehouse_id, quantity, amount, tax), in base units and the company's own currency, amounts without tax
 * and before discounts.
 */
export const movedLinesSql = (context: Context, moved: MovedLinesQuery): GoodsLineSql =>
  sql`${tradeLines(context, moved)} union all ${otherLines(context, moved)}`;

/** Expected or promised day of a `line`: the line's own day, else the order's. */
export const dayOfLine: GoodsLineSql = sql`coalesce(line.expected_on, document.expected_on)`;

/** Arrived quantity of a `line` of a transfer in transit, by the receipts in force. */
export const arrivedOf = (tenantId: string): GoodsLineSql => sql`coalesce((
  select sum(child.base_quantity)
  from document_link as link
  join document as receipt on receipt.tenant_id = ${tenantId} and receipt.id = link.target_document_id and receipt.in_force
  join document_line as child
    on child.tenant_id = ${tenantId} and child.document_id = receipt.id and child.line = link.target_line and child.role = 'item'
  where link.tenant_id = ${tenantId} and link.source_document_id = line.document_id and link.source_line = line.line), 0)`;

/**
 * Lines of transfers: a relation (document_id, line, sku_id, warehouse_id, target_warehouse_id, quantity,
 * arrived, amount, money_digits). Goods in transit have arrived by receipts only.
 *
 * @param lines condition on `line`
 */
export function transferLines(
  context: Context,
  filters: GoodsLinesQuery,
  lines: GoodsLineSql,
): GoodsLineSql {
  const { tenantId } = context;
  return sql`
    select line.document_id, line.line, line.sku_id, line.warehouse_id, line.target_warehouse_id,
      line.base_quantity as quantity, line.amount, document.money_digits,
      case when document.travels then ${arrivedOf(tenantId)} else line.base_quantity end as arrived
    from document
    join document_line as line on line.tenant_id = ${tenantId} and line.document_id = document.id
    where document.tenant_id = ${tenantId} and document.kind = any(${transfers}::text[]) and line.sku_id is not null
      and ${requestedDocumentsSql(context, filters)} and ${requestedGoodsSql(tenantId, filters)} and ${lines}`;
}

const transfers = kindCodes.filter((code) => documentKinds[code].targetWarehouse);
