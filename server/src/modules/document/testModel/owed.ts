// What each paper of the reference owes the books: goods that go from place to place, money from purse to purse.
import { ZERO, decimal, sum } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import {
  amountsOf,
  assemblies,
  inForce,
  isTraded,
  otherSpot,
  remembered,
  shared,
} from './papers.ts';
import type { LineStockType, Paper, PaperLine, ProductNumber } from './papers.ts';

/** `main` and `branch` are warehouses, `to main` goods on their way there; everything else is outside. */
export type Place =
  | 'main'
  | 'branch'
  | 'to main'
  | 'to branch'
  | 'supplier'
  | 'customer'
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

/** The moves of a paper in force, line by line; none of a paper that isn't. */
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

function wayOf({ kind, spot, travels }: Paper, { role, pieces }: PaperLine): [Place, Place] | null {
  const [here, there] = [spot, otherSpot(spot)];
  switch (kind) {
    case 'purchaseIn':
      return ['supplier', here];
    case 'purchaseBack':
      return [here, 'supplier'];
    case 'saleOut':
    case 'retailOut':
      return [here, 'customer'];
    case 'saleBack':
    case 'retailBack':
      return ['customer', here];
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
    return { by: 'given', value: goodsValues(paper)[at] ?? ZERO };
  if (kind === 'otherIn') return { by: 'given', value: amountsOf(paper).nets[at] ?? ZERO };
  if (assemblies.includes(kind) && isInside(to)) return madeAt(paper, line);
  return { by: 'average' };
}

/** Net − share of the discount + share of what the head adds (design §7.1). */
function goodsValues(paper: Paper): Decimal[] {
  const { nets, totals, discount, fees, freight } = amountsOf(paper);
  const pieces = paper.lines.map((line) => decimal(line.pieces));
  const weights = paper.allocateBy === 'quantity' ? pieces : nets;
  const discounts = shared(discount, totals);
  const more = shared(fees.plus(freight), sum(weights).isZero() ? nets : weights);
  return nets.map((net, at) => net.minus(discounts[at] ?? ZERO).plus(more[at] ?? ZERO));
}

/** What is made shares what was used and the fees by its typed amounts, by quantity where nothing is typed. */
function madeAt(paper: Paper, line: PaperLine): Cost {
  const { nets, fees } = amountsOf(paper);
  const made = paper.lines.filter(
    ({ role }) => (role === 'composite') === (paper.kind === 'assemble'),
  );
  const worth = made.map((one) => nets[paper.lines.indexOf(one)] ?? ZERO);
  const weights = sum(worth).isZero() ? made.map(({ pieces }) => decimal(pieces)) : worth;
  const at = made.indexOf(line);
  return { by: 'issues', plus: shared(fees, weights)[at] ?? ZERO, weight: weights[at] ?? ZERO };
}

/** Money of a paper in force by purse: what comes in is above zero. Inventory and cost of sales follow the goods. */
export const pursesOf = remembered((paper: Paper): readonly [string, Decimal][] => {
  if (!inForce(paper)) return [];
  const rows: [string, Decimal][] = [];
  const pay = (from: string, to: string, amount: Decimal): void => {
    rows.push([from, amount.negated()], [to, amount]);
  };
  const { net, tax, discount, fees, freight, paidNow, depositUsed, payable } = amountsOf(paper);
  const whose = holderOf(paper);
  const amount = decimal(paper.amount);
  switch (paper.kind) {
    case 'purchaseOrder':
      pay('account', `deposit ${whose}`, paidNow);
      break;
    case 'saleOrder':
      pay(`deposit ${whose}`, 'account', paidNow);
      break;
    case 'purchaseIn':
    case 'purchaseBack': {
      const sign = paper.kind === 'purchaseIn' ? 1 : -1;
      const cost = net.minus(discount).plus(fees).plus(freight);
      pay(`payable ${whose}`, 'inventory', cost.times(sign));
      pay(`payable ${whose}`, 'taxIn', tax.times(sign));
      pay('account', `payable ${whose}`, paidNow.times(sign));
      pay(`deposit ${whose}`, `payable ${whose}`, depositUsed);
      break;
    }
    case 'saleOut':
    case 'saleBack':
    case 'retailOut':
    case 'retailBack': {
      const sign = paper.kind.endsWith('Out') ? 1 : -1;
      pay('sales', `receivable ${whose}`, net.times(sign));
      pay('taxOut', `receivable ${whose}`, tax.times(sign));
      pay(`receivable ${whose}`, 'discount', discount.times(sign));
      pay('fee', `receivable ${whose}`, fees.times(sign));
      pay('freight', `receivable ${whose}`, freight.times(sign));
      const till = paper.prepaid && !isTraded(paper) ? `prepaid ${whose}` : 'account';
      pay(`receivable ${whose}`, till, (isTraded(paper) ? paidNow : payable).times(sign));
      pay(`receivable ${whose}`, `deposit ${whose}`, depositUsed);
      break;
    }
    case 'assemble':
    case 'disassemble':
      pay('fee', 'inventory', fees);
      break;
    case 'advanceIn':
      pay(`prepaid ${whose}`, 'account', amount);
      break;
    case 'moneyIn':
      pay(`receivable ${whose}`, 'account', amount);
      break;
    case 'moneyOut':
      pay('account', `payable ${whose}`, amount);
      break;
    default:
  }
  return rows;
});

/** Whose debt it is: the names of the test shop. */
export function holderOf({ kind, other }: Pick<Paper, 'kind' | 'other'>): string {
  if (kind.startsWith('retail')) return other ? 'member' : '0';
  if (kind === 'advanceIn') return 'member';
  if (kind.startsWith('purchase') || kind === 'moneyOut')
    return other ? 'otherSupplier' : 'supplier';
  return other ? 'otherCustomer' : 'customer';
}
