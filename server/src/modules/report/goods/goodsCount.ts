import { inMaterialCountTable, outMaterialCountTable } from '@tradehouse/contract';
import type { GoodsDirection, RowOf } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { refuseWith } from '../../../kernel/access/index.ts';
import { bindTable } from '../../../kernel/table/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import type { FiltersOf, BoundTable } from '../../../kernel/table/index.ts';
import { goodsBeside } from './goods.ts';
import { requestedDocumentsSql, otherLines, tradesOf, transferLines } from './goodsLines.ts';
import { chosenWarehouses } from './stockAt.ts';
import { tradedBy } from '../trade/tradedBy.ts';

type GoodsCountTable = typeof inMaterialCountTable;
type GoodsCountFilters = FiltersOf<GoodsCountTable>;
type GoodsCountRow = Pick<RowOf<GoodsCountTable>, 'id' | 'barcode' | 'quantity' | 'amount'>;

/** Transfers into or out of the requested warehouses: a relation (sku_id, quantity, amount). */
function transferredGoodsSql(
  context: Context,
  direction: GoodsDirection,
  filters: GoodsCountFilters,
): RawBuilder<unknown> {
  const side = direction === 'in' ? 'line.target_warehouse_id' : 'line.warehouse_id';
  const lines = chosenWarehouses(context, side, filters.warehouses);
  const quantity = direction === 'in' ? sql`line.arrived` : sql`line.quantity`;
  return sql`
    select line.sku_id, ${quantity} as quantity,
      round(line.amount * ${quantity} / nullif(line.quantity, 0), line.money_digits) as amount
    from (${transferLines(context, filters, lines)}) as line`;
}

/** Trade by product, and the few lines of further documents of the days. */
function countedGoodsSql(
  context: Context,
  direction: GoodsDirection,
  filters: GoodsCountFilters,
): RawBuilder<unknown> {
  const { tenantId } = context;
  const { dates, organId, warehouses, materialId, ...of } = filters;
  const [since = null, until = null] = dates ?? [];
  const trade = tradedBy(context, {
    ...of,
    by: 'product',
    sums: ['quantity', 'amount', 'tax', 'discount'],
    kinds: tradesOf(direction),
    // Kinds are treated alike.
    returns: [],
    since,
    until,
    partnerId: organId,
    warehouseIds: warehouses,
    productId: materialId,
  });
  const others = otherLines(context, {
    direction,
    filters,
    documents: requestedDocumentsSql(context, filters),
  });
  return sql`
    select product.id as product_id, sum(moved.quantity) as quantity, sum(moved.amount) as amount
    from (
      select trade.key::bigint as product_id, trade.quantity, trade.amount - trade.tax + trade.discount as amount
      from (${trade}) as trade
      union all
      select sku.product_id, line.quantity, line.amount
      from (
        select sku_id, quantity, amount from (${others}) as others
        union all
        select sku_id, quantity, amount from (${transferredGoodsSql(context, direction, filters)}) as transfers) as line
      join sku on sku.tenant_id = ${tenantId} and sku.id = line.sku_id) as moved
    join product on product.tenant_id = ${tenantId} and product.id = moved.product_id
    group by product.id
    having sum(moved.quantity) <> 0 or sum(moved.amount) <> 0`;
}

const bindGoodsCount = (
  table: GoodsCountTable | typeof outMaterialCountTable,
  direction: GoodsDirection,
): BoundTable =>
  bindTable(
    table,
    (context, filters) => {
      const { tenantId } = context;
      return sql<GoodsCountRow>`
        select moved.product_id as id, barcode.code as barcode, moved.quantity, moved.amount
        from (${countedGoodsSql(context, direction, filters)}) as moved
        join barcode on barcode.tenant_id = ${tenantId} and barcode.product_id = moved.product_id and barcode.is_default`;
    },
    { pages: 'whole', beside: ({ tenantId }) => goodsBeside(tenantId) },
    // SAFETY: single-table sources behave alike, by their table's filters.
  ) as unknown as BoundTable;

const inCountRows = bindGoodsCount(inMaterialCountTable, 'in');
const outCountRows = bindGoodsCount(outMaterialCountTable, 'out');

/** Returns the receipts or the issues by product. */
export function pickCount({ type }: Readonly<Record<string, unknown>>): BoundTable {
  if (type === inMaterialCountTable.fixed.type) return inCountRows;
  if (type === outMaterialCountTable.fixed.type) return outCountRows;
  return refuseWith('request.field', { field: 'type' }, { field: 'type' });
}
