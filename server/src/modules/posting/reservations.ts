import {
  ZERO,
  decimal,
  documentKinds,
  toPlainDecimal,
  progressOn,
  sum,
  targetsOf,
  keysOf,
} from '@tradehouse/domain';
import type { AnyKindCode, Decimal, Document, MoveToPost, PostedMove } from '@tradehouse/domain';
import { sql } from 'kysely';
import { rowsAsTable, runTogether } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { Balances } from './balances.ts';
import { spotOf } from './balances.ts';

type ReservationContext = Pick<Context, 'tx' | 'tenantId'>;

export type ReservedFor = 'manual' | 'activity' | 'order';

/** Reservation of formal stock: manual, by an activity, or by an order line. */
export interface Reservation {
  readonly warehouseId: string;
  readonly skuId: string;
  readonly source: ReservedFor;
  readonly sourceId: string;
  readonly sourceLine: number;
  readonly quantity: Decimal;
}

/** Goods of a document before and after the change, with the activity of each state. */
export interface Reserving {
  readonly document: Document;
  readonly before: Document | null;
  readonly activityId: string | null;
  readonly activityBefore: string | null;
  readonly posted: readonly PostedMove[];
  readonly added: readonly MoveToPost[];
}

/**
 * Quantities that documents take from reservations: by order line and warehouse, by activity and warehouse.
 */
export interface ReservationUse {
  readonly source: 'activity' | 'order';
  readonly sourceId: string;
  readonly sourceLine: number;
  readonly skuId: string;
  readonly warehouseId: string;
  /** In base units; below zero where goods come back. */
  readonly quantity: Decimal;
  /**
   * True for formal stock, the only reservable stock. Otherwise the order needs less, but the released
   * stock was not taken.
   */
  readonly formal: boolean;
}

/** Returns true for kinds whose approved documents may hold stock until delivery. */
export const mayReserveStock = (code: AnyKindCode): boolean =>
  targetsOf(code).some(
    (target) =>
      progressOn(code, target) === 'fulfilled' &&
      documentKinds[target].goods.item?.from === 'warehouse' &&
      documentKinds[target].partner !== null,
  );

/** Returns true for kinds that deliver from documents holding stock. */
function mayDeliverReserved(code: AnyKindCode): boolean {
  const { sources } = documentKinds[code];
  return keysOf(sources).some(
    (source) => sources[source] === 'fulfilled' && mayReserveStock(source),
  );
}

/** Returns true for an approved, open order: only these hold stock. */
export const isHoldingStock = ({ kind, approval, closed, deleted }: Document): boolean =>
  mayReserveStock(kind) && approval === 'approved' && !closed && !deleted;

/** Sums the quantities that these documents newly take from orders and activities. */
export function reservationUsesOf(work: readonly Reserving[]): ReservationUse[] {
  const all = work.flatMap((one) => [
    ...usesOfDocument(one.before, one.activityBefore, one.posted, -1),
    ...usesOfDocument(one.document, one.activityId, [...one.posted, ...one.added], 1),
  ]);
  const groups = Map.groupBy(all, ({ source, sourceId, sourceLine, skuId, warehouseId, formal }) =>
    [source, sourceId, sourceLine, skuId, warehouseId, formal].join(' '),
  );
  return [...groups.values()].flatMap((same) => {
    const [first] = same;
    const quantity = sum(same.map((one) => one.quantity));
    return first === undefined || quantity.isZero() ? [] : [{ ...first, quantity }];
  });
}

function usesOfDocument(
  document: Document | null,
  activityId: string | null,
  moves: readonly (PostedMove | MoveToPost)[],
  sign: 1 | -1,
): ReservationUse[] {
  if (document === null) return [];
  const ordered = mayDeliverReserved(document.kind) ? document.goodsLines : [];
  const sources = new Map(ordered.map(({ line, source }) => [line, source]));
  if (activityId === null && [...sources.values()].every((source) => source === null)) return [];
  // Orders and activities reserve SKUs, and a kit has no stock of its own to reserve.
  const own = moves.filter(({ kitSkuId }) => kitSkuId === undefined);
  return own.flatMap(({ line, skuId, stockType, from, to, quantity }) => {
    const formal = stockType === 'formal';
    const ends = [
      ...(from.place === 'warehouse' ? [{ warehouseId: from.id, quantity }] : []),
      ...(to.place === 'warehouse' ? [{ warehouseId: to.id, quantity: quantity.negated() }] : []),
    ].map((end) => ({ ...end, skuId, formal, quantity: end.quantity.times(sign) }));
    const source = sources.get(line) ?? null;
    return ends.flatMap((end): ReservationUse[] => [
      ...(source === null
        ? []
        : [
            {
              ...end,
              source: 'order',
              sourceId: source.documentId,
              sourceLine: source.line,
            } as const,
          ]),
      ...(activityId === null || !formal
        ? []
        : [{ ...end, source: 'activity', sourceId: activityId, sourceLine: 0 } as const]),
    ]);
  });
}

