import { inMaterialCountTable, outMaterialCountTable } from '@tradehouse/contract';
import type { Direction, RowOf } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { refuse, source } from '../../../kernel/index.ts';
import type { Context, FiltersOf, Source } from '../../../kernel/index.ts';
import { goodsBeside } from './goods.ts';
import { askedDocuments, otherLines, tradesOf, transferLines } from './goodsLines.ts';
import { chosenWarehouses } from './stockAt.ts';
import { tradedBy } from '../trade/tradedBy.ts';

type Count = typeof inMaterialCountTable;
type Asked = FiltersOf<Count>;
type Worked = Pick<RowOf<Count>, 'id' | 'barcode' | 'quantity' | 'amount'>;

/** What transfers brought to the warehouses asked for, or took from them: a relation (sku_id, quantity, amount). */
function transferred(context: Context, direction: Direction, asked: Asked): RawBuilder<unknown> {
  const side = direction === 'in' ? 'line.target_warehouse_id' : 'line.warehouse_id';
  const lines = chosenWarehouses(context, side, asked.warehouses);
  const quantity = direction === 'in' ? sql`line.arrived` : sql`line.quantity`;
  return sql`
    select line.sku_id, ${quantity} as quantity,
      round(line.amount * ${quantity} / nullif(line.quantity, 0), line.money_digits) as amount
    from (${transferLines(context, asked, lines)}) as line`;
}

/** Trade by product, and the lines of the other documents of the days: they are few. */
function counted(context: Context, direction: Direction, asked: Asked): RawBuilder<unknown> {
  const { tenantId } = context;
  const { dates, organId, warehouses, materialId, ...of } = asked;
  const [since = null, until = null] = dates ?? [];
  const trade = tradedBy(context, {
    ...of,
    by: 'product',
    sums: ['quantity', 'amount', 'tax', 'discount'],
    kinds: tradesOf(direction),
    // Their kinds are all one to it.
    returns: [],
    since,
    until,
    partnerId: organId,
    warehouseIds: warehouses,
    productId: materialId,
  });
  const others = otherLines(context, {
    direction,
    asked,
    documents: askedDocuments(context, asked),
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
        select sku_id, quantity, amount from (${transferred(context, direction, asked)}) as transfers) as line
      join sku on sku.tenant_id = ${tenantId} and sku.id = line.sku_id) as moved
    join product on product.tenant_id = ${tenantId} and product.id = moved.product_id
    group by product.id
    having sum(moved.quantity) <> 0 or sum(moved.amount) <> 0`;
}

const count = (table: Count | typeof outMaterialCountTable, direction: Direction): Source =>
  source(
    table,
    (context, asked) => {
      const { tenantId } = context;
      return sql<Worked>`
        select moved.product_id as id, barcode.code as barcode, moved.quantity, moved.amount
        from (${counted(context, direction, asked)}) as moved
        join barcode on barcode.tenant_id = ${tenantId} and barcode.product_id = moved.product_id and barcode.is_default`;
    },
    { pages: 'whole', beside: ({ tenantId }) => goodsBeside(tenantId) },
    // SAFETY: a source of one table answers as any does, by the filters of that table.
  ) as unknown as Source;

const inCountRows = count(inMaterialCountTable, 'in');
const outCountRows = count(outMaterialCountTable, 'out');

/** What came in by product, or what went out. */
export function pickCount({ type }: Readonly<Record<string, unknown>>): Source {
  if (type === inMaterialCountTable.fixed.type) return inCountRows;
  if (type === outMaterialCountTable.fixed.type) return outCountRows;
  return refuse('request.field', { field: 'type' }, { field: 'type' });
}
