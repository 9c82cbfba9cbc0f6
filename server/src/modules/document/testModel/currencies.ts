// Currencies in the reference: values of papers in the company's currency.
import { ZERO, decimal, rounded, sum } from '@tradehouse/domain';
import type { Decimal, ErrorKey } from '@tradehouse/domain';
import { depositTakers, openOf, settling } from './links.ts';
import { amountsOf, isOrder, ownOnly, sourcesOf } from './papers.ts';
import type { Paper } from './papers.ts';

/** Converts an amount to the company's currency, rounded to the cent. */
export const toBase = ({ rate }: Pick<Paper, 'rate'>, amount: Decimal): Decimal =>
  rate === 1 ? amount : rounded(amount.times(rate), 2);

/** Money taken from another paper: the source, the amount, and other papers taking from the source. */
interface Taken {
  readonly of: Paper;
  readonly whole: Decimal;
  readonly part: Decimal;
  readonly others: readonly (readonly [part: Decimal, booked: Decimal])[];
}

/** Finds the deposit of an order, or the debt of a bill, used by a paper. */
function takenBy(papers: readonly Paper[], at: number): Taken | null {
  const paper = papers[at];
  if (paper === undefined) return null;
  const { depositUsed } = amountsOf(paper);
  const [made = -1] = sourcesOf(paper);
  const from = paper.settles ?? made;
  const source = papers[from];
  const part = paper.settles === null ? depositUsed : decimal(paper.amount);
  if (part.isZero() || source === undefined) return null;
  const paid = settling(papers, from).map((one) => [one, decimal(one.amount)] as const);
  const takers = isOrder(source) ? depositTakers(papers, from) : paid;
  return taken(source, openOf(source), part, takers, paper);
}

function taken(
  of: Paper,
  whole: Decimal,
  part: Decimal,
  all: readonly (readonly [Paper, Decimal])[],
  own: Paper,
): Taken {
  const others = all.filter(([one]) => one !== own && !one.deleted);
  return { of, whole, part, others: others.map(([one, amount]) => [amount, one.booked]) };
}

/** Returns the booked amount of taken money: a share of the remaining booked amount; the last part takes the rest. */
export function bookedFor(papers: readonly Paper[], at: number): Decimal {
  const found = takenBy(papers, at);
  if (found === null) return ZERO;
  const { of, whole, part, others } = found;
  const left = whole.minus(sum(others.map(([amount]) => amount)));
  const booked = toBase(of, whole).minus(sum(others.map(([, theirs]) => theirs)));
  if (part.equals(left) || left.isZero()) return booked;
  return rounded(booked.times(part).dividedBy(left), 2);
}

/** Refuses taken money in another currency, and foreign currencies on kinds without foreign partners. */
export function currencyReasons(papers: readonly Paper[], at: number): ErrorKey[] {
  const paper = papers[at];
  if (paper === undefined) return [];
  const from = takenBy(papers, at);
  return [
    ...(from === null || from.of.currency === paper.currency
      ? []
      : (['document.sourceCurrency'] as const)),
    ...(ownOnly(paper) && paper.currency !== 'own' ? (['document.ownCurrency'] as const) : []),
  ];
}
