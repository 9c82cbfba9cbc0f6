import { fulfilmentTable } from '@tradehouse/contract';
import type { RowOf, fulfilmentLevels } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { grantedWarehouses } from '../../../kernel/access/index.ts';
import { bindTable } from '../../../kernel/table/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import type { FiltersOf } from '../../../kernel/table/index.ts';
import { companyTodaySql } from '../../system/index.ts';
import { requestedDocumentsSql, requestedGoodsSql, dayOfLine } from '../goods/goodsLines.ts';
import { namedRecord } from '../namedRecord.ts';
import type { RecordNameSource } from '../namedRecord.ts';

type FulfilmentSql = RawBuilder<unknown>;
type FulfilmentFilters = FiltersOf<typeof fulfilmentTable>;

interface FulfilmentLevelSource {
  readonly key: FulfilmentSql;
  /** Names of the rows; a week is named by its Monday. */
  readonly names: RecordNameSource;
}

const levels: Readonly<Record<(typeof fulfilmentLevels)[number], FulfilmentLevelSource>> = {
  customer: { key: sql`coalesce(document.partner_id, 0)::text`, names: ['partner', 'name'] },
  product: { key: sql`line.product_id::text`, names: ['product', 'name'] },
  salesperson: { key: sql`team.id::text`, names: ['person', 'name'] },
  warehouse: { key: sql`coalesce(sent.warehouse_id, 0)::text`, names: ['warehouse', 'name'] },
  week: { key: sql`date_trunc('week', document.business_date)::date::text`, names: null },
  document: { key: sql`document.id::text`, names: ['document', 'number'] },
};

/** Day of a line's last delivery and, on request, the warehouse; joined to a `line` of a `document`. */
function lastShipment({ tenantId, scope }: Context, whence: boolean): FulfilmentSql {
  const granted = sql`case when ${grantedWarehouses(scope, 'part.warehouse_id')} then part.warehouse_id end`;
  const part = sql`
    join document_line as part on part.tenant_id = ${tenantId} and part.document_id = child.id and part.line = link.target_line`;
  return sql`
    left join lateral (
      select child.business_date as sent_on, ${whence ? granted : sql`null::bigint`} as warehouse_id
      from document_link as link
      join document as child on child.tenant_id = ${tenantId} and child.id = link.target_document_id and child.in_force
        and child.kind = 'saleOut'
      ${whence ? part : sql``}
      where link.tenant_id = ${tenantId} and link.source_document_id = line.document_id and link.source_line = line.line
        and line.done_quantity > 0
      order by child.business_date desc, child.id desc limit 1) as sent on true`;
}

/** Rows per salesperson of an order; a single row for none. */
const salesTeamSql = (salesMan: string | undefined): FulfilmentSql => sql`
  join lateral (
    select distinct id from unnest(case when document.salesperson_ids = '{}' then array[0::bigint] else document.salesperson_ids end) as id)
    as team on ${salesMan === undefined ? sql`true` : sql`team.id = ${salesMan}`}`;

/**
 * Requested lines of approved sales orders, each with the row's `key`, the delivered quantity, and the day.
 */
function orderLines(
  context: Context,
  { key, filters }: { key: FulfilmentSql; filters: FulfilmentFilters },
): FulfilmentSql {
  const { tenantId } = context;
  const { level, salesMan, warehouses } = filters;
  const shipment = lastShipment(context, level === 'warehouse' || warehouses !== undefined);
  const isIn = sql`${salesMan}::bigint = any(document.salesperson_ids)`;
  return sql`
    select ${key} as key, document.id as document_id, document.cancel_reason is not null as cancelled, document.closed,
      line.base_quantity as ordered, least(line.done_quantity, line.base_quantity) as shipped, ${dayOfLine} as expected_on,
      case when line.done_quantity >= line.base_quantity then sent.sent_on end as sent_on, document.business_date as ordered_on
    from document
    join document_line as line on line.tenant_id = ${tenantId} and line.document_id = document.id and line.sku_id is not null
    ${shipment} ${level === 'salesperson' ? salesTeamSql(salesMan) : sql``}
    where document.tenant_id = ${tenantId} and document.kind = 'saleOrder' and document.approval = 'approved'
      and line.base_quantity > 0 and ${requestedDocumentsSql(context, filters)} and ${requestedGoodsSql(tenantId, filters)}
      and ${salesMan === undefined ? sql`true` : isIn}
      and ${warehouses === undefined ? sql`true` : sql`sent.warehouse_id = any(${warehouses}::bigint[])`}`;
}

const fulfilmentRateSql = (part: FulfilmentSql, whole: FulfilmentSql): FulfilmentSql =>
  sql`round(${part} * 100 / nullif(${whole}, 0), 2)`;

export const fulfilmentRows = bindTable(
  fulfilmentTable,
  (context, filters) => {
    const { tenantId } = context;
    // SAFETY: the reader lets no further choice through.
    const level = levels[filters.level as keyof typeof levels];
    const named = namedRecord(level.names, {
      tenantId,
      key: 'served.key',
      itself: sql`served.key`,
    });
    const due = sql`line.expected_on is not null and (line.sent_on is not null or line.expected_on < today.day)`;
    return sql<RowOf<typeof fulfilmentTable>>`
      select served.key as id, ${named.documentId} as "documentId", ${named.kind} as kind, ${named.name} as name,
        served.orders, served.ordered, served.shipped, served.open, ${fulfilmentRateSql(sql`served.shipped`, sql`served.ordered`)} as "fillRate",
        ${fulfilmentRateSql(sql`served.in_time`, sql`served.due`)} as "onTimeRate", round(served.days, 1) as days, served.cancelled
      from (
        select line.key, count(distinct line.document_id) filter (where not line.cancelled) as orders,
          coalesce(sum(line.ordered) filter (where not line.cancelled), 0) as ordered,
          coalesce(sum(line.shipped) filter (where not line.cancelled), 0) as shipped,
          coalesce(sum(line.ordered - line.shipped) filter (where not line.closed), 0) as open,
          count(*) filter (where not line.cancelled and ${due})::numeric as due,
          count(*) filter (where not line.cancelled and line.sent_on <= line.expected_on)::numeric as in_time,
          avg(line.sent_on - line.ordered_on) as days,
          count(distinct line.document_id) filter (where line.cancelled) as cancelled
        from (${orderLines(context, { key: level.key, filters })}) as line
        cross join ${companyTodaySql(tenantId)} as today
        group by line.key) as served
      ${named.joins}`;
  },
  { pages: 'whole' },
);
