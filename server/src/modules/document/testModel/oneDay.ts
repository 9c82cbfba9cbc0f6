// What a posting makes of what the reference holds at the end of one day: the moving average of design §3 and §7.1–7.3.
import { ZERO, decimal, rounded } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import type { ProductNumber } from './papers.ts';
import { after, directionOf, madeOf, productOf, worthNothing } from './posting.ts';
import type { Row, Worth } from './posting.ts';

/** What a line of another paper has posted. */
export type Origin = (paper: number, line: number) => { pieces: number; value: Decimal };

/** What is taken back first, what leaves before what enters; the average last of what enters, first of what leaves. */
function rankOf(row: Row): number {
  const [leaves, average] = [directionOf(row) === 'out', row.move.cost.by === 'average'];
  if (row.undo) return leaves ? 0 : 1;
  if (leaves) return average ? 2 : 3;
  return average ? 5 : 4;
}

/** What rows make of what a day holds. `values` keeps what each was found to be worth on its own day. */
export function onDay(
  worth: Map<ProductNumber, Worth>,
  rows: readonly Row[],
  values: Map<Row, Decimal>,
  origin: Origin,
): { touched: Map<ProductNumber, Row>; left: Map<Row, Decimal> } {
  const touched = new Map<ProductNumber, Row>();
  const left = new Map<Row, Decimal>();
  const of = (product: ProductNumber): Worth => worth.get(product) ?? worthNothing;
  const leave = (row: Row, amount: Decimal): void => {
    if (!amount.isZero()) left.set(row, amount);
  };
  let issued = ZERO;
  let made: Decimal[] | null = null;
  const makers = rows.filter((row) => row.move.cost.by === 'issues' && !row.undo);
  const order = rows
    .map((row, at) => ({ row, at }))
    .toSorted((one, other) => rankOf(one.row) - rankOf(other.row) || one.at - other.at);
  // What goods came to cost since they came is theirs as far as so many are there; the rest is value without goods.
  const recosting = rows.filter((row) => row.recosts === true);
  for (const [product, group] of Map.groupBy(recosting, ({ move }) => move.product)) {
    const held = of(product);
    let [more, pieces] = [ZERO, 0];
    for (const row of group) {
      const value = values.get(row) ?? valueOf(row, held, origin);
      values.set(row, value);
      touched.set(product, row);
      more = row.undo ? more.minus(value) : more.plus(value);
      pieces += row.undo ? 0 : row.pieces;
    }
    const there = Math.max(0, Math.min(pieces, held.quantity.toNumber()));
    const kept = rounded(more.times(there).dividedBy(pieces), 6);
    worth.set(product, after(held, held.quantity, held.value.plus(kept)));
    const last = group.at(-1);
    if (last !== undefined) leave(last, kept.minus(more));
  }
  for (const { row } of order) {
    if (row.recosts === true) continue;
    const product = productOf(row);
    const held = of(product);
    if (makers.includes(row))
      made ??= madeOf(
        makers.map(({ move }) => move),
        issued,
      );
    const value = values.get(row) ?? made?.[makers.indexOf(row)] ?? valueOf(row, held, origin);
    values.set(row, value);
    touched.set(product, row);
    if (directionOf(row) === 'out') {
      if (!row.undo) issued = issued.plus(value);
      worth.set(product, after(held, held.quantity.minus(row.pieces), held.value.minus(value)));
      continue;
    }
    const quantity = held.quantity.plus(row.pieces);
    const fills = !row.undo && row.pieces > 0 && held.quantity.isNegative();
    const plain = held.value.plus(value);
    // Goods that fill a hole take the hole's own value; what is left over of the receipt keeps the receipt's.
    const kept = !fills
      ? plain
      : rounded(
          quantity.gt(0)
            ? value.times(quantity).dividedBy(row.pieces)
            : held.value.times(quantity).dividedBy(held.quantity),
          6,
        );
    worth.set(product, after(held, quantity, kept));
    leave(row, kept.minus(plain));
  }
  return { touched, left };
}

function valueOf(
  { undo, value, variance, move: { cost }, pieces }: Row,
  held: Worth,
  origin: Origin,
): Decimal {
  if (undo || variance !== undefined) return value;
  if (cost.by === 'given') return cost.value;
  if (cost.by === 'origin') {
    const source = origin(cost.paper, cost.line);
    if (source.pieces > 0) return rounded(source.value.times(pieces).dividedBy(source.pieces), 6);
  }
  return averageOf(held, pieces);
}

/** All of the value for all of the goods, else the last average that is known. */
function averageOf(held: Worth, pieces: number): Decimal {
  if (held.quantity.equals(pieces) && held.value.gte(0)) return held.value;
  if (held.lastQuantity.isZero()) return ZERO;
  return rounded(decimal(pieces).times(held.lastValue).dividedBy(held.lastQuantity), 6);
}
