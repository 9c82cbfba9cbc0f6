import { toPlainDecimal, sum } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { rowsAsTable } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { Balances, MayFallBelow } from './balances.ts';
import type { MoveRow } from './ledgerRows.ts';
import type { LockedSku } from './skuLock.ts';
import { stockKeyText, summedByKey } from './stockChange.ts';
import type { StockChange } from './stockChange.ts';
import type { NotedRow } from './unfolded.ts';

const ROW = 'warehouse_id bigint, sku_id bigint, lot text, stock_type text, quantity numeric';

const toBalanceRow = ({ warehouseId, skuId, lot, stockType, quantity }: StockChange) => ({
  warehouse_id: warehouseId,
  sku_id: skuId,
  lot,
  stock_type: stockType,
  quantity: toPlainDecimal(quantity),
});

/** Appends moves to the stock ledger. */
export function appendMoves(
  { tenantId }: Context,
  moves: readonly MoveRow[],
): RawBuilder<unknown>[] {
  if (moves.length === 0) return [];
  const rows = moves.map((move) => ({
    document_id: move.documentId,
    seq: move.seq,
    line: move.line,
    sku_id: move.skuId,
    kit_sku_id: move.kitSkuId ?? null,
    posting_number: String(move.postingNumber),
    lot: move.lot,
    stock_type: move.stockType,
    from_place: move.from.place,
    from_id: move.from.id,
    to_place: move.to.place,
    to_id: move.to.id,
    quantity: toPlainDecimal(move.quantity),
    value: toPlainDecimal(move.value),
    serials: move.serials,
    business_date: move.businessDate,
  }));
  return [
    sql`
    insert into stock_move (tenant_id, document_id, seq, line, sku_id, kit_sku_id, posting_number, lot,
      stock_type, from_place, from_id, to_place, to_id, quantity, value, serials, business_date)
    select ${tenantId}::bigint, given.* from ${rowsAsTable(
      rows,
      `document_id bigint, seq int, line int, sku_id bigint, kit_sku_id bigint, posting_number bigint,
       lot text, stock_type text, from_place text, from_id bigint, to_place text, to_id bigint, quantity numeric, value numeric, serials text[], business_date date`,
    )}
    returning seq`,
  ];
}

const BALANCE = `${ROW}, last_day date, may_fall_below boolean`;

/** Change of a balance, with the last day afterwards. */
interface BalanceChange extends StockChange {
  readonly lastDay: string;
}

/** Sums changes per balance, with the latest known day. */
function balanceChanges(changes: readonly StockChange[], { held }: Balances): BalanceChange[] {
  const sums = summedByKey(changes);
  return [...Map.groupBy(changes, stockKeyText)].flatMap(([key, parts]) => {
    const sum = sums.get(key);
    const days = parts.map(({ businessDate }) => businessDate);
    const lastDay = [held.get(key)?.lastDay ?? '', ...days].toSorted().at(-1) ?? '';
    return sum === undefined ? [] : [{ ...sum, lastDay }];
  });
}

/**
 * Updates the current balances. Decreases use UPDATE and increases use upsert, because an upsert of a
 * negative quantity fails its check before finding the row. A change of days alone is passed on if the last
 * day changes, or if stock may be negative: a past day may have fallen below zero.
 */
export function changeBalances(
  { tenantId }: Context,
  changes: readonly StockChange[],
  balances: Balances,
  mayFallBelow: MayFallBelow,
): RawBuilder<unknown>[] {
  const { held } = balances;
  const noted = balanceChanges(changes, balances).filter(
    (change) =>
      mayFallBelow(change.warehouseId) ||
      !change.quantity.isZero() ||
      change.lastDay !== held.get(stockKeyText(change))?.lastDay,
  );
  const falls = (change: StockChange) => change.quantity.lt(0) && held.has(stockKeyText(change));
  const toRow = (change: BalanceChange) => ({
    ...toBalanceRow(change),
    last_day: change.lastDay,
    may_fall_below: mayFallBelow(change.warehouseId),
  });
  const apply = (some: readonly BalanceChange[], write: BalanceWrite) =>
    some.length === 0 ? [] : [write(tenantId, rowsAsTable(some.map(toRow), BALANCE))];
  return [
    ...apply(noted.filter(falls), decreaseBalancesSql),
    ...apply(
      noted.filter((one) => !falls(one)),
      increaseBalancesSql,
    ),
  ];
}

