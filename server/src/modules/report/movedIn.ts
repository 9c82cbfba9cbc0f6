import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../kernel/index.ts';
import { pieces } from './months.ts';
import type { Stretch } from './months.ts';
import { chosenWarehouses, ofProduct, ofStockTypes } from './goods/stockAt.ts';
import type { StockColumn } from './goods/stockAt.ts';

type Sql = RawBuilder<unknown>;

/** Each of the pieces that come to some days, of a roll-up called `period`: how it counts, and the condition that it is. */
const partsOf = ([since, until]: Stretch, say: (sign: 1 | -1, stretch: Sql) => Sql): Sql => {
  const found = pieces(since, until, new Date().toISOString().slice(0, 10)).map(
    ({ grain, sign, stretch: [first, last] }) =>
      say(
        sign,
        sql`period.grain = ${grain} and period.starts_on between ${first}::date and ${last}::date`,
      ),
  );
  return found.length === 0 ? say(1, sql`false`) : sql.join(found, sql` union all `);
};

/** The month that a row of a roll-up called `period` lies in, as its first day. */
const monthOf = sql`date_trunc('month', period.starts_on)::date as month`;

interface MovedAsked {
  readonly days: Stretch;
  readonly warehouseIds?: readonly string[] | undefined;
  /** Only SKUs of this product. */
  readonly productId?: string | undefined;
  readonly stockTypes?: readonly string[] | undefined;
}

/** What came to the chosen warehouses in some days and what changed there, by these columns, from days and months. */
export function stockMovedBy(
  by: readonly (StockColumn | 'month')[],
  context: Context,
  { days, warehouseIds, productId, stockTypes }: MovedAsked,
): Sql {
  const { tenantId } = context;
  const columns = sql.raw(by.join());
  const parts = partsOf(
    days,
    (sign, stretch) => sql`
      select sku_id, warehouse_id, stock_type, ${monthOf}, ${sql.lit(sign)} * came as came, ${sql.lit(sign)} * quantity as quantity
      from whole_stock_period as period
      where period.tenant_id = ${tenantId} and ${stretch} and ${ofProduct(tenantId, 'period.sku_id', productId)}
        and ${chosenWarehouses(context, 'period.warehouse_id', warehouseIds)} and ${ofStockTypes('period.stock_type', stockTypes)}`,
  );
  return sql`(
    select ${columns}, sum(came) as came, sum(quantity) as quantity from (${parts}) as parts group by ${columns})`;
}

/** What SKUs gained in quantity and value in some days, company-wide, by SKU (and month). */
export function worthMovedBy(
  by: readonly ('sku_id' | 'month')[],
  { tenantId }: Context,
  { days, productId }: Pick<MovedAsked, 'days' | 'productId'>,
): Sql {
  const columns = sql.raw(by.join());
  const parts = partsOf(
    days,
    (sign, stretch) => sql`
      select sku_id, ${monthOf}, ${sql.lit(sign)} * quantity as quantity, ${sql.lit(sign)} * value as value
      from whole_sku_period as period
      where period.tenant_id = ${tenantId} and ${stretch} and ${ofProduct(tenantId, 'period.sku_id', productId)}`,
  );
  return sql`(
    select ${columns}, sum(quantity) as quantity, sum(value) as value from (${parts}) as parts group by ${columns})`;
}

/** What purses of a type received and gave in some days, by holder (and month), what only passed through them left out. */
export function purseMovedBy(
  tenantId: string,
  purse: 'account' | 'item',
  byMonth: boolean,
  days: Stretch,
): Sql {
  const parts = partsOf(
    days,
    (sign, stretch) => sql`
      select holder_id, ${monthOf}, ${sql.lit(sign)} * amount as amount, ${sql.lit(sign)} * (amount_in - passed) as received,
        ${sql.lit(sign)} * (amount_out - passed) as paid
      from whole_money_period as period
      where period.tenant_id = ${tenantId} and period.purse = ${purse} and ${stretch}`,
  );
  return sql`(
    select holder_id, ${byMonth ? sql`month` : sql`null::date as month`}, sum(amount) as amount, sum(received) as received,
      sum(paid) as paid
    from (${parts}) as parts group by 1, 2)`;
}
