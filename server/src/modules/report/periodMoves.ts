import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../kernel/access/index.ts';
import { monthStart, toRangePieces } from './months.ts';
import type { InclusiveDateRange } from './months.ts';
import { chosenWarehouses, ofProduct, ofStockTypes } from './goods/stockAt.ts';
import type { StockColumn } from './goods/stockAt.ts';

type StockMovesSql = RawBuilder<unknown>;

/** A piece of some days, of a roll-up called `period`. */
interface RollUpPart {
  /** Condition for rows of the part. */
  readonly range: StockMovesSql;
  /** Month of a row, by first day. */
  readonly month: StockMovesSql;
  /** Signed sum of a row. */
  readonly counted: (sum: StockMovesSql) => StockMovesSql;
}

/** Builds SQL for each piece of some days. */
const rollUpPartsSql = (
  [since, until]: InclusiveDateRange,
  toSql: (part: RollUpPart) => StockMovesSql,
): StockMovesSql => {
  const pieces = toRangePieces(since, until, new Date().toISOString().slice(0, 10)).map(
    ({ grain, sign, range: [first, last] }) =>
      toSql({
        range: sql`period.grain = ${grain} and period.starts_on between ${first}::date and ${last}::date`,
        // The days belong to a single month.
        month: grain === 'm' ? sql`period.starts_on` : sql`${monthStart(first)}::date`,
        counted: (sum) => (sign > 0 ? sum : sql`-${sum}`),
      }),
  );
  const none = {
    range: sql`false`,
    month: sql`period.starts_on`,
    counted: (sum: StockMovesSql) => sum,
  };
  return pieces.length === 0 ? toSql(none) : sql.join(pieces, sql` union all `);
};

export interface StockMovesQuery {
  readonly days: InclusiveDateRange;
  readonly warehouseIds?: readonly string[] | undefined;
  /** Only SKUs of this product. */
  readonly productId?: string | undefined;
  readonly stockTypes?: readonly string[] | undefined;
}

/** Grouping columns of a roll-up. */
const rollUpKeysSql = (by: readonly string[], month: StockMovesSql): StockMovesSql =>
  sql.join(by.map((name) => (name === 'month' ? sql`${month} as month` : sql.ref(name))));

/**
 * Receipts and changes in the chosen warehouses in some days, from days and months: several rows for each
 * key.
 */
export function stockMovesSql(
  by: readonly (StockColumn | 'month')[],
  context: Context,
  { days, warehouseIds, productId, stockTypes }: StockMovesQuery,
): StockMovesSql {
  const { tenantId } = context;
  return rollUpPartsSql(
    days,
    ({ range, month, counted }) => sql`
      select ${rollUpKeysSql(by, month)}, ${counted(sql`came`)} as came, ${counted(sql`quantity`)} as quantity
      from whole_stock_period as period
      where period.tenant_id = ${tenantId} and ${range} and ${ofProduct(tenantId, 'period.sku_id', productId)}
        and ${chosenWarehouses(context, 'period.warehouse_id', warehouseIds)} and ${ofStockTypes('period.stock_type', stockTypes)}`,
  );
}

/** Receipts and changes in the chosen warehouses in some days, a row for each key. */
export function stockMovedBy(
  by: readonly (StockColumn | 'month')[],
  context: Context,
  query: StockMovesQuery,
): StockMovesSql {
  const columns = sql.raw(by.join());
  const parts = stockMovesSql(by, context, query);
  return sql`(
    select ${columns}, sum(came) as came, sum(quantity) as quantity from (${parts}) as parts group by ${columns})`;
}

/** SKU changes of quantity and value in some days, company-wide: several rows for each SKU (and month). */
export const worthMovesSql = (
  by: readonly ('sku_id' | 'month')[],
  { tenantId }: Context,
  { days, productId }: Pick<StockMovesQuery, 'days' | 'productId'>,
): StockMovesSql =>
  rollUpPartsSql(
    days,
    ({ range, month, counted }) => sql`
      select ${rollUpKeysSql(by, month)}, ${counted(sql`quantity`)} as quantity, ${counted(sql`value`)} as value
      from whole_sku_period as period
      where period.tenant_id = ${tenantId} and ${range} and ${ofProduct(tenantId, 'period.sku_id', productId)}`,
  );

/** SKU changes of quantity and value in some days, a row for each SKU (and month). */
export function worthMovedBy(
  by: readonly ('sku_id' | 'month')[],
  context: Context,
  query: Pick<StockMovesQuery, 'days' | 'productId'>,
): StockMovesSql {
  const columns = sql.raw(by.join());
  const parts = worthMovesSql(by, context, query);
  return sql`(
    select ${columns}, sum(quantity) as quantity, sum(value) as value from (${parts}) as parts group by ${columns})`;
}

/**
 * Receipts and payments of purses of a type in some days, by holder (and month), without pass-through
 * amounts.
 */
export function purseMovedBy(
  tenantId: string,
  purse: 'account' | 'item',
  byMonth: boolean,
  days: InclusiveDateRange,
): StockMovesSql {
  const parts = rollUpPartsSql(
    days,
    ({ range, month, counted }) => sql`
      select holder_id, ${month} as month, ${counted(sql`amount`)} as amount, ${counted(sql`(amount_in - passed)`)} as received,
        ${counted(sql`(amount_out - passed)`)} as paid
      from whole_money_period as period
      where period.tenant_id = ${tenantId} and period.purse = ${purse} and ${range}`,
  );
  return sql`(
    select holder_id, ${byMonth ? sql`month` : sql`null::date as month`}, sum(amount) as amount, sum(received) as received,
      sum(paid) as paid
    from (${parts}) as parts group by 1, 2)`;
}
