import type { Decimal } from '../decimal.ts';
import { sum } from '../decimal.ts';
import { shareByWeights } from './share.ts';

/** Bases for sharing a charge over lines. */
export const bearings = ['weight', 'amount', 'quantity'] as const;
type BearsBy = (typeof bearings)[number];

/** Figures of a line deciding the share of a charge. */
export type Bearing = Readonly<Record<BearsBy, Decimal>>;

/** Basis for sharing a charge: the requested one, or amount if all are zero. */
export const bornBy = (by: BearsBy, lines: readonly Bearing[]): BearsBy =>
  sum(lines.map((line) => line[by])).isZero() ? 'amount' : by;

/** Each line's part of a charge. Their sum is the charge. */
export function shareCharge(
  by: BearsBy,
  lines: readonly Bearing[],
  total: Decimal,
  digits: number,
): Decimal[] {
  const weighs = bornBy(by, lines);
  return shareByWeights(
    total,
    lines.map((line) => line[weighs]),
    digits,
  );
}
