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

/** Tests whether a warehouse may hold stock below zero. */
export type MayFallBelow = (warehouseId: string) => boolean;

export const spotOf = ({ skuId, warehouseId }: Pick<StockKey, 'skuId' | 'warehouseId'>): string =>
  `${skuId} ${warehouseId}`;

type BalanceContext = Pick<Context, 'tx' | 'tenantId'>;

/** A balance of a warehouse; a warehouse without balances has a row of nulls. */
type StockBalanceRow = {
  warehouse_id: string;
  negative_stock: string;
  last_day: string | null;
  locked: string | null;
} & (
  | { sku_id: string; lot: string; stock_type: StockType; quantity: string }
  | { sku_id: null; lot: null; stock_type: null; quantity: null }
);

type KnownBalanceRow = Extract<StockBalanceRow, { sku_id: string }>;

/** Balances, and the rule of the warehouses for stock below zero. */
interface CheckedBalances {
  readonly balances: Balances;
  readonly mayFallBelow: MayFallBelow;
}

/**
 * Reads balances of the warehouses touched by these moves, and the rules of the warehouses; warehouses without
 * a rule follow the company's switch. Read under `lockSkus`, therefore valid until commit.
 */
export async function readBalances(
  context: BalanceContext,
  moves: readonly Pick<MoveToPost, 'skuId' | 'from' | 'to'>[],
  ofCompany: boolean,
): Promise<CheckedBalances> {
  const { tx, tenantId } = context;
  const skuIds = [...new Set(moves.map(({ skuId }) => skuId))];
  const ends = moves.flatMap(({ from, to }) => [from, to]);
  const warehouseIds = [
    ...new Set(ends.filter(({ place }) => place === 'warehouse').map(({ id }) => id)),
  ];
  if (warehouseIds.length === 0)
    return { balances: { held: new Map(), locked: new Map() }, mayFallBelow: () => ofCompany };
  const { rows } = await sql<StockBalanceRow>`
    select w.id as warehouse_id, w.negative_stock, b.sku_id, b.lot, b.stock_type, b.quantity,
      l.quantity as locked, b.last_day
    from warehouse w
    left join stock_balance b
      on b.tenant_id = ${tenantId} and b.warehouse_id = w.id and b.sku_id = any(${skuIds}::bigint[])
    left join stock_lock l
      on l.tenant_id = ${tenantId} and l.warehouse_id = b.warehouse_id and l.sku_id = b.sku_id
    where w.tenant_id = ${tenantId} and w.id = any(${warehouseIds}::bigint[])`.execute(tx);
  const known = rows.filter((row): row is KnownBalanceRow => row.sku_id !== null);
  const days = await lastDays(
    context,
    known.filter((row) => row.last_day === null),
  );
  const held = known.map((row): Balance => {
    const key = stockKeyOf(row);
    const lastDay = row.last_day ?? days.get(stockKeyText(key)) ?? null;
    return { ...key, quantity: decimal(row.quantity), lastDay };
  });
  const locked = known.flatMap((row) =>
    row.locked === null ? [] : [[spotOf(stockKeyOf(row)), decimal(row.locked)] as const],
  );
  const rules = new Map(rows.map((row) => [row.warehouse_id, row.negative_stock]));
  return {
    balances: {
      held: new Map(held.map((balance) => [stockKeyText(balance), balance])),
      locked: new Map(locked),
    },
    mayFallBelow(warehouseId) {
      const rule = rules.get(warehouseId) ?? 'company';
      return rule === 'company' ? ofCompany : rule === 'allow';
    },
  };
}

type KeyRow = Pick<KnownBalanceRow, 'warehouse_id' | 'sku_id' | 'lot' | 'stock_type'>;

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
