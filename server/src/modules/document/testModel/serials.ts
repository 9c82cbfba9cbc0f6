// Places of serials in the reference: in a warehouse, in transit, or outside (S9).
import type { ErrorKey } from '@tradehouse/domain';
import { isInside, isWarehouse } from './owed.ts';
import type { Move, Place } from './owed.ts';
import type { LineStockType } from './papers.ts';
import type { Row } from './posting.ts';

interface Whereabouts {
  readonly place: Place;
  readonly stockType: LineStockType;
}
export type Serials = ReadonlyMap<string, Whereabouts>;

/** Returns the serials in warehouses. */
export const lyingSerials = (serials: Serials): [string, Whereabouts][] =>
  [...serials].filter(([, { place }]) => isWarehouse(place));

/** Compares two moves of a line: same direction (true), opposite direction (false), other places (null). */
function sameJourney(one: Move, other: Move): boolean | null {
  if (one.line !== other.line || one.lot !== other.lot || one.stockType !== other.stockType)
    return null;
  if (one.from === other.from && one.to === other.to) return true;
  return one.from === other.to && one.to === other.from ? false : null;
}

/** Moves serials: an issued serial must be at its place, a received serial must be outside (G8). */
export function moveSerials(
  before: Serials,
  rows: readonly Row[],
): { serials: Serials; reasons: ErrorKey[] } {
  const serials = new Map(before);
  const reasons: ErrorKey[] = [];
  for (const { move, serials: named } of rows)
    for (const serial of named) {
      // A serial reversed and posted again on the same line stays in place.
      const ways = rows.filter(
        (row) => row.serials.includes(serial) && sameJourney(row.move, move) !== null,
      );
      const forth = ways.filter((row) => sameJourney(row.move, move) === true);
      if (forth.length * 2 === ways.length) continue;
      const { from, to, stockType } = move;
      const there = serials.get(serial);
      if (isInside(from)) {
        if (there?.place !== from || there.stockType !== stockType)
          reasons.push('serial.notInStock', 'serial.issued');
        serials.delete(serial);
      }
      if (isInside(to)) {
        if (serials.has(serial)) reasons.push('serial.inStock');
        serials.set(serial, { place: to, stockType });
      }
    }
  return { serials, reasons };
}
