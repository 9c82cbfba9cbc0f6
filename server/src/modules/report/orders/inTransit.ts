import { inTransitTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { visibleDocuments } from '../../../kernel/access/index.ts';
import { bindTable, containsTextSql } from '../../../kernel/table/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import type { FiltersOf } from '../../../kernel/table/index.ts';
import { comesToGranted, openOrders, openTransfers } from '../../document/index.ts';
import { allOf, optionalCondition } from '../conditions.ts';
import { arrivedOf, requestedGoodsSql, dayOfLine } from '../goods/goodsLines.ts';

type InTransitSql = RawBuilder<unknown>;
type InTransitFilters = FiltersOf<typeof inTransitTable>;

/** Conditions on a `document` and a `line`, with goods going to the warehouse in `target`. */
function inTransitConditionsSql(
  context: Context,
  filters: InTransitFilters,
  target: string,
): InTransitSql {
  const { tenantId, scope } = context;
  const column = sql.ref(`line.${target}`);
  return allOf([
    visibleDocuments(scope, 'document'),
    comesToGranted(scope, `line.${target}`),
    requestedGoodsSql(tenantId, filters),
    ...optionalCondition(filters.organId, (id) => sql`document.partner_id = ${id}`),
    ...optionalCondition(filters.expectedOn, ([since, until]) =>
      allOf([
        sql`${dayOfLine} is not null`,
        ...optionalCondition(since ?? undefined, (day) => sql`${dayOfLine} >= ${day}::date`),
        ...optionalCondition(until ?? undefined, (day) => sql`${dayOfLine} <= ${day}::date`),
      ]),
    ),
    ...optionalCondition(filters.warehouses, (ids) => sql`${column} = any(${ids}::bigint[])`),
    ...optionalCondition(filters.skuId, (id) => sql`line.sku_id = ${id}`),
    ...optionalCondition(filters.number, (part) => containsTextSql(sql`document.number`, part)),
  ]);
}

/** Open quantities of purchase orders. */
const boughtLines = (context: Context, filters: InTransitFilters): InTransitSql => sql`
  select document.id as document_id, line.line, line.sku_id, line.warehouse_id, line.base_quantity as ordered,
    line.done_quantity as arrived, line.base_quantity - line.done_quantity as left,
    round((line.total - line.tax) * document.exchange_rate, document.money_digits) as amount, ${dayOfLine} as expected_on,
    case when exists (select from tally where tally.tenant_id = ${context.tenantId} and tally.document_id = document.id) then 'tallying'
      when line.done_quantity > 0 then 'partlyIn' else 'bought' end as state
  from ${openOrders(context.tenantId, 'purchaseOrder')} as document
  join document_line as line on line.tenant_id = ${context.tenantId} and line.document_id = document.id
  where line.sku_id is not null and line.done_quantity < line.base_quantity and ${inTransitConditionsSql(context, filters, 'warehouse_id')}`;

/** Transfer quantities neither arrived nor written off. */
const transferLinesInTransitSql = (
  context: Context,
  filters: InTransitFilters,
): InTransitSql => sql`
  select document.id, line.line, line.sku_id, line.target_warehouse_id, line.base_quantity,
    ${arrivedOf(context.tenantId)}, line.base_quantity - line.done_quantity, line.amount, ${dayOfLine},
    case when line.done_quantity > 0 then 'partlyIn' else 'moving' end
  from ${openTransfers(context.tenantId)} as document
  join document_line as line on line.tenant_id = ${context.tenantId} and line.document_id = document.id
  where line.sku_id is not null and line.done_quantity < line.base_quantity
    and ${inTransitConditionsSql(context, filters, 'target_warehouse_id')}`;

/**
 * Carrier of `document`: of its last shipment in force, else of its freight, else as typed in its tally.
 * Purchase orders have no shipment, and are sent by the supplier.
 */
const carriersInTransit = (tenantId: string): InTransitSql => sql`
  left join lateral (
    select sent.id, sent.company_id from logistics_order sent
    where sent.tenant_id = ${tenantId} and sent.document_id = document.id and sent.state <> 'cancelled'
    order by sent.id desc limit 1) as shipment on true
  left join lateral (
    select freight.company_id from freight_info freight
    where freight.tenant_id = ${tenantId} and freight.document_id = document.id and not freight.cancelled
    order by freight.id desc limit 1) as freight on true
  left join logistics_company company on company.tenant_id = ${tenantId}
    and company.id = coalesce(shipment.company_id, freight.company_id)
  left join lateral (
    select nullif(tally.content ->> 'carrier', '') as carrier,
      nullif(tally.content ->> 'tracking', '') as tracking
    from tally where tally.tenant_id = ${tenantId} and tally.document_id = document.id) as tallied on true`;

type InTransitRow = Pick<
  RowOf<typeof inTransitTable>,
  | 'id'
  | 'productId'
  | 'documentId'
  | 'state'
  | 'ordered'
  | 'arrived'
  | 'inTransit'
  | 'unitPrice'
  | 'amount'
  | 'expectedOn'
  | 'daysLate'
>;

export const inTransitRows = bindTable(
  inTransitTable,
  (context, filters) => {
    const { tenantId } = context;
    const { state } = filters;
    const lines = sql`
      select line.*, sku.product_id, line.left * line.amount / line.ordered as worth,
        round(line.left * line.amount / line.ordered, setting.currency_digits) as shown
      from (${boughtLines(context, filters)} union all ${transferLinesInTransitSql(context, filters)}) as line
      join sku on sku.tenant_id = ${tenantId} and sku.id = line.sku_id
      join tenant_setting as setting on setting.tenant_id = ${tenantId}
      where ${state === undefined ? sql`true` : sql`line.state = any(${state}::text[])`}`;
    const rows =
      filters.level === 'product'
        ? sql`
          select product_id::text as id, product_id, null::bigint as document_id, null::int as line, null::bigint as sku_id,
            null::bigint as warehouse_id, null as state, sum(ordered) as ordered, sum(arrived) as arrived, sum("left") as "left",
            sum(worth) as worth, sum(shown) as shown, min(expected_on) as expected_on
          from (${lines}) as line group by product_id`
        : sql`
          select document_id || '-' || line as id, product_id, document_id, line, sku_id, warehouse_id, state, ordered, arrived,
            "left", worth, shown, expected_on
          from (${lines}) as line`;
    return sql<InTransitRow>`
      select part.id, part.product_id as "productId", part.document_id as "documentId", part.line, part.sku_id, part.warehouse_id,
        part.state, part.ordered, part.arrived, part."left" as "inTransit", part.worth / part."left" as "unitPrice",
        part.shown as amount, part.expected_on as "expectedOn",
        greatest((now() at time zone setting.time_zone)::date - part.expected_on, 0) as "daysLate"
      from (${rows}) as part
      join tenant_setting as setting on setting.tenant_id = ${tenantId}`;
  },
  {
    pages: 'whole',
    beside({ tenantId }) {
      return {
        by: ['productId', 'documentId', 'line', 'sku_id', 'warehouse_id'],
        joins: sql`
          left join product on product.tenant_id = ${tenantId} and product.id = "row"."productId"
          left join unit on unit.tenant_id = ${tenantId} and unit.id = product.unit_id
          left join sku on sku.tenant_id = ${tenantId} and sku.id = "row".sku_id
          left join document on document.tenant_id = ${tenantId} and document.id = "row"."documentId"
          left join document_line as line
            on line.tenant_id = ${tenantId} and line.document_id = "row"."documentId" and line.line = "row".line
          left join partner on partner.tenant_id = ${tenantId} and partner.id = document.partner_id
          left join warehouse on warehouse.tenant_id = ${tenantId} and warehouse.id = "row".warehouse_id
          left join lateral (
            select code from barcode where barcode.tenant_id = ${tenantId} and barcode.product_id = product.id
            order by is_default desc, position limit 1) as barcode on "row"."documentId" is null
          ${carriersInTransit(tenantId)}`,
        columns: {
          kind: sql`document.kind`,
          barcode: sql`coalesce(line.barcode, barcode.code)`,
          name: sql`product.name`,
          standard: sql`product.standard`,
          attributes: sql`sku.attributes`,
          number: sql`document.number`,
          supplierName: sql`partner.name`,
          warehouseName: sql`warehouse.name`,
          unit: sql`coalesce(product.unit_name, unit.base_unit)`,
          time: sql`document.business_time`,
          carrierName: sql`coalesce(company.name, tallied.carrier)`,
          externalTracking: sql`coalesce(nullif(document.external_tracking, ''), tallied.tracking)`,
          trackingUrl: sql`company.tracking_url`,
          shipmentId: sql`shipment.id`,
        },
      };
    },
  },
);
