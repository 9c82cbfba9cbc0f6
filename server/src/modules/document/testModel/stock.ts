// Stock in the reference, now and at the end of every day.
import type { ErrorKey } from '@tradehouse/domain';
import { isWarehouse, movesOf } from './owed.ts';
import type { Move } from './owed.ts';
import type { Paper, ProductNumber, Spot } from './papers.ts';

const keyOf = (spot: string, { product, lot, stockType }: Move): string =>
  [spot, product, lot, stockType].join('|');

/** Returns daily changes per stock key: `warehouse|product|lot|stock type` → day → pieces. */
export const dayChanges = (papers: readonly Paper[]): Map<string, Map<number, number>> =>
  daysOf(papers.flatMap(movesOf));

function daysOf(moves: readonly Move[]): Map<string, Map<number, number>> {
  const changes = new Map<string, Map<number, number>>();
  const book = (spot: string, move: Move, pieces: number): void => {
    const days = changes.get(keyOf(spot, move)) ?? new Map<number, number>();
    days.set(move.day, (days.get(move.day) ?? 0) + pieces);
    changes.set(keyOf(spot, move), days);
  };
  for (const move of moves) {
    if (isWarehouse(move.from)) book(move.from, move, -move.pieces);
    if (isWarehouse(move.to)) book(move.to, move, move.pieces);
  }
  return changes;
}

/** Returns current pieces per stock key. */
export function stockOf(papers: readonly Paper[]): Map<string, number> {
  const all = [...dayChanges(papers)].map(
    ([key, days]) => [key, [...days.values()].reduce((one, other) => one + other, 0)] as const,
  );
  return new Map(all.filter(([, pieces]) => pieces !== 0));
}

/** Returns daily changes per serial and stock key. */
export function serialDays(papers: readonly Paper[]): Map<string, Map<number, number>> {
  const one = (move: Move, serial: string): Move => ({
    ...move,
    lot: `${move.lot}|${serial}`,
    pieces: 1,
  });
  return daysOf(
    papers.flatMap(movesOf).flatMap((move) => move.serials.map((serial) => one(move, serial))),
  );
}

/** Refuses a serial issued on a day when the serial is not in the warehouse. */
export function serialDayReasons(before: readonly Paper[], papers: readonly Paper[]): ErrorKey[] {
  const short = shortDays(serialDays(before), serialDays(papers));
  return short.length > 0 ? ['serial.notInStockOn'] : [];
}

/** Refuses stock keys falling below zero, or further below, now or on a past day (G6). */
export function stockReasons(before: readonly Paper[], papers: readonly Paper[]): ErrorKey[] {
  return [...new Set(shortDays(dayChanges(before), dayChanges(papers)))];
}

/** For each stock key newly below zero on a day, returns whether this day is the last of the key. */
function shortDays(
  was: ReadonlyMap<string, ReadonlyMap<number, number>>,
  is: ReadonlyMap<string, ReadonlyMap<number, number>>,
): ('stock.shortage' | 'stock.shortageLater')[] {
  const reasons: ('stock.shortage' | 'stock.shortageLater')[] = [];
  for (const key of new Set([...was.keys(), ...is.keys()])) {
    const [old, now] = [was.get(key), is.get(key)];
    const days = [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])].toSorted();
    let [first, second] = [0, 0];
    days.forEach((day, at) => {
      first += old?.get(day) ?? 0;
      second += now?.get(day) ?? 0;
      if (second >= 0 || second >= first) return;
      reasons.push(at === days.length - 1 ? 'stock.shortage' : 'stock.shortageLater');
    });
  }
  return reasons;
}

/** Returns regular stock of a product in a warehouse, over all lots. */
export const formalOf = (
  stock: ReadonlyMap<string, number>,
  spot: Spot,
  product: ProductNumber,
): number =>
  [...stock]
    .filter(([key]) => key.startsWith(`${spot}|${product}|`) && key.endsWith('|formal'))
    .reduce((all, [, pieces]) => all + pieces, 0);
