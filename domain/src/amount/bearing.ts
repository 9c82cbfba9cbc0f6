import type { Decimal } from '../decimal.ts';
import { sum } from '../decimal.ts';
import { share } from './share.ts';

/** By what of lines a charge is shared over them. */
export const bearings = ['weight', 'amount', 'quantity'] as const;
type BearsBy = (typeof bearings)[number];

/** What of a line says how much of a charge it bears. */
export type Bearing = Readonly<Record<BearsBy, Decimal>>;

/** By what lines bear a charge: as is wished, or by amount where none has any of that. */
export const bornBy = (by: BearsBy, lines: readonly Bearing[]): BearsBy =>
  sum(lines.map((line) => line[by])).isZero() ? 'amount' : by;

/** Each line's part of a charge. Their sum is the charge. */
export function sharedBy(
  by: BearsBy,
  lines: readonly Bearing[],
  total: Decimal,
  digits: number,
): Decimal[] {
  const weighs = bornBy(by, lines);
  return share(
    total,
    lines.map((line) => line[weighs]),
    digits,
  );
}
