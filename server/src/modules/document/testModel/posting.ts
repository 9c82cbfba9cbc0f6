// What the reference keeps of a posting: its rows, what is held of a product, what a paper has posted.
import { ZERO, sum } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { isInside } from './owed.ts';
import type { Move } from './owed.ts';
import { shared } from './papers.ts';
import type { ProductNumber } from './papers.ts';

/**
 * What a product is worth, and the last pair that had goods in it: the average that is known below zero, too. `days` is
 * what each day did, so that what was held at the end of any of them can be told.
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

/** What a paper has posted of one line and journey: as it lies now. Pieces 0: all of it came back. */
export interface Net {
  readonly move: Move;
  readonly pieces: number;
  readonly value: Decimal;
  readonly serials: readonly string[];
}
/** Value without goods that a posting caused on a day; below zero it left. */
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

/** A row to post: `move` is turned round already where it takes something back. */
export interface Row {
  readonly move: Move;
  readonly pieces: number;
  readonly serials: readonly string[];
  readonly undo: boolean;
  /** Its goods stay, and cost something else now. */
  readonly recosts?: boolean;
  /** Of what is taken back: what it was posted at. */
  readonly value: Decimal;
  /** Value alone. */
  readonly variance?: Variance;
}

/** The same with so much held. */
export const after = (held: Worth, quantity: Decimal, value: Decimal): Worth =>
  quantity.gt(0) && value.gte(0)
    ? { ...held, quantity, value, lastQuantity: quantity, lastValue: value }
    : { ...held, quantity, value };

/** Which way a row crosses the border of the company's stock. */
export function directionOf({ move, variance }: Row): 'in' | 'out' | 'none' {
  if (variance !== undefined) return variance.amount.isNegative() ? 'out' : 'in';
  if (isInside(move.from) === isInside(move.to)) return 'none';
  return isInside(move.to) ? 'in' : 'out';
}

export const dayOf = ({ variance, move }: Row): number => variance?.day ?? move.day;
export const productOf = ({ variance, move }: Row): ProductNumber =>
  variance?.product ?? move.product;

/** What is made shares what was used, beside its own fees. */
export function madeOf(outputs: readonly Move[], issued: Decimal): Decimal[] {
  const costs = outputs.flatMap(({ cost }) => (cost.by === 'issues' ? [cost] : []));
  const whole = issued.plus(sum(costs.map(({ plus }) => plus)));
  return shared(
    whole,
    costs.map(({ weight }) => weight),
  );
}
