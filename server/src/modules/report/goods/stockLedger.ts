import { stockLedgerTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { sql } from 'kysely';
import { source } from '../../../kernel/index.ts';
import { invoiceNumbersOf } from '../../document/index.ts';
import { lineJoins, moveBeside, ofVisible } from '../books/beside.ts';
import { FIRST_DAY, LAST_DAY, dayBefore } from '../later.ts';
import { chosenWarehouses, stockAt } from './stockAt.ts';

/** What has to be worked out of every move. */
type WorkedRow = Pick<
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

/**
 * The moves of one product, each with what lay there before and after it. The running sum covers every granted move, so
 * that it ends at the balance; of a document that the caller may not see, only its effect is shown.
 */
export const stockLedgerRows = source(
  stockLedgerTable,
  (context, filters) => {
    const { tenantId } = context;
    const { materialId: productId, warehouses: warehouseIds, serial } = filters;
    const [since, until] = filters.dates ?? [null, null];
    const opening =
      since === null
        ? sql`0`
        : sql`coalesce((select sum(quantity)
          from ${stockAt(context, { day: dayBefore(since), warehouseIds, productId })} as before), 0)`;
    return sql<WorkedRow>`
    select move.document_id || '-' || move.seq || move.side as id, move.document_id, move.line, move.sku_id, move.warehouse_id,
      move.sequence, move.business_date as date, move.lot, move.stock_type as "stockType",
      move.opening + move.running - move.change as before, move.change, move.opening + move.running as after,
      move.value / nullif(move.quantity, 0) as cost, move.signed_value as value
    from (
      select move.*, spot.side, spot.warehouse_id, spot.sign * move.quantity as change,
        spot.sign * move.value as signed_value, ${opening} as opening,
        sum(spot.sign * move.quantity) over running as running, row_number() over running as sequence
      from stock_move as move
      cross join lateral (values
        ('a', -1, move.from_place, move.from_id), ('b', 1, move.to_place, move.to_id)) as spot(side, sign, place, warehouse_id)
      where move.tenant_id = ${tenantId} and spot.place = 'warehouse'
        and move.sku_id in (select id from sku where tenant_id = ${tenantId} and product_id = ${productId})
        and move.business_date between ${since ?? FIRST_DAY}::date and ${until ?? LAST_DAY}::date
        and ${chosenWarehouses(context, 'spot.warehouse_id', warehouseIds)}
      window running as (order by move.business_date, move.posting_number, move.sku_id, move.seq, spot.side
        rows between unbounded preceding and current row)) as move
    where ${serial === undefined ? sql`true` : sql`${serial} = any(move.serials)`}`;
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
          time: sql`document.business_time`,
          barcode: sql`coalesce(line.barcode, '')`,
          productName: sql`product.name`,
          invoiceNumbers: ofVisible(scope)(numbers),
        },
      };
    },
  },
);
