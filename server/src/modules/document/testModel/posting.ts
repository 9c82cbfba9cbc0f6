// Types of postings in the reference.
import { ZERO, sum } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { isInside } from './owed.ts';
import type { Move } from './owed.ts';
import { shared } from './papers.ts';
import type { ProductNumber } from './papers.ts';

/**
 * Quantity and value of a product, and the last quantity and value with goods, which give the average cost
 * for negative stock. `days` are the changes of each day, for balances at the end of any day.
 */
export interface Worth {
  readonly quantity: Decimal;
  readonly value: Decimal;
  readonly lastQuantity: Decimal;
  readonly lastValue: Decimal;
  readonly days: ReadonlyMap<number, { readonly quantity: Decimal; readonly value: Decimal }>;
}
export const worthNothing: Worth = {
  quantity: ZERO,
  value: ZERO,
  lastQuantity: ZERO,
  lastValue: ZERO,
  days: new Map(),
};

/** Sum of a paper's postings for a line between two places; 0 pieces if fully reversed. */
export interface Net {
  readonly move: Move;
  readonly pieces: number;
  readonly value: Decimal;
  readonly serials: readonly string[];
}
/** Value-only change caused by a posting on a day; negative for a loss of stock value. */
export interface Variance {
  readonly key: string;
  readonly product: ProductNumber;
  readonly day: number;
  readonly amount: Decimal;
}
export interface Posted {
  readonly nets: readonly Net[];
  readonly variances: readonly Variance[];
}
export const nothingPosted: Posted = { nets: [], variances: [] };

/** Row to post; the `move` of a reversal is already reversed. */
export interface Row {
  readonly move: Move;
  readonly pieces: number;
  readonly serials: readonly string[];
  readonly undo: boolean;
  /** True if only the cost of the goods changes. */
  readonly recosts?: boolean;
  /** Posted value of a reversal. */
  readonly value: Decimal;
  /** Set for a value-only row. */
  readonly variance?: Variance;
}

/** Returns the worth with another quantity and value. */
export const after = (held: Worth, quantity: Decimal, value: Decimal): Worth =>
  quantity.gt(0) && value.gte(0)
    ? { ...held, quantity, value, lastQuantity: quantity, lastValue: value }
    : { ...held, quantity, value };

/** Returns the direction of a row: into the company's stock, out, or neither. */
export function directionOf({ move, variance }: Row): 'in' | 'out' | 'none' {
  if (variance !== undefined) return variance.amount.isNegative() ? 'out' : 'in';
  if (isInside(move.from) === isInside(move.to)) return 'none';
  return isInside(move.to) ? 'in' : 'out';
}

export const dayOf = ({ variance, move }: Row): number => variance?.day ?? move.day;
export const productOf = ({ variance, move }: Row): ProductNumber =>
  variance?.product ?? move.product;

/** Shares the cost of used goods over produced goods, plus their fees. */
export function madeOf(outputs: readonly Move[], issued: Decimal): Decimal[] {
  const costs = outputs.flatMap(({ cost }) => (cost.by === 'issues' ? [cost] : []));
  const whole = issued.plus(sum(costs.map(({ plus }) => plus)));
  return shared(
    whole,
    costs.map(({ weight }) => weight),
  );
}
