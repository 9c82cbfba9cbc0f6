import { inDetailTable, outDetailTable } from '@tradehouse/contract';
import type { Direction, RowOf } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { onlyAsked, refuse, source } from '../../../kernel/index.ts';
import type { Context, Source, TableQuery } from '../../../kernel/index.ts';
import { lineJoins, paperJoins } from '../books/beside.ts';
import { productColumns } from './goods.ts';
import {
  askedDocuments,
  hasOtherLine,
  hasTradeLine,
  movedLines,
  otherLines,
  othersOf,
  tradesOf,
} from './goodsLines.ts';
import type { LinesAsked, Moved } from './goodsLines.ts';
import { tradedLines } from '../trade/tradedBy.ts';

type Sql = RawBuilder<unknown>;
type Detail = typeof inDetailTable;
type Worked = Pick<
  RowOf<Detail>,
  'id' | 'documentId' | 'quantity' | 'unitPrice' | 'amount' | 'tax' | 'time'
>;

const rowsOf = (context: Context, moved: Moved) => sql<Worked>`
  select line.document_id || '-' || line.line as id, line.document_id as "documentId", line.document_id, line.line, line.sku_id,
    line.warehouse_id, line.quantity, line.amount / nullif(line.quantity, 0) as "unitPrice", line.amount, line.tax,
    document.business_time as time
  from (${movedLines(context, moved)}) as line
  join document on document.tenant_id = ${context.tenantId} and document.id = line.document_id`;

/** What reports say of a line's document, its goods and where they lie. */
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

/** What a request asks for that days and months of trade can tell; null: it asks for more. */
const shortAsked = (query: TableQuery): LinesAsked | null =>
  onlyAsked(inDetailTable, query, ofRollUps);

/** How many lines there are and what they come to: of trade from days and months, of the few others from the lines. */
function shortTotals(context: Context, direction: Direction, query: TableQuery): Sql | null {
  const asked = shortAsked(query);
  if (asked === null) return null;
  const [since = null, until = null] = asked.dates ?? [];
  const trade = tradedLines(context, {
    kinds: tradesOf(direction),
    since,
    until,
    partnerId: asked.organId,
    warehouseIds: asked.warehouses,
    institution: asked.institution,
  });
  const others = otherLines(context, {
    direction,
    asked,
    documents: askedDocuments(context, asked),
  });
  return sql`
    select sum(part.lines) as "#", sum(part.quantity) as quantity, sum(part.amount) as amount, sum(part.tax) as tax
    from (
      select lines, quantity, amount - tax + discount as amount, tax from (${trade}) as trade
      union all
      select count(*), coalesce(sum(quantity), 0), coalesce(sum(amount), 0), coalesce(sum(tax), 0) from (${others}) as line) as part`;
}

/**
 * The documents whose lines stand first, so many as there are rows to show, of trade kind by kind from the index of their days;
 * those of one instant all or none, so that how lines of one instant stand is not theirs to decide.
 */
function newest(context: Context, direction: Direction, asked: LinesAsked, most: number): Sql {
  const { tenantId } = context;
  const first = (ofKind: Sql, has: Sql) => sql`(
    select document.id, document.business_time from document
    where document.tenant_id = ${tenantId} and ${ofKind} and ${askedDocuments(context, asked)} and ${has}
    order by document.business_time desc fetch first ${sql.lit(most)} rows with ties)`;
  const parts = [
    ...tradesOf(direction).map((kind) =>
      first(sql`document.kind = ${kind}`, hasTradeLine(context, asked)),
    ),
    first(
      sql`document.kind = any(${othersOf(direction)}::text[])`,
      hasOtherLine(context, direction, asked),
    ),
  ];
  return sql`
    select newest.id from (${sql.join(parts, sql` union all `)}) as newest
    order by newest.business_time desc fetch first ${sql.lit(most)} rows with ties`;
}

const detail = (table: Detail | typeof outDetailTable, direction: Direction): Source =>
  source(
    table,
    (context, asked) =>
      rowsOf(context, { direction, asked, documents: askedDocuments(context, asked) }),
    {
      pages: 'whole',
      totals: (context, query) => shortTotals(context, direction, query),
      end: (context, query) => {
        const { column, direction: way } = query.order;
        const asked = column === 'time' && way === 'desc' ? shortAsked(query) : null;
        if (asked === null) return null;
        const first = newest(context, direction, asked, query.offset + query.limit);
        const documents = sql`document.id = any(array(select id from newest))`;
        return sql`with newest as materialized (${first}) ${rowsOf(context, { direction, asked, documents })}`;
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
    // SAFETY: a source of one table answers as any does, by the filters of that table.
  ) as unknown as Source;

const inDetailRows = detail(inDetailTable, 'in');
const outDetailRows = detail(outDetailTable, 'out');

/** What came in, or what went out. */
export function pickDetail({ type }: Readonly<Record<string, unknown>>): Source {
  if (type === inDetailTable.fixed.type) return inDetailRows;
  if (type === outDetailTable.fixed.type) return outDetailRows;
  return refuse('request.field', { field: 'type' }, { field: 'type' });
}
