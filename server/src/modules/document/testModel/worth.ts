// Valuation of goods in the reference, posting by posting, on its day and every later day.
import { ZERO, decimal, sum } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { onDay } from './oneDay.ts';
import type { Origin } from './oneDay.ts';
import { isInside } from './owed.ts';
import type { ProductNumber } from './papers.ts';
import { after, dayOf, directionOf, productOf, worthNothing } from './posting.ts';
import type { Row, Variance, Worth } from './posting.ts';

export interface Valued {
  readonly values: readonly Decimal[];
  readonly variances: readonly Variance[];
  readonly worth: ReadonlyMap<ProductNumber, Worth>;
}

/**
 * Values rows by the balance at the end of their own day; `origin` returns the posting of another paper's
 * line. Later days get the same rows at the same values; a deviation of the day's value becomes a value-
 * only row of that day. Value without goods, or below 0, does not carry over to later days.
 */
export function valued(
  before: ReadonlyMap<ProductNumber, Worth>,
  rows: readonly Row[],
  origin: Origin,
): Valued {
  const crossing = rows.filter((row) => directionOf(row) !== 'none');
  const products = new Set(crossing.map(productOf));
  const worth = new Map(before);
  const of = (product: ProductNumber): Worth => before.get(product) ?? worthNothing;
  const first = Math.min(...crossing.map(dayOf));
  const booked = [...products].flatMap((product) => [...of(product).days.keys()]);
  const days = new Set([...crossing.map(dayOf), ...booked.filter((day) => day > first)]);
  const values = new Map<Row, Decimal>();
  const variances: Variance[] = [];
  const lost = new Map<ProductNumber, Decimal>();
  let passed = new Map<Row, Decimal>();
  for (const day of [...days].toSorted((one, other) => one - other)) {
    const held = new Map(
      [...products].map((product) => [product, endOf(of(product), day, lost.get(product) ?? ZERO)]),
    );
    const { touched, left } = onDay(
      held,
      crossing.filter((row) => dayOf(row) <= day),
      values,
      origin,
    );
    for (const row of new Set([...passed.keys(), ...left.keys()]))
      variances.push(...without(row, day, (left.get(row) ?? ZERO).minus(passed.get(row) ?? ZERO)));
    for (const [product, row] of touched) {
      const now = held.get(product) ?? worthNothing;
      const more = offSide(now).negated();
      worth.set(product, after(now, now.quantity, now.value.plus(more)));
      lost.set(product, (lost.get(product) ?? ZERO).plus(more));
      variances.push(...without(row, day, more));
    }
    passed = left;
  }
  for (const product of products)
    worth.set(product, withDays(worth.get(product) ?? worthNothing, product, values, variances));
  return { values: rows.map((row) => values.get(row) ?? ZERO), variances, worth };
}

/** Returns the worth at the end of a day, less the losses of this posting until then. */
function endOf(now: Worth, day: number, lost: Decimal): Worth {
  const later = [...now.days].filter(([other]) => other > day).map(([, change]) => change);
  const quantity = now.quantity.minus(sum(later.map((change) => change.quantity)));
  const value = now.value.minus(sum(later.map((change) => change.value)));
  return after(now, quantity, value.plus(lost));
}

/** Returns value without goods, or with the opposite sign of the quantity. */
function offSide({ quantity, value }: Worth): Decimal {
  const onItsSide =
    quantity.isZero() || value.isZero() ? value.isZero() : quantity.gt(0) === value.gt(0);
  return onItsSide ? ZERO : value;
}

function without({ move, variance }: Row, day: number, amount: Decimal): Variance[] {
  if (amount.isZero()) return [];
  const { product, lot, stockType, from, to } = move;
  const own = [product, lot, stockType, isInside(from) ? from : to].join('|');
  return [{ ...(variance ?? { key: own, product }), day, amount }];
}

function withDays(
  now: Worth,
  product: ProductNumber,
  values: ReadonlyMap<Row, Decimal>,
  variances: readonly Variance[],
): Worth {
  const days = new Map(now.days);
  const add = (day: number, quantity: Decimal, value: Decimal): void => {
    const had = days.get(day) ?? { quantity: ZERO, value: ZERO };
    days.set(day, { quantity: had.quantity.plus(quantity), value: had.value.plus(value) });
  };
  for (const [row, value] of values) {
    if (productOf(row) !== product) continue;
    const sign = directionOf(row) === 'out' ? -1 : 1;
    add(dayOf(row), decimal(row.pieces).times(sign), value.times(sign));
  }
  for (const one of variances) if (one.product === product) add(one.day, ZERO, one.amount);
  return { ...now, days };
}
