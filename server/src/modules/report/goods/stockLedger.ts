import { stockLedgerTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { bindTable } from '../../../kernel/table/index.ts';
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

/** Opening row: stock before the first requested day, from which the moves continue; none without stock. */
const openingRow = (since: string, opening: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select 'opening', null, null, null, null, 0, ${since}::date, '', null, null, null, opening.quantity, null, null
  from (select ${opening} as quantity) as opening where opening.quantity <> 0`;

/**
 * Moves of a product, each with stock before and after, preceded by an opening row, which also shows goods
 * without moves. The running sum covers every granted move, therefore the sum ends at the balance.
 * Documents hidden from the caller show only the effect.
 */
export const stockLedgerRows = bindTable(
  stockLedgerTable,
  (context, filters) => {
    const { tenantId } = context;
    const { materialId: productId, skuId, ofLot, warehouses: warehouseIds, serial } = filters;
    const [since, until] = filters.dates ?? [null, null];
    const goods = { productId, skuId, warehouseIds };
    const opening = since === null ? sql`0` : stockBeforeSql(context, since, goods, ofLot);
    return sql<StockLedgerRow>`
    select move.document_id || '-' || move.seq || move.side as id, move.document_id, move.line, move.sku_id, move.warehouse_id,
      move.sequence, move.business_date as date, move.lot, move.stock_type as "stockType",
      move.opening + move.running - move.change as before, move.change, move.opening + move.running as after,
      move.value / nullif(move.quantity, 0) as cost, move.signed_value as value
    from (
      select move.*, spot.side, spot.warehouse_id, spot.sign * move.quantity as change,
        spot.sign * move.value as signed_value, ${opening} as opening,
        sum(spot.sign * move.quantity) over running as running, row_number() over running as sequence
      from stock_move as move
      cross join lateral ${ends} as spot(side, sign, place, warehouse_id)
      where move.tenant_id = ${tenantId} and spot.place = 'warehouse'
        and ${ofProduct(tenantId, 'move.sku_id', productId)} and ${ofSku('move.sku_id', skuId)} and ${inLot(ofLot)}
        and move.business_date between ${since ?? FIRST_DAY}::date and ${until ?? LAST_DAY}::date
        and ${chosenWarehouses(context, 'spot.warehouse_id', warehouseIds)}
      window running as (order by move.business_date, move.posting_number, move.sku_id, move.seq, spot.side
        rows between unbounded preceding and current row)) as move
    where ${serial === undefined ? sql`true` : sql`${serial} = any(move.serials)`}
    ${since === null || serial !== undefined ? sql`` : sql`union all ${openingRow(since, opening)}`}`;
  },
  {
    pages: 'whole',
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
