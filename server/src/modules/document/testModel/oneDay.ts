// Valuation of a posting by the moving average of one day.
import { ZERO, decimal, rounded } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import type { ProductNumber } from './papers.ts';
import { after, directionOf, madeOf, productOf, worthNothing } from './posting.ts';
import type { Row, Worth } from './posting.ts';

/** Returns the posted pieces and value of another paper's line. */
export type Origin = (paper: number, line: number) => { pieces: number; value: Decimal };

/** Order of rows: reversals first, issues before receipts; rows at average cost first of issues, last of receipts. */
function rankOf(row: Row): number {
  const [leaves, average] = [directionOf(row) === 'out', row.move.cost.by === 'average'];
  if (row.undo) return leaves ? 0 : 1;
  if (leaves) return average ? 2 : 3;
  return average ? 5 : 4;
}

/** Applies rows to the stock value of a day. `values` stores the value of each row on its own day. */
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
  const outputs = rows.filter((row) => row.move.cost.by === 'issues' && !row.undo);
  const order = rows
    .map((row, at) => ({ row, at }))
    .toSorted((one, other) => rankOf(one.row) - rankOf(other.row) || one.at - other.at);
  // Goods that came or went since bring or take what they cost; what the others came to cost is theirs as far as so many
  // are there, and the rest is value without goods.
  const recosting = rows.filter((row) => row.recosts === true);
  for (const [product, group] of Map.groupBy(recosting, ({ move }) => move.product)) {
    let held = of(product);
    const sums = { was: { pieces: 0, value: ZERO }, now: { pieces: 0, value: ZERO } };
    for (const row of group) {
      const value = values.get(row) ?? valueOf(row, held, origin);
      values.set(row, value);
      touched.set(product, row);
      const sum = sums[row.undo ? 'was' : 'now'];
      sum.pieces += row.pieces;
      sum.value = sum.value.plus(value);
    }
    const { was, now } = sums;
    const last = group.at(-1);
    const stay = Math.min(was.pieces, now.pieces);
    let there = held.quantity.toNumber();
    let more = now.value.minus(was.value);
    let astray = ZERO;
    if (now.pieces > was.pieces) {
      const pieces = now.pieces - was.pieces;
      const along = rounded(now.value.times(pieces).dividedBy(now.pieces), 6);
      const entered = received(held, pieces, along);
      astray = entered.value.minus(held.value).minus(along);
      [held, more] = [entered, more.minus(along)];
    } else if (now.pieces < was.pieces) {
      const pieces = was.pieces - now.pieces;
      const along = rounded(was.value.times(pieces).dividedBy(was.pieces), 6);
      held = after(held, held.quantity.minus(pieces), held.value.minus(along));
      there -= pieces;
      more = more.plus(along);
    }
    there = Math.max(0, Math.min(stay, there));
    const kept = rounded(more.times(there).dividedBy(stay), 6);
    worth.set(product, after(held, held.quantity, held.value.plus(kept)));
    if (last !== undefined) leave(last, astray.plus(kept).minus(more));
  }
  for (const { row } of order) {
    if (row.recosts === true) continue;
    const product = productOf(row);
    const held = of(product);
    if (outputs.includes(row))
      made ??= madeOf(
        outputs.map(({ move }) => move),
        issued,
      );
    const value = values.get(row) ?? made?.[outputs.indexOf(row)] ?? valueOf(row, held, origin);
    values.set(row, value);
    touched.set(product, row);
    if (directionOf(row) === 'out') {
      if (!row.undo) issued = issued.plus(value);
      worth.set(product, after(held, held.quantity.minus(row.pieces), held.value.minus(value)));
      continue;
    }
    const plain = held.value.plus(value);
    const now = row.undo
      ? after(held, held.quantity.plus(row.pieces), plain)
      : received(held, row.pieces, value);
    worth.set(product, now);
    leave(row, now.value.minus(plain));
  }
  return { touched, left };
}

/** Adds a receipt: pieces that cover negative stock take its value; the rest keeps the receipt's price. */
function received(held: Worth, pieces: number, value: Decimal): Worth {
  const quantity = held.quantity.plus(pieces);
  if (pieces === 0 || !held.quantity.isNegative())
    return after(held, quantity, held.value.plus(value));
  const kept = quantity.gt(0)
    ? value.times(quantity).dividedBy(pieces)
    : held.value.times(quantity).dividedBy(held.quantity);
  return after(held, quantity, rounded(kept, 6));
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

/** Returns the value of issued pieces: the whole value for the whole stock, otherwise by the last known average. */
function averageOf(held: Worth, pieces: number): Decimal {
  if (held.quantity.equals(pieces) && held.value.gte(0)) return held.value;
  if (held.lastQuantity.isZero()) return ZERO;
  return rounded(decimal(pieces).times(held.lastValue).dividedBy(held.lastQuantity), 6);
}
