import { ONE, ZERO, decimal, sum } from '@tradehouse/domain';
import type { StockType } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { Context } from '../../kernel/access/index.ts';
import type { Balances, MayFallBelow, StockDayChange } from './balances.ts';
import type { MoveRow } from './ledgerRows.ts';
import { refuseSerial } from './serials.ts';
import { lateKeys, shortLater } from './shortage.ts';
import { stockChangesOfMove, stockKeyText } from './stockChange.ts';
import type { StockChange, StockKey } from './stockChange.ts';

/** Serial that enters or leaves a warehouse. */
interface SerialChange extends StockChange {
  readonly serial: string;
  readonly move: MoveRow;
}
type SerialDay = StockDayChange & { readonly serial: string };

const serialKeyOf = (one: StockKey & { readonly serial: string }): string =>
  `${stockKeyText(one)} ${one.serial}`;

/**
 * Refuses a serial taken from a warehouse on a day without the serial in stock, now or by an already booked
 * sale: days bind serials like lots. Serials of keys with an untouched last day cost no query. The moves
 * are not in the ledger yet.
 */
export async function checkSerialDays(
  context: Context,
  moves: readonly MoveRow[],
  balances: Balances,
  mayFallBelow: MayFallBelow,
): Promise<void> {
  const changes = moves
    .flatMap((move) =>
      move.serials.flatMap((serial) =>
        stockChangesOfMove({ ...move, quantity: ONE }).map((change) => ({
          ...change,
          serial,
          move,
        })),
      ),
    )
    .filter(({ warehouseId }) => !mayFallBelow(warehouseId));
  const late = new Set(lateKeys(changes, balances).map(stockKeyText));
  const checked = changes.filter((change) => late.has(stockKeyText(change)));
  if (checked.length === 0) return;
  const booked = Map.groupBy(await readSerialDays(context, checked), serialKeyOf);
  for (const [key, own] of Map.groupBy(checked, serialKeyOf))
    await checkOne(context, own, booked.get(key) ?? []);
}

async function checkOne(
  context: Context,
  changes: readonly SerialChange[],
  booked: readonly SerialDay[],
): Promise<void> {
  const [first] = changes;
  if (first === undefined) return;
  const quantity = sum(booked.map((day) => day.quantity));
  const held = new Map([[stockKeyText(first), { ...first, quantity, lastDay: null }]]);
  const [short] = shortLater([first], changes, booked, { held, locked: new Map() });
  const cause = changes.findLast((change) => change.quantity.lt(ZERO));
  if (short === undefined || cause === undefined) return;
  const { serial, move } = cause;
  await refuseSerial(context, 'serial.notInStockOn', serial, move, { date: short.day ?? '' });
}

/** Reads the days on which serials entered or left a warehouse. */
async function readSerialDays(
  { tx, tenantId }: Context,
  serials: readonly SerialChange[],
): Promise<SerialDay[]> {
  const skuIds = [...new Set(serials.map(({ skuId }) => skuId))];
  const names = [...new Set(serials.map(({ serial }) => serial))];
  const { rows } = await sql<{
    sku_id: string;
    warehouse_id: string;
    lot: string;
    stock_type: StockType;
    serial: string;
    day: string;
    quantity: string;
  }>`
    with step as materialized (
      select m.sku_id, m.lot, m.stock_type, m.business_date, m.from_place, m.from_id, m.to_place, m.to_id,
        unnest(m.serials) as serial
      from stock_move m
      where m.tenant_id = ${tenantId} and m.sku_id = any(${skuIds}::bigint[]) and m.serials && ${names}::text[])
    select step.sku_id, way.id as warehouse_id, step.lot, step.stock_type, step.serial, step.business_date::text as day,
      sum(way.pieces) as quantity
    from step cross join lateral (
      values (step.from_place, step.from_id, -1), (step.to_place, step.to_id, 1)) as way(place, id, pieces)
    where way.place = 'warehouse' and (step.serial in (select unnest(${names}::text[]))) is true
    group by 1, 2, 3, 4, 5, 6 having sum(way.pieces) <> 0`.execute(tx);
  return rows.map((row) => ({
    skuId: row.sku_id,
    warehouseId: row.warehouse_id,
    lot: row.lot,
    stockType: row.stock_type,
    serial: row.serial,
    day: row.day,
    quantity: decimal(row.quantity),
  }));
}
