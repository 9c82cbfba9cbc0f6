// Lines of an activity and the stock locked for them.
import type { ActivityFields } from '@tradehouse/contract';
import {
  ZERO,
  barcodeFinder,
  barcodeForms,
  checkUnitPart,
  decimal,
  toPlainDecimal,
  rounded,
} from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import {
  grantedWarehouses,
  mayUseWarehouse,
  refuseWith,
  seesAmounts,
} from '../../kernel/access/index.ts';
import { runTogether } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { lockSkus, spotOf, writeReservations } from '../posting/index.ts';
import type { Reservation } from '../posting/index.ts';
import { readFreeStock } from './locks.ts';
import type { FreeStockSpot } from './locks.ts';

type ActivityLineContext = Pick<Context, 'tx' | 'tenantId'>;

type ActivityStockPlace = Pick<Reservation, 'skuId' | 'warehouseId'>;

interface WantedLine extends ActivityStockPlace {
  readonly target: Decimal;
  readonly price: string | null;
}

/** Locks the additional stock of an activity and releases the rest; sold goods count as held. */
export async function saveLines(
  context: Context,
  activityId: string,
  lines: ActivityFields['lines'],
): Promise<void> {
  const wanted = await wantedLines(context, lines);
  const known = await readActivityLines(context, activityId);
  const skuIds = [...new Set([...wanted, ...known].map(({ skuId }) => skuId))];
  // Sold quantities are read under the locks, so a sale just posted counts.
  const [, [spots, reservations, before]] = await lockSkus(context, skuIds, () =>
    runTogether([
      readFreeStock(context, skuIds),
      reservationsOf(context, activityId),
      readActivityLines(context, activityId),
    ]),
  );
  const sold = new Map(before.map((line) => [spotOf(line), line.sold]));
  const changes = wanted.flatMap(holdingChangeFor(activityId, { spots, reservations, sold }));
  // Reservations in warehouses closed to the writer were not shown, and remain.
  const gone = reservations
    .filter(({ warehouseId }) => mayUseWarehouse(context.scope, warehouseId))
    .filter((reservation) => !wanted.some((line) => spotOf(line) === spotOf(reservation)))
    .map((reservation) => ({ ...reservation, quantity: reservation.quantity.negated() }));
  // A writer without price rights keeps the stored prices.
  const prices = new Map(before.map((line) => [spotOf(line), line.price]));
  const priced = seesAmounts(context.scope, 'sale')
    ? wanted
    : wanted.map((line) => ({ ...line, price: prices.get(spotOf(line)) ?? null }));
  await replaceLines(context, activityId, priced, sold);
  const { userId } = context.scope;
  await writeReservations(context, [...changes, ...gone], { userId, remark: '' });
}

interface ActivityHoldings {
  readonly spots: readonly FreeStockSpot[];
  readonly reservations: readonly Reservation[];
  /** Quantity sold, by spot. */
  readonly sold: ReadonlyMap<string, Decimal>;
}

/** Computes the change in held stock for a line. Refuses, at the line, more than the free stock. */
function holdingChangeFor(activityId: string, { spots, reservations, sold }: ActivityHoldings) {
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
      refuseWith(
        'stock.lockTooMuch',
        { available: toPlainDecimal(available), quantity: toPlainDecimal(change) },
        { field: 'lines', line: index + 1 },
      );
    return change.isZero() ? [] : [toActivityReservation(activityId, line, change)];
  };
}

/** Replaces the lines shown to the writer. */
async function replaceLines(
  { tx, tenantId, scope }: Context,
  activityId: string,
  wanted: readonly WantedLine[],
  sold: ActivityHoldings['sold'],
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
        target: toPlainDecimal(line.target),
        sold: toPlainDecimal(sold.get(spotOf(line)) ?? ZERO),
        price: line.price,
      })),
    )
    .execute();
}

const toActivityReservation = (
  sourceId: string,
  { skuId, warehouseId }: ActivityStockPlace,
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
    if (code === undefined) return refuseWith('document.unknownBarcode', { barcode }, at);
    const known =
      places.some(({ id }) => id === warehouseId) && mayUseWarehouse(scope, warehouseId);
    if (!known) return refuseWith('document.warehouseMissing', { line: index + 1 }, at);
    const key = spotOf({ skuId: code.sku_id, warehouseId });
    if (seen.has(key)) return refuseWith('barcode.repeated', { barcode }, at);
    seen.add(key);
    checkUnitPart(decimal(quantity), { barcode, ratio: decimal(code.ratio) }, at);
    return {
      skuId: code.sku_id,
      warehouseId,
      target: decimal(quantity).times(code.ratio),
      price:
        price === null ? null : toPlainDecimal(rounded(decimal(price).dividedBy(code.ratio), 6)),
    };
  });
}

/** Sold quantity and price of an activity's lines. */
async function readActivityLines(
  { tx, tenantId }: ActivityLineContext,
  activityId: string,
): Promise<(ActivityStockPlace & { readonly sold: Decimal; readonly price: string | null })[]> {
  const { rows } = await sql<
    ActivityStockPlace & { readonly sold: string; readonly price: string | null }
  >`
    select sku_id as "skuId", warehouse_id as "warehouseId", sold, price from activity_line
    where tenant_id = ${tenantId} and activity_id = ${activityId}`.execute(tx);
  return rows.map((row) => ({ ...row, sold: decimal(row.sold) }));
}

export async function reservationsOf(
  { tx, tenantId }: ActivityLineContext,
  activityId: string,
): Promise<Reservation[]> {
  const { rows } = await sql<{ sku_id: string; warehouse_id: string; quantity: string }>`
    select sku_id, warehouse_id, quantity from stock_reservation
    where tenant_id = ${tenantId} and source = 'activity' and source_id = ${activityId} and quantity > 0`.execute(
    tx,
  );
  return rows.map((row) =>
    toActivityReservation(
      activityId,
      { skuId: row.sku_id, warehouseId: row.warehouse_id },
      decimal(row.quantity),
    ),
  );
}
