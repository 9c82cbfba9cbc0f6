// Where the serials of the reference are: in a warehouse, on their way to one, or outside (S9).
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

/** The serials that lie in a warehouse. */
export const lyingSerials = (serials: Serials): [string, Whereabouts][] =>
  [...serials].filter(([, { place }]) => isWarehouse(place));

/** Whether two moves of one line go the same way between the same ends; null: between others. */
function sameJourney(one: Move, other: Move): boolean | null {
  if (one.line !== other.line || one.lot !== other.lot || one.stockType !== other.stockType)
    return null;
  if (one.from === other.from && one.to === other.to) return true;
  return one.from === other.to && one.to === other.from ? false : null;
}

/** What leaves must be where it leaves from, and what comes in must be outside: on its way is inside, too (G8). */
export function moveSerials(
  before: Serials,
  rows: readonly Row[],
): { serials: Serials; reasons: ErrorKey[] } {
  const serials = new Map(before);
  const reasons: ErrorKey[] = [];
  for (const { move, serials: named } of rows)
    for (const serial of named) {
      // What is taken back and put down again on the same line stays where it is.
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
