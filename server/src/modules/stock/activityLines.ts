// What an activity sets aside: its lines, and the stock that is locked for them.
import type { ActivityFields } from '@tradehouse/contract';
import { ZERO, barcodeFinder, barcodeForms, decimal, plain, rounded } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import {
  grantedWarehouses,
  mayUseWarehouse,
  refuse,
  seesAmounts,
  together,
} from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { lockSkus, spotOf, writeReservations } from '../posting/index.ts';
import type { Reservation } from '../posting/index.ts';
import { readFree } from './locks.ts';
import type { Spot } from './locks.ts';

type Books = Pick<Context, 'tx' | 'tenantId'>;

type Place = Pick<Reservation, 'skuId' | 'warehouseId'>;

interface WantedLine extends Place {
  readonly target: Decimal;
  readonly price: string | null;
}

/** Locks what an activity is to hold beyond what it does, and lets go of the rest; what it sold counts as held. */
export async function saveLines(
  context: Context,
  activityId: string,
  lines: ActivityFields['lines'],
): Promise<void> {
  const wanted = await wantedLines(context, lines);
  const known = await linesOf(context, activityId);
  const skuIds = [...new Set([...wanted, ...known].map(({ skuId }) => skuId))];
  // What it has sold is read under the locks: a sale that was just booked counts it, too.
  const [, [spots, reservations, before]] = await lockSkus(context, skuIds, () =>
    together([
      readFree(context, skuIds),
      reservationsOf(context, activityId),
      linesOf(context, activityId),
    ]),
  );
  const sold = new Map(before.map((line) => [spotOf(line), line.sold]));
  const changes = wanted.flatMap(holding(activityId, { spots, reservations, sold }));
  // What holds in warehouses that the writer may not use was not shown, and stays.
  const gone = reservations
    .filter(({ warehouseId }) => mayUseWarehouse(context.scope, warehouseId))
    .filter((reservation) => !wanted.some((line) => spotOf(line) === spotOf(reservation)))
    .map((reservation) => ({ ...reservation, quantity: reservation.quantity.negated() }));
  // Who sees no prices keeps those that stand.
  const prices = new Map(before.map((line) => [spotOf(line), line.price]));
  const priced = seesAmounts(context.scope, 'sale')
    ? wanted
    : wanted.map((line) => ({ ...line, price: prices.get(spotOf(line)) ?? null }));
  await replaceLines(context, activityId, priced, sold);
  const { userId } = context.scope;
  await writeReservations(context, [...changes, ...gone], { userId, remark: '' });
}

interface Held {
  readonly spots: readonly Spot[];
  readonly reservations: readonly Reservation[];
  /** What was sold, by spot. */
  readonly sold: ReadonlyMap<string, Decimal>;
}

/** How what is held for a wanted line changes. Refuses at the line what goes beyond what is free. */
function holding(activityId: string, { spots, reservations, sold }: Held) {
  const held = new Map(
    reservations.map((reservation) => [spotOf(reservation), reservation.quantity]),
  );
  const free = new Map(spots.map((spot) => [spotOf(spot), spot.free]));
  return (line: WantedLine, index: number): Reservation[] => {
    const at = spotOf(line);
    const left = line.target.minus(sold.get(at) ?? ZERO);
    const change = (left.lt(0) ? ZERO : left).minus(held.get(at) ?? ZERO);
    const available = free.get(at) ?? ZERO;
    if (change.gt(0) && change.gt(available))
      refuse(
        'stock.lockTooMuch',
        { available: plain(available), quantity: plain(change) },
        { field: 'lines', line: index + 1 },
      );
    return change.isZero() ? [] : [reservationOf(activityId, line, change)];
  };
}

/** Writes the lines in place of those that the writer was shown. */
async function replaceLines(
  { tx, tenantId, scope }: Context,
  activityId: string,
  wanted: readonly WantedLine[],
  sold: Held['sold'],
): Promise<void> {
  await tx
    .deleteFrom('activity_line')
    .where('tenant_id', '=', tenantId)
    .where('activity_id', '=', activityId)
    .where(grantedWarehouses(scope, 'warehouse_id'))
    .execute();
  if (wanted.length === 0) return;
  await tx
    .insertInto('activity_line')
    .values(
      wanted.map((line) => ({
        tenant_id: tenantId,
        activity_id: activityId,
        sku_id: line.skuId,
        warehouse_id: line.warehouseId,
        target: plain(line.target),
        sold: plain(sold.get(spotOf(line)) ?? ZERO),
        price: line.price,
      })),
    )
    .execute();
}

const reservationOf = (
  sourceId: string,
  { skuId, warehouseId }: Place,
  quantity: Decimal,
): Reservation => ({
  warehouseId,
  skuId,
  source: 'activity',
  sourceId,
  sourceLine: 0,
  quantity,
});

async function wantedLines(
  { tx, tenantId, scope }: Context,
  lines: ActivityFields['lines'],
): Promise<WantedLine[]> {
  const { rows } = await sql<{ code: string; sku_id: string; ratio: string }>`
    select code, sku_id, ratio from barcode
    where tenant_id = ${tenantId} and code = any(${lines.flatMap(({ barcode }) => barcodeForms(barcode))}::text[])`.execute(
    tx,
  );
  const { rows: places } = await sql<{ id: string }>`
    select id from warehouse where tenant_id = ${tenantId}
      and id = any(${lines.map(({ warehouseId }) => warehouseId)}::bigint[])`.execute(tx);
  const find = barcodeFinder(rows, ({ code }) => code);
  const seen = new Set<string>();
  return lines.map(({ barcode, warehouseId, quantity, price = null }, index) => {
    const at = { field: 'lines', line: index + 1 };
    const code = find(barcode);
    if (code === undefined) return refuse('document.unknownBarcode', { barcode }, at);
    const known =
      places.some(({ id }) => id === warehouseId) && mayUseWarehouse(scope, warehouseId);
    if (!known) return refuse('document.warehouseMissing', { line: index + 1 }, at);
    const key = spotOf({ skuId: code.sku_id, warehouseId });
    if (seen.has(key)) return refuse('barcode.repeated', { barcode }, at);
    seen.add(key);
    return {
      skuId: code.sku_id,
      warehouseId,
      target: decimal(quantity).times(code.ratio),
      price: price === null ? null : plain(rounded(decimal(price).dividedBy(code.ratio), 6)),
    };
  });
}

/** What an activity has sold of its lines, and at what price. */
async function linesOf(
  { tx, tenantId }: Books,
  activityId: string,
): Promise<(Place & { readonly sold: Decimal; readonly price: string | null })[]> {
  const { rows } = await sql<Place & { readonly sold: string; readonly price: string | null }>`
    select sku_id as "skuId", warehouse_id as "warehouseId", sold, price from activity_line
    where tenant_id = ${tenantId} and activity_id = ${activityId}`.execute(tx);
  return rows.map((row) => ({ ...row, sold: decimal(row.sold) }));
}

/** What an activity holds. */
export async function reservationsOf(
  { tx, tenantId }: Books,
  activityId: string,
): Promise<Reservation[]> {
  const { rows } = await sql<{ sku_id: string; warehouse_id: string; quantity: string }>`
    select sku_id, warehouse_id, quantity from stock_reservation
    where tenant_id = ${tenantId} and source = 'activity' and source_id = ${activityId} and quantity > 0`.execute(
    tx,
  );
  return rows.map((row) =>
    reservationOf(
      activityId,
      { skuId: row.sku_id, warehouseId: row.warehouse_id },
      decimal(row.quantity),
    ),
  );
}
