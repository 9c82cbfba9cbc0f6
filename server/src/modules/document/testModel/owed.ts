// Stock moves of a paper in the reference, with places and values.
import { ZERO, decimal, sum } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { toBase } from './currencies.ts';
import { holderOf } from './money.ts';
import { amountsOf, assemblies, inForce, otherSpot, remembered, shared, spotOf } from './papers.ts';
import type { LineStockType, Paper, PaperLine, ProductNumber } from './papers.ts';

/** Place of goods: `main` and `branch` are warehouses, `to main` is in transit, `of supplier` is a supplier's stock. */
export type Place =
  | 'main'
  | 'branch'
  | 'to main'
  | 'to branch'
  | `of ${string}`
  | 'workshop'
  | 'adjustment';

export type Cost =
  | { readonly by: 'none' | 'average' }
  | { readonly by: 'given'; readonly value: Decimal }
  | { readonly by: 'origin'; readonly paper: number; readonly line: number }
  | { readonly by: 'issues'; readonly plus: Decimal; readonly weight: Decimal };

export interface Move {
  readonly line: number;
  readonly product: ProductNumber;
  readonly lot: string;
  readonly stockType: LineStockType;
  readonly serials: readonly string[];
  readonly from: Place;
  readonly to: Place;
  readonly day: number;
  readonly pieces: number;
  readonly cost: Cost;
}

export const isWarehouse = (place: Place): place is 'main' | 'branch' =>
  place === 'main' || place === 'branch';
export const isInside = (place: Place): boolean => isWarehouse(place) || place.startsWith('to ');

/** Returns the moves of a paper, line by line; none unless in force. */
export const movesOf = remembered((paper: Paper): readonly Move[] => {
  if (!inForce(paper)) return [];
  return paper.lines.flatMap((line, at) => {
    const way = wayOf(paper, line);
    if (way === null) return [];
    const [from, to] = way;
    const { product, lot, stockType, serials } = line;
    const pieces = Math.abs(line.pieces);
    const { day } = paper;
    const cost = costOf(paper, line, at, from, to);
    return [{ line: line.line, product, lot, stockType, serials, from, to, day, pieces, cost }];
  });
});

function wayOf(paper: Paper, line: PaperLine): [Place, Place] | null {
  const { kind, travels } = paper;
  const { role, pieces } = line;
  const here = spotOf(paper, line);
  const there = otherSpot(here);
  const whose = `of ${holderOf(paper)}` as const;
  switch (kind) {
    case 'purchaseIn':
      return [whose, here];
    case 'purchaseBack':
      return [here, whose];
    case 'saleOut':
    case 'retailOut':
      return [here, whose];
    case 'saleBack':
    case 'retailBack':
      return [whose, here];
    case 'transfer':
      return [here, travels ? `to ${there}` : there];
    case 'transferIn':
      if (role === 'item') return [`to ${here}`, here];
      return pieces > 0 ? [`to ${here}`, 'adjustment'] : ['adjustment', `to ${here}`];
    case 'assemble':
      return role === 'composite' ? ['workshop', here] : [here, 'workshop'];
    case 'disassemble':
      return role === 'composite' ? [here, 'workshop'] : ['workshop', here];
    case 'otherIn':
      return ['adjustment', here];
    case 'otherOut':
      return [here, 'adjustment'];
    case 'stockRecount':
      return pieces > 0 ? ['adjustment', here] : [here, 'adjustment'];
    default:
      return null;
  }
}

function costOf(paper: Paper, line: PaperLine, at: number, from: Place, to: Place): Cost {
  const { kind } = paper;
  if (isInside(from) === isInside(to)) return { by: 'none' };
  if (kind.endsWith('Back') && line.from !== null) return { by: 'origin', ...line.from };
  if (kind === 'purchaseIn' || kind === 'purchaseBack')
    return { by: 'given', value: inBase(paper, goodsValues(paper))[at] ?? ZERO };
  if (kind === 'otherIn')
    return { by: 'given', value: inBase(paper, amountsOf(paper).nets)[at] ?? ZERO };
  if (assemblies.includes(kind) && isInside(to)) return madeAt(paper, line);
  return { by: 'average' };
}

/** Values of goods: net less the share of the discount plus the share of charges. */
function goodsValues(paper: Paper): Decimal[] {
  const { nets, totals, discount, fees, freight } = amountsOf(paper);
  const pieces = paper.lines.map((line) => decimal(line.pieces));
  const weights = paper.allocateBy === 'quantity' ? pieces : nets;
  const discounts = shared(discount, totals);
  const more = shared(fees.plus(freight), sum(weights).isZero() ? nets : weights);
  return nets.map((net, at) => net.minus(discounts[at] ?? ZERO).plus(more[at] ?? ZERO));
}

/** Converts values to the company's currency; their sum equals the converted sum. */
const inBase = (paper: Paper, values: readonly Decimal[]): readonly Decimal[] =>
  paper.rate === 1 ? values : shared(toBase(paper, sum(values)), values);

/** Cost of produced goods: used goods and fees, shared by typed amounts, otherwise by quantity. */
function madeAt(paper: Paper, line: PaperLine): Cost {
  const { nets, fees } = amountsOf(paper);
  const made = paper.lines.filter(
    ({ role }) => (role === 'composite') === (paper.kind === 'assemble'),
  );
  const worth = made.map((one) => nets[paper.lines.indexOf(one)] ?? ZERO);
  const weights = sum(worth).isZero() ? made.map(({ pieces }) => decimal(pieces)) : worth;
  const at = made.indexOf(line);
  return {
    by: 'issues',
    plus: shared(toBase(paper, fees), weights)[at] ?? ZERO,
    weight: weights[at] ?? ZERO,
  };
}