interface ReservationRow {
  warehouse_id: string;
  sku_id: string;
  source: ReservedFor;
  source_id: string;
  source_line: number;
  quantity: string;
}

/** Reads the reservations of these orders and activities. */
export async function readReservations(
  { tx, tenantId }: ReservationContext,
  orderIds: readonly string[],
  activityIds: readonly string[],
): Promise<Reservation[]> {
  if (orderIds.length === 0 && activityIds.length === 0) return [];
  const { rows } = await sql<ReservationRow>`
    select warehouse_id, sku_id, source, source_id, source_line, quantity from stock_reservation
    where tenant_id = ${tenantId} and quantity > 0 and (
      (source = 'order' and source_id = any(${orderIds}::bigint[]))
      or (source = 'activity' and source_id = any(${activityIds}::bigint[])))
    order by warehouse_id, sku_id, source, source_id, source_line`.execute(tx);
  return rows.map(reservationFromRow);
}

const reservationFromRow = (row: ReservationRow): Reservation => ({
  warehouseId: row.warehouse_id,
  skuId: row.sku_id,
  source: row.source,
  sourceId: row.source_id,
  sourceLine: row.source_line,
  quantity: decimal(row.quantity),
});

/**
 * Computes the changes of reservations. Delivered goods release their reservation: first in the delivering
 * warehouse, then elsewhere. Orders without a right to hold stock release everything.
 */
export function reservationChanges(
  reservations: readonly Reservation[],
  taken: readonly ReservationUse[],
  lettingGo: ReadonlySet<string>,
): Reservation[] {
  const left = new Map(reservations.map((reservation) => [reservation, reservation.quantity]));
  const drop = (reservation: Reservation, wanted: Decimal): Decimal => {
    const has = left.get(reservation) ?? ZERO;
    const less = has.lt(wanted) ? has : wanted;
    left.set(reservation, has.minus(less));
    return less;
  };
  for (const take of taken.filter(({ quantity }) => quantity.gt(0))) {
    const own = reservations.filter(
      ({ source, sourceId, sourceLine, skuId }) =>
        source === take.source &&
        sourceId === take.sourceId &&
        sourceLine === take.sourceLine &&
        skuId === take.skuId,
    );
    const here = ({ warehouseId }: Reservation) => warehouseId === take.warehouseId;
    const elsewhere =
      take.source === 'order' ? own.filter((reservation) => !here(reservation)) : [];
    let open = take.quantity;
    for (const reservation of [...own.filter(here), ...elsewhere])
      open = open.minus(drop(reservation, open));
  }
  for (const reservation of reservations) {
    if (reservation.source === 'order' && lettingGo.has(reservation.sourceId))
      drop(reservation, reservation.quantity);
  }
  return reservations.flatMap((reservation) => {
    const change = (left.get(reservation) ?? ZERO).minus(reservation.quantity);
    return change.isZero() ? [] : [{ ...reservation, quantity: change }];
  });
}

/** Applies reservation changes to the balances: stock released by a posting is free for the posting. */
export function releaseReservations(balances: Balances, changes: readonly Reservation[]): Balances {
  if (changes.length === 0) return balances;
  const locked = new Map(balances.locked);
  for (const reservation of changes) {
    const spot = spotOf(reservation);
    locked.set(spot, (locked.get(spot) ?? ZERO).plus(reservation.quantity));
  }
  return { ...balances, locked };
}

const keyNames =
  'warehouse_id bigint, sku_id bigint, source text, source_id bigint, source_line int';

