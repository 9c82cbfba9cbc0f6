import { inDetailTable, outDetailTable } from '@tradehouse/contract';
import type { GoodsDirection, RowOf } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { refuseWith } from '../../../kernel/access/index.ts';
import { onlyNamedFilters, bindTable } from '../../../kernel/table/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import type { BoundTable, TableQuery } from '../../../kernel/table/index.ts';
import { lineJoins, paperJoins } from '../books/beside.ts';
import { productColumns } from './goods.ts';
import {
  requestedDocumentsSql,
  hasOtherLine,
  hasTradeLine,
  movedLinesSql,
  otherLines,
  listOtherLineKinds,
  tradesOf,
} from './goodsLines.ts';
import type { GoodsLinesQuery, MovedLinesQuery } from './goodsLines.ts';
import { tradedLines } from '../trade/tradedBy.ts';

type GoodsMovedSql = RawBuilder<unknown>;
type GoodsDetailTable = typeof inDetailTable;
type GoodsDetailRow = Pick<
  RowOf<GoodsDetailTable>,
  'id' | 'documentId' | 'quantity' | 'unitPrice' | 'amount' | 'tax' | 'time'
>;

const goodsDetailRowsSql = (context: Context, moved: MovedLinesQuery) => sql<GoodsDetailRow>`
  select line.document_id || '-' || line.line as id, line.document_id as "documentId", line.document_id, line.line, line.sku_id,
    line.warehouse_id, line.quantity, line.amount / nullif(line.quantity, 0) as "unitPrice", line.amount, line.tax,
    document.business_time as time
  from (${movedLinesSql(context, moved)}) as line
  join document on document.tenant_id = ${context.tenantId} and document.id = line.document_id`;

/** Columns of a line's document, goods and warehouse. */
export const lineBeside = (tenantId: string) => ({
  by: ['document_id', 'line', 'sku_id', 'warehouse_id'],
  joins: sql`${paperJoins(tenantId)} ${lineJoins(tenantId)}
    left join unit on unit.tenant_id = ${tenantId} and unit.id = product.unit_id
    left join warehouse on warehouse.tenant_id = ${tenantId} and warehouse.id = "row".warehouse_id`,
  columns: {
    number: sql`coalesce(document.number, '')`,
    kind: sql`document.kind`,
    barcode: sql`line.barcode`,
    ...productColumns,
    unit: sql`coalesce(product.unit_name, unit.base_unit)`,
    attributes: sql`sku.attributes`,
    warehouseName: sql`warehouse.name`,
    remark: sql`concat_ws(' ', nullif(document.remark, ''), nullif(line.remark, ''))`,
  },
});

const ofRollUps = ['dates', 'organId', 'warehouses', 'institution'] as const;

/** Returns filters answerable from days and months of trade; null: further filters. */
const toSimpleGoodsQuery = (query: TableQuery): GoodsLinesQuery | null =>
  onlyNamedFilters(inDetailTable, query, ofRollUps);

/** Number of lines and their sums: trade from days and months, the few further kinds from the lines. */
function shortTotals(
  context: Context,
  direction: GoodsDirection,
  query: TableQuery,
): GoodsMovedSql | null {
  const filters = toSimpleGoodsQuery(query);
  if (filters === null) return null;
  const [since = null, until = null] = filters.dates ?? [];
  const trade = tradedLines(context, {
    kinds: tradesOf(direction),
    since,
    until,
    partnerId: filters.organId,
    warehouseIds: filters.warehouses,
    institution: filters.institution,
  });
  const others = otherLines(context, {
    direction,
    filters,
    documents: requestedDocumentsSql(context, filters),
  });
  return sql`
    select sum(part.lines) as "#", sum(part.quantity) as quantity, sum(part.amount) as amount, sum(part.tax) as tax
    from (
      select lines, quantity, amount - tax + discount as amount, tax from (${trade}) as trade
      union all
      select count(*), coalesce(sum(quantity), 0), coalesce(sum(amount), 0), coalesce(sum(tax), 0) from (${others}) as line) as part`;
}

/**
 * Newest documents, at least enough for the displayed rows, for trade kind by kind from the day index.
 * Documents of an equal instant are included all or none, therefore the cut never decides their lines'
 * order.
 */
function newestDocumentsSql(
  context: Context,
  direction: GoodsDirection,
  filters: GoodsLinesQuery,
  most: number,
): GoodsMovedSql {
  const { tenantId } = context;
  const first = (ofKind: GoodsMovedSql, has: GoodsMovedSql) => sql`(
    select document.id, document.business_time from document
    where document.tenant_id = ${tenantId} and ${ofKind} and ${requestedDocumentsSql(context, filters)} and ${has}
    order by document.business_time desc fetch first ${sql.lit(most)} rows with ties)`;
  const parts = [
    ...tradesOf(direction).map((kind) =>
      first(sql`document.kind = ${kind}`, hasTradeLine(context, filters)),
    ),
    first(
      sql`document.kind = any(${listOtherLineKinds(direction)}::text[])`,
      hasOtherLine(context, direction, filters),
    ),
  ];
  return sql`
    select newest.id from (${sql.join(parts, sql` union all `)}) as newest
    order by newest.business_time desc fetch first ${sql.lit(most)} rows with ties`;
}

const bindGoodsDetail = (
  table: GoodsDetailTable | typeof outDetailTable,
  direction: GoodsDirection,
): BoundTable =>
  bindTable(
    table,
    (context, filters) =>
      goodsDetailRowsSql(context, {
        direction,
        filters,
        documents: requestedDocumentsSql(context, filters),
      }),
    {
      pages: 'whole',
      totals: (context, query) => shortTotals(context, direction, query),
      end: (context, query) => {
        const { column, direction: way } = query.order;
        const filters = column === 'time' && way === 'desc' ? toSimpleGoodsQuery(query) : null;
        if (filters === null) return null;
        const first = newestDocumentsSql(context, direction, filters, query.offset + query.limit);
        const documents = sql`document.id = any(array(select id from newest))`;
        return sql`with newest as materialized (${first}) ${goodsDetailRowsSql(context, { direction, filters, documents })}`;
      },
      beside({ tenantId }) {
        const beside = lineBeside(tenantId);
        const columns = {
          ...beside.columns,
          taxRate: sql`line.tax_rate`,
          partnerName: sql`coalesce(partner.name, '')`,
        };
        return { ...beside, columns };
      },
    },
    // SAFETY: single-table sources behave alike, by their table's filters.
  ) as unknown as BoundTable;

const inDetailRows = bindGoodsDetail(inDetailTable, 'in');
const outDetailRows = bindGoodsDetail(outDetailTable, 'out');

/** Returns the receipts or the issues. */
export function pickDetail({ type }: Readonly<Record<string, unknown>>): BoundTable {
  if (type === inDetailTable.fixed.type) return inDetailRows;
  if (type === outDetailTable.fixed.type) return outDetailRows;
  return refuseWith('request.field', { field: 'type' }, { field: 'type' });
}