type BalanceWrite = (tenantId: string, rows: RawBuilder<unknown>) => RawBuilder<unknown>;

const decreaseBalancesSql: BalanceWrite = (tenantId, rows) => sql`
    update stock_balance b
    set quantity = b.quantity + given.quantity, last_day = given.last_day, may_fall_below = b.may_fall_below or given.may_fall_below
    from ${rows}
    where b.tenant_id = ${tenantId} and b.warehouse_id = given.warehouse_id and b.sku_id = given.sku_id
      and b.lot = given.lot and b.stock_type = given.stock_type
    returning b.sku_id`;

/** Upserts increases, and a key's first row below zero where the warehouse allows negative stock. */
const increaseBalancesSql: BalanceWrite = (tenantId, rows) => sql`
    insert into stock_balance (tenant_id, warehouse_id, sku_id, lot, stock_type, quantity, last_day, may_fall_below)
    select ${tenantId}::bigint, given.* from ${rows}
    on conflict (tenant_id, warehouse_id, sku_id, lot, stock_type)
    do update set quantity = stock_balance.quantity + excluded.quantity, last_day = excluded.last_day,
      may_fall_below = stock_balance.may_fall_below or excluded.may_fall_below
    returning sku_id`;

/** Notes changes for the days and months, each with the arrived part; zeros are left out. */
export function stockPart(
  changes: readonly StockChange[],
  came: readonly StockChange[],
): readonly NotedRow[] {
  const parts = [
    ...changes.map((change) => ['quantity', change] as const),
    ...came.map((change) => ['came', change] as const),
  ];
  const groups = Map.groupBy(
    parts,
    ([, change]) => `${stockKeyText(change)} ${change.businessDate}`,
  );
  return [...groups.values()].flatMap((group) => {
    const figures = (['quantity', 'came'] as const).flatMap((name) => {
      const total = sum(group.flatMap(([of, { quantity }]) => (of === name ? [quantity] : [])));
      return total.isZero() ? [] : [[name, toPlainDecimal(total)] as const];
    });
    const first = group[0]?.[1];
    if (first === undefined || figures.length === 0) return [];
    const { quantity: _, ...key } = toBalanceRow(first);
    return [{ ...key, day: first.businessDate, ...Object.fromEntries(figures) }];
  });
}

/** Writes the present costs of locked SKUs. */
export function writeCosts(
  { tenantId }: Context,
  costs: ReadonlyMap<string, LockedSku>,
): RawBuilder<unknown>[] {
  if (costs.size === 0) return [];
  const rows = [...costs].map(([skuId, cost]) => ({
    sku_id: skuId,
    quantity: toPlainDecimal(cost.quantity),
    value: toPlainDecimal(cost.value),
    basis_quantity: toPlainDecimal(cost.basisQuantity),
    basis_value: toPlainDecimal(cost.basisValue),
    last_posting: String(cost.lastPosting),
    last_day: cost.lastDay,
  }));
  return [
    sql`
    update sku_cost c
    set quantity = given.quantity, value = given.value, basis_quantity = given.basis_quantity,
      basis_value = given.basis_value, last_posting = given.last_posting,
      last_day = greatest(c.last_day, given.last_day)
    from ${rowsAsTable(
      rows,
      `sku_id bigint, quantity numeric, value numeric, basis_quantity numeric, basis_value numeric,
       last_posting bigint, last_day date`,
    )}
    where c.tenant_id = ${tenantId} and c.sku_id = given.sku_id
    returning c.sku_id`,
  ];
}
