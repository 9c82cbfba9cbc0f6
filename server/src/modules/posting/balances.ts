import { decimal } from '@tradehouse/domain';
import type { Decimal, MoveToPost, StockType } from '@tradehouse/domain';
import { sql } from 'kysely';
import { rowsAsTable } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { stockKeyText } from './stockChange.ts';
import type { StockKey } from './stockChange.ts';

export interface Balance extends StockKey {
  readonly quantity: Decimal;
  /** Last business day with a change, or a later day; null: no change ever. */
  readonly lastDay: string | null;
}

export interface Balances {
  /** Present balances by key; a missing key holds nothing. */
  readonly held: ReadonlyMap<string, Balance>;
  /** Locked formal stock by warehouse and SKU. */
  readonly locked: ReadonlyMap<string, Decimal>;
}

export const spotOf = ({ skuId, warehouseId }: Pick<StockKey, 'skuId' | 'warehouseId'>): string =>
  `${skuId} ${warehouseId}`;

type BalanceContext = Pick<Context, 'tx' | 'tenantId'>;

interface StockBalanceRow {
  warehouse_id: string;
  sku_id: string;
  lot: string;
  stock_type: StockType;
  quantity: string;
  last_day: string | null;
  locked: string | null;
}

/**
 * Reads balances of the warehouses touched by these moves. Read under `lockSkus`, therefore valid until
 * commit.
 */
export async function readBalances(
  context: BalanceContext,
  moves: readonly Pick<MoveToPost, 'skuId' | 'from' | 'to'>[],
): Promise<Balances> {
  const { tx, tenantId } = context;
  const skuIds = [...new Set(moves.map(({ skuId }) => skuId))];
  const ends = moves.flatMap(({ from, to }) => [from, to]);
  const warehouseIds = [
    ...new Set(ends.filter(({ place }) => place === 'warehouse').map(({ id }) => id)),
  ];
  if (warehouseIds.length === 0) return { held: new Map(), locked: new Map() };
  const { rows } = await sql<StockBalanceRow>`
    select b.warehouse_id, b.sku_id, b.lot, b.stock_type, b.quantity, l.quantity as locked, b.last_day
    from stock_balance b
    left join stock_lock l
      on l.tenant_id = ${tenantId} and l.warehouse_id = b.warehouse_id and l.sku_id = b.sku_id
    where b.tenant_id = ${tenantId}
      and b.warehouse_id = any(${warehouseIds}::bigint[]) and b.sku_id = any(${skuIds}::bigint[])`.execute(
    tx,
  );
  const days = await lastDays(
    context,
    rows.filter((row) => row.last_day === null),
  );
  const held = rows.map((row): Balance => {
    const key = stockKeyOf(row);
    const lastDay = row.last_day ?? days.get(stockKeyText(key)) ?? null;
    return { ...key, quantity: decimal(row.quantity), lastDay };
  });
  const locked = rows.flatMap((row) =>
    row.locked === null ? [] : [[spotOf(stockKeyOf(row)), decimal(row.locked)] as const],
  );
  return {
    held: new Map(held.map((balance) => [stockKeyText(balance), balance])),
    locked: new Map(locked),
  };
}

type KeyRow = Pick<StockBalanceRow, 'warehouse_id' | 'sku_id' | 'lot' | 'stock_type'>;

const stockKeyOf = (row: KeyRow): StockKey => ({
  warehouseId: row.warehouse_id,
  skuId: row.sku_id,
  lot: row.lot,
  stockType: row.stock_type,
});

/** Computes missing last days of balances from the day rows. */
async function lastDays(
  { tx, tenantId }: BalanceContext,
  unknown: readonly KeyRow[],
): Promise<ReadonlyMap<string, string>> {
  if (unknown.length === 0) return new Map();
  const keys = unknown.map(({ warehouse_id, sku_id, lot, stock_type }) => ({
    warehouse_id,
    sku_id,
    lot,
    stock_type,
  }));
  const { rows } = await sql<KeyRow & { day: string }>`
    select period.warehouse_id, period.sku_id, period.lot, period.stock_type, max(period.starts_on) as day
    from ${rowsAsTable(keys, 'warehouse_id bigint, sku_id bigint, lot text, stock_type text')}
    join whole_stock_period period on period.tenant_id = ${tenantId} and period.sku_id = given.sku_id
      and period.warehouse_id = given.warehouse_id and period.lot = given.lot
      and period.stock_type = given.stock_type and period.grain = 'd'
    group by 1, 2, 3, 4`.execute(tx);
  return new Map(rows.map((row) => [stockKeyText(stockKeyOf(row)), row.day]));
}

export interface StockDayChange extends StockKey {
  readonly day: string;
  readonly quantity: Decimal;
}

/** Reads each day's changes after `since`, for keys of these SKUs in these warehouses. */
export async function changesAfter(
  { tx, tenantId }: Context,
  keys: readonly StockKey[],
  since: string,
): Promise<StockDayChange[]> {
  const skuIds = [...new Set(keys.map(({ skuId }) => skuId))];
  const warehouseIds = [...new Set(keys.map(({ warehouseId }) => warehouseId))];
  const { rows } = await sql<{
    warehouse_id: string;
    sku_id: string;
    lot: string;
    stock_type: StockType;
    starts_on: string;
    quantity: string;
  }>`
    select warehouse_id, sku_id, lot, stock_type, starts_on, sum(quantity) as quantity
    from whole_stock_period
    where tenant_id = ${tenantId} and sku_id = any(${skuIds}::bigint[]) and warehouse_id = any(${warehouseIds}::bigint[])
      and grain = 'd' and starts_on > ${since}::date
    group by 1, 2, 3, 4, 5
    order by starts_on`.execute(tx);
  return rows.map((row) => ({
    warehouseId: row.warehouse_id,
    skuId: row.sku_id,
    lot: row.lot,
    stockType: row.stock_type,
    day: row.starts_on,
    quantity: decimal(row.quantity),
  }));
}
