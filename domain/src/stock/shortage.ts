import type { Decimal } from '../decimal.ts';
import { ZERO, sum } from '../decimal.ts';
import type { StockType } from '../document/document.ts';
import type { Move, Place } from '../posting/posting.ts';

/** What stock is kept of: sums over it are what must not fall below zero. */
export interface StockKey {
  readonly warehouseId: string;
  readonly skuId: string;
  readonly lot: string;
  readonly stockType: StockType;
}

export interface StockChange extends StockKey {
  /** Base units; below 0 where goods leave. */
  readonly quantity: Decimal;
}

type Goods = Pick<Move, 'skuId' | 'lot' | 'stockType' | 'from' | 'to' | 'quantity'>;

export const stockKey = ({ skuId, warehouseId, stockType, lot }: StockKey): string =>
  [skuId, warehouseId, stockType, lot].join(' ');

/** What moves do to each key, summed over all lines of all documents of a call (G6), in key order. */
export function stockChanges(moves: readonly Goods[]): StockChange[] {
  const groups = Map.groupBy(moves.flatMap(endsOf), stockKey);
  return [...groups]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, [first, ...rest]]) => (first === undefined ? [] : [summed(first, rest)]))
    .filter(({ quantity }) => !quantity.isZero());
}

const summed = (first: StockChange, rest: readonly StockChange[]): StockChange => ({
  ...first,
  quantity: sum([first, ...rest].map(({ quantity }) => quantity)),
});

function endsOf({ from, to, skuId, lot, stockType, quantity }: Goods): StockChange[] {
  const at = ({ place, id }: Place, amount: Decimal): StockChange[] =>
    place === 'warehouse' ? [{ warehouseId: id, skuId, lot, stockType, quantity: amount }] : [];
  return [...at(from, quantity.negated()), ...at(to, quantity)];
}

export interface Shortage extends StockKey {
  readonly missing: Decimal;
}

/** The keys that would fall below zero; a key that only gains is never short. `held` is undefined where nothing lies. */
export function shortages(
  changes: readonly StockChange[],
  held: (key: StockKey) => Decimal | undefined,
): Shortage[] {
  return changes.flatMap(({ quantity, ...key }) => {
    const after = (held(key) ?? ZERO).plus(quantity);
    return quantity.isNegative() && after.isNegative()
      ? [{ ...key, missing: after.negated() }]
      : [];
  });
}
