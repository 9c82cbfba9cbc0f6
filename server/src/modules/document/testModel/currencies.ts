// Currencies of the reference (domain.md 13.17): what a paper's money is worth in the company's own.
import { ZERO, decimal, rounded, sum } from '@tradehouse/domain';
import type { Decimal, ErrorKey } from '@tradehouse/domain';
import { depositTakers, openOf, settling } from './links.ts';
import { amountsOf, isOrder, ownOnly, sourcesOf } from './papers.ts';
import type { Paper } from './papers.ts';

/** To the cent; an amount of the company's own stays as it is. */
export const toBase = ({ rate }: Pick<Paper, 'rate'>, amount: Decimal): Decimal =>
  rate === 1 ? amount : rounded(amount.times(rate), 2);

/** Papers that take from one another's money: what they take from, how much of it, and who else takes. */
interface Taken {
  readonly of: Paper;
  readonly whole: Decimal;
  readonly part: Decimal;
  readonly others: readonly (readonly [part: Decimal, booked: Decimal])[];
}

/** What others take from later: an order's deposit, a bill's debt. */
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

/** What a paper takes is booked at its share of what the others left of it in the books; the last part takes all of that. */
export function bookedFor(papers: readonly Paper[], at: number): Decimal {
  const found = takenBy(papers, at);
  if (found === null) return ZERO;
  const { of, whole, part, others } = found;
  const left = whole.minus(sum(others.map(([amount]) => amount)));
  const booked = toBase(of, whole).minus(sum(others.map(([, theirs]) => theirs)));
  if (part.equals(left) || left.isZero()) return booked;
  return rounded(booked.times(part).dividedBy(left), 2);
}

/** What is taken is taken in its own currency; what is not agreed with partners abroad, nor money, is in the company's. */
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
