import { stockLedgerTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { internalKindCodes, kindCodes, monthsBefore } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { bindTable } from '../../../kernel/table/index.ts';
import type { FilterResolver } from '../../../kernel/table/index.ts';
import { refuseWith, visibleDocuments } from '../../../kernel/access/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { invoiceNumbersOf } from '../../document/index.ts';
import { kindOrOpening, lineJoins, moveBeside, ofVisible } from '../books/beside.ts';
import { FIRST_DAY, LAST_DAY, dayBefore } from '../laterPeriods.ts';
import { chosenWarehouses, ofProduct, ofSku, stockAt } from './stockAt.ts';
import type { StockQuery } from './stockAt.ts';

/** Places of a move, with the direction of the goods: in or out. */
const ends = sql`(values
  ('a', -1, move.from_place, move.from_id), ('b', 1, move.to_place, move.to_id))`;
const inLot = (lot: string | undefined) => (lot === undefined ? sql`true` : sql`move.lot = ${lot}`);

/** Stock before a day. Days and months know no lots: a lot's stock is the sum of the moves. */
function stockBeforeSql(
  context: Context,
  since: string,
  goods: StockQuery,
  lot: string | undefined,
): RawBuilder<unknown> {
  const { tenantId } = context;
  const { productId, skuId, warehouseIds } = goods;
  if (lot === undefined)
    return sql`coalesce((select sum(quantity)
      from ${stockAt(context, { day: dayBefore(since), ...goods })} as before), 0)`;
  return sql`coalesce((select sum(spot.sign * move.quantity)
    from stock_move as move
    cross join lateral ${ends} as spot(side, sign, place, warehouse_id)
    where move.tenant_id = ${tenantId} and spot.place = 'warehouse' and move.business_date < ${since}::date
      and ${ofProduct(tenantId, 'move.sku_id', productId)} and ${ofSku('move.sku_id', skuId)} and ${inLot(lot)}
      and ${chosenWarehouses(context, 'spot.warehouse_id', warehouseIds)}), 0)`;
}

type StockLedgerRow = Pick<
  RowOf<typeof stockLedgerTable>,
  | 'id'
  | 'sequence'
  | 'date'
  | 'lot'
  | 'stockType'
  | 'before'
  | 'change'
  | 'after'
  | 'cost'
  | 'value'
>;

/** Posting numbers count the moves of one SKU. */
const inPostingOrder = sql`move.business_date, move.posting_number, move.sku_id`;
const inDocumentOrder = sql`move.business_date, move.posted_at, move.document_id`;

/** The index of numbers begins with the kind. */
const everyKind = [...kindCodes, ...internalKindCodes];

/** Whole documents of a number, with access: the moves of their goods are few in any history. */
async function findNumberedDocuments(
  { tenantId, scope, tx }: Context,
  number: string,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    
    select id from document
    where tenant_id = ${tenantId} and kind = any(${everyKind}::text[]) and number = ${number}
      and ${visibleDocuments(scope, 'document')}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Returns true if the range is at most a month long, whatever the day it begins on. */
const isWithinMonth = (since: string | null, until: string | null): boolean =>
  since !== null && until !== null && since >= monthsBefore(until, 1);

/**
 * A ledger of all goods reads a month at most, or the documents of a number. Otherwise a question grows with
 * the history of the company.
 */
const narrowedLedger: FilterResolver = async (context, filters) => {
  if (filters['materialId'] !== undefined) return filters;
  const number = filters['number'];
  const documentIds =
    typeof number === 'string' ? await findNumberedDocuments(context, number) : [];
  if (documentIds.length > 0) return { ...filters, documentIds };
  // SAFETY: the request reader reads a range into two ends.
  const [since, until] = (filters['dates'] ?? [null, null]) as readonly [
    string | null,
    string | null,
  ];
  if (!isWithinMonth(since, until)) refuseWith('report.wideLedger', {}, { field: 'dates' });
  return filters;
};

/** Condition for moves of the documents found by `narrowedLedger`. */
function ofNumberedDocuments(filters: object): RawBuilder<unknown> {
  // SAFETY: `narrowedLedger` adds ids of documents.
  const { documentIds } = filters as { readonly documentIds?: readonly string[] };
  return documentIds === undefined
    ? sql`true`
    : sql`move.document_id = any(${documentIds}::bigint[])`;
}

/** Opening row: stock before the first requested day, from which the moves continue; none without stock. */
const openingRow = (since: string, opening: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select 'opening', null, null, null, null, 0, ${since}::date, '', null, null, null, opening.quantity, null, null
  from (select ${opening} as quantity) as opening where opening.quantity <> 0`;

/**
 * Moves of a product, each with stock before and after, preceded by an opening row, which also shows goods
 * without moves. The running sum covers every granted move, therefore the sum ends at the balance.
 * Documents hidden from the caller show only the effect. A ledger of all goods has no running sum: quantities
 * of different goods do not add up.
 */
export const stockLedgerRows = bindTable(
  stockLedgerTable,
  (context, filters) => {
    const { tenantId } = context;
    const { materialId: productId, skuId, ofLot, warehouses: warehouseIds, serial } = filters;
    const [since, until] = filters.dates ?? [null, null];
    const goods = { productId, skuId, warehouseIds };
    const runs = productId !== undefined;
    const opening = since === null || !runs ? sql`0` : stockBeforeSql(context, since, goods, ofLot);
    const running = (sum: RawBuilder<unknown>) => (runs ? sum : sql`null::numeric`);
    return sql<StockLedgerRow>`
    select move.document_id || '-' || move.seq || move.side as id, move.document_id, move.line, move.sku_id, move.warehouse_id,
      move.sequence, move.business_date as date, move.lot, move.stock_type as "stockType",
      ${running(sql`move.opening + move.running - move.change`)} as before, move.change,
      ${running(sql`move.opening + move.running`)} as after,
      move.value / nullif(move.quantity, 0) as cost, move.signed_value as value
    from (
      select move.*, spot.side, spot.warehouse_id, spot.sign * move.quantity as change,
        spot.sign * move.value as signed_value, ${opening} as opening,
        sum(spot.sign * move.quantity) over running as running, row_number() over running as sequence
      from stock_move as move
      cross join lateral ${ends} as spot(side, sign, place, warehouse_id)
      where move.tenant_id = ${tenantId} and spot.place = 'warehouse'
        and ${ofProduct(tenantId, 'move.sku_id', productId)} and ${ofSku('move.sku_id', skuId)} and ${inLot(ofLot)}
        and ${ofNumberedDocuments(filters)}
        and move.business_date between ${since ?? FIRST_DAY}::date and ${until ?? LAST_DAY}::date
        and ${chosenWarehouses(context, 'spot.warehouse_id', warehouseIds)}
      window running as (order by ${runs ? inPostingOrder : inDocumentOrder}, move.seq, spot.side
        rows between unbounded preceding and current row)) as move
    where ${serial === undefined ? sql`true` : sql`${serial} = any(move.serials)`}
    ${since === null || serial !== undefined || !runs ? sql`` : sql`union all ${openingRow(since, opening)}`}`;
  },
  {
    pages: 'whole',
    meaning: narrowedLedger,
    nonAdditive: (_, { materialId }) => (materialId === undefined ? ['change'] : []),
    beside: (context) => {
      const { tenantId, scope } = context;
      const move = moveBeside(context);
      const numbers = invoiceNumbersOf(context, sql.ref('document.id'));
      return {
        by: [...move.by, 'line', 'sku_id'],
        joins: sql`${move.joins} ${lineJoins(tenantId)}`,
        columns: {
          ...move.columns,
          kind: kindOrOpening,
          time: sql`document.business_time`,
          barcode: sql`coalesce(line.barcode, '')`,
          productName: sql`product.name`,
          invoiceNumbers: ofVisible(scope)(numbers),
        },
      };
    },
  },
);