/** Writes reservation changes, the resulting stock locks, and the history. The SKUs are locked. */
export async function writeReservations(
  { tx, tenantId }: ReservationContext,
  changes: readonly Reservation[],
  { userId, remark }: { readonly userId: string | null; readonly remark: string },
): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map((reservation) => ({
    warehouse_id: reservation.warehouseId,
    sku_id: reservation.skuId,
    source: reservation.source,
    source_id: reservation.sourceId,
    source_line: reservation.sourceLine,
    quantity: toPlainDecimal(reservation.quantity),
  }));
  const grown = rows.filter(({ quantity }) => !quantity.startsWith('-'));
  const fallen = rows.filter(({ quantity }) => quantity.startsWith('-'));
  const columns = `${keyNames}, quantity numeric`;
  await runTogether([
    ...(fallen.length === 0
      ? []
      : [
          sql`
            update stock_reservation c set quantity = c.quantity + given.quantity
            from ${rowsAsTable(fallen, columns)}
            where c.tenant_id = ${tenantId} and c.warehouse_id = given.warehouse_id and c.sku_id = given.sku_id
              and c.source = given.source and c.source_id = given.source_id and c.source_line = given.source_line`.execute(
            tx,
          ),
          sql`
            update stock_lock l set quantity = l.quantity + given.quantity
            from (select warehouse_id, sku_id, sum(quantity) as quantity from ${rowsAsTable(fallen, columns)} group by 1, 2) given
            where l.tenant_id = ${tenantId} and l.warehouse_id = given.warehouse_id and l.sku_id = given.sku_id`.execute(
            tx,
          ),
        ]),
    ...(grown.length === 0
      ? []
      : [
          sql`
            insert into stock_reservation (tenant_id, warehouse_id, sku_id, source, source_id, source_line, quantity)
            select ${tenantId}::bigint, given.* from ${rowsAsTable(grown, columns)}
            on conflict (tenant_id, warehouse_id, sku_id, source, source_id, source_line)
            do update set quantity = stock_reservation.quantity + excluded.quantity`.execute(tx),
          sql`
            insert into stock_lock (tenant_id, warehouse_id, sku_id, quantity)
            select ${tenantId}::bigint, warehouse_id, sku_id, sum(quantity) from ${rowsAsTable(grown, columns)} group by 2, 3
            on conflict (tenant_id, warehouse_id, sku_id)
            do update set quantity = stock_lock.quantity + excluded.quantity`.execute(tx),
        ]),
    sql`
      insert into lock_history (tenant_id, warehouse_id, sku_id, source, source_id, quantity, user_id, remark)
      select ${tenantId}::bigint, given.warehouse_id, given.sku_id, given.source, given.source_id, given.quantity,
        ${userId}::bigint, ${remark}::text
      from ${rowsAsTable(rows, columns)} returning id`.execute(tx),
  ]);
}

/**
 * Counts activity sales, and reserves returns to a running activity again, within free stock. This
 * posting's stock is already written, therefore locks never exceed the stock.
 */
export async function countSold(
  books: ReservationContext,
  taken: readonly ReservationUse[],
  userId: string,
): Promise<void> {
  const sold = taken.filter(({ source }) => source === 'activity');
  if (sold.length === 0) return;
  const { tx, tenantId } = books;
  const { rows } = await sql<ReservationRow & { free: string }>`
    with counted as (
      update activity_line line set sold = line.sold + given.quantity
      from ${rowsAsTable(
        sold.map((one) => ({
          activity_id: one.sourceId,
          warehouse_id: one.warehouseId,
          sku_id: one.skuId,
          quantity: toPlainDecimal(one.quantity),
        })),
        'activity_id bigint, warehouse_id bigint, sku_id bigint, quantity numeric',
      )}
      where line.tenant_id = ${tenantId} and line.activity_id = given.activity_id
        and line.warehouse_id = given.warehouse_id and line.sku_id = given.sku_id
      returning line.activity_id, line.warehouse_id, line.sku_id, line.target, -given.quantity as back)
    select counted.warehouse_id, counted.sku_id, 'activity' as source, counted.activity_id as source_id, 0 as source_line,
      least(counted.back, counted.target - coalesce(reservation.quantity, 0)) as quantity,
      coalesce(held.quantity, 0) - coalesce(locked.quantity, 0) as free
    from counted
    join activity on activity.tenant_id = ${tenantId} and activity.id = counted.activity_id and not activity.released
    left join stock_reservation reservation on reservation.tenant_id = ${tenantId} and reservation.source = 'activity'
      and reservation.source_id = counted.activity_id and reservation.warehouse_id = counted.warehouse_id and reservation.sku_id = counted.sku_id
    left join stock_lock locked on locked.tenant_id = ${tenantId}
      and locked.warehouse_id = counted.warehouse_id and locked.sku_id = counted.sku_id
    cross join lateral (
      select sum(balance.quantity) as quantity from stock_balance balance
      where balance.tenant_id = ${tenantId} and balance.warehouse_id = counted.warehouse_id
        and balance.sku_id = counted.sku_id and balance.stock_type = 'formal') held
    where counted.back > 0
    order by counted.activity_id`.execute(tx);
  await writeReservations(books, restoreToActivities(rows), { userId, remark: '' });
}

/** Shares free stock among activities: in total at most the free quantity. */
function restoreToActivities(
  rows: readonly (ReservationRow & { readonly free: string })[],
): Reservation[] {
  const given = new Map<string, Decimal>();
  return rows.flatMap(({ free, quantity: wanted, ...row }) => {
    const spot = spotOf({ skuId: row.sku_id, warehouseId: row.warehouse_id });
    const before = given.get(spot) ?? ZERO;
    const left = decimal(free).minus(before);
    const quantity = left.lt(wanted) ? left : decimal(wanted);
    if (quantity.lte(0)) return [];
    given.set(spot, before.plus(quantity));
    return [reservationFromRow({ ...row, quantity: toPlainDecimal(quantity) })];
  });
}
