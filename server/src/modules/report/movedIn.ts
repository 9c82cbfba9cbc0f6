import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../kernel/index.ts';
import { monthStart, pieces } from './months.ts';
import type { Stretch } from './months.ts';
import { chosenWarehouses, ofProduct, ofStockTypes } from './goods/stockAt.ts';
import type { StockColumn } from './goods/stockAt.ts';

type Sql = RawBuilder<unknown>;

/** A piece of some days, of a roll-up called `period`. */
interface Part {
  /** The condition that a row is of it. */
  readonly stretch: Sql;
  /** The month that a row lies in, as its first day. */
  readonly month: Sql;
  /** A sum of a row as it counts. */
  readonly counted: (sum: Sql) => Sql;
}

/** What each of the pieces says that come to some days. */
const partsOf = ([since, until]: Stretch, say: (part: Part) => Sql): Sql => {
  const found = pieces(since, until, new Date().toISOString().slice(0, 10)).map(
    ({ grain, sign, stretch: [first, last] }) =>
      say({
        stretch: sql`period.grain = ${grain} and period.starts_on between ${first}::date and ${last}::date`,
        // Days are those of one month.
        month: grain === 'm' ? sql`period.starts_on` : sql`${monthStart(first)}::date`,
        counted: (sum) => (sign > 0 ? sum : sql`-${sum}`),
      }),
  );
  const none = { stretch: sql`false`, month: sql`period.starts_on`, counted: (sum: Sql) => sum };
  return found.length === 0 ? say(none) : sql.join(found, sql` union all `);
};

interface MovedAsked {
  readonly days: Stretch;
  readonly warehouseIds?: readonly string[] | undefined;
  /** Only SKUs of this product. */
  readonly productId?: string | undefined;
  readonly stockTypes?: readonly string[] | undefined;
}

/** What rows of a roll-up are told by. */
const told = (by: readonly string[], month: Sql): Sql =>
  sql.join(by.map((name) => (name === 'month' ? sql`${month} as month` : sql.ref(name))));

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
    ({ stretch, month, counted }) => sql`
      select ${told(by, month)}, ${counted(sql`came`)} as came, ${counted(sql`quantity`)} as quantity
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
    ({ stretch, month, counted }) => sql`
      select ${told(by, month)}, ${counted(sql`quantity`)} as quantity, ${counted(sql`value`)} as value
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
    ({ stretch, month, counted }) => sql`
      select holder_id, ${month} as month, ${counted(sql`amount`)} as amount, ${counted(sql`(amount_in - passed)`)} as received,
        ${counted(sql`(amount_out - passed)`)} as paid
      from whole_money_period as period
      where period.tenant_id = ${tenantId} and period.purse = ${purse} and ${stretch}`,
  );
  return sql`(
    select holder_id, ${byMonth ? sql`month` : sql`null::date as month`}, sum(amount) as amount, sum(received) as received,
      sum(paid) as paid
    from (${parts}) as parts group by 1, 2)`;
}
