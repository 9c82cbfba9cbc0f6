// Links between papers of the reference: sources, progress and settlements.
import { ZERO, decimal, documentKinds, progressOn, rounded, sum } from '@tradehouse/domain';
import type { Decimal, ErrorKey, DocumentProgress, ProgressName } from '@tradehouse/domain';
import {
  amountsOf,
  childrenOf,
  digitsOf,
  inForce,
  isOrder,
  sourcesOf,
  usesDeposit,
} from './papers.ts';
import type { Paper, PaperLine } from './papers.ts';

export const progressFor = (source: Paper | undefined, child: Paper): ProgressName | undefined =>
  source === undefined ? undefined : progressOn(source.kind, child.kind);

/** Sums the pieces of a line taken by existing later papers: all, or only those in force. */
export function takenOf(
  papers: readonly Paper[],
  paper: number,
  line: number,
  side: 'purchased' | 'other',
  only: (child: Paper) => boolean = ({ deleted }) => !deleted,
): number {
  const source = papers[paper];
  const of = papers.filter(
    (child) =>
      only(child) && (progressFor(source, child) === 'purchased') === (side === 'purchased'),
  );
  const lines = of.flatMap((child) => child.lines);
  return lines.reduce(
    (taken, own) =>
      own.from?.paper === paper && own.from.line === line ? taken + own.pieces : taken,
    0,
  );
}

export function progressOf(
  papers: readonly Paper[],
  at: number,
  side: 'purchased' | 'other',
): DocumentProgress {
  const paper = papers[at];
  const counts =
    side === 'purchased' ||
    Object.values(documentKinds).some(
      ({ sources }) => sources[paper?.kind ?? 'otherIn'] === 'fulfilled',
    );
  const lines = (paper?.lines ?? []).filter(({ pieces }) => pieces !== 0);
  if (!counts) return 'none';
  const done = lines.map(({ line }) => takenOf(papers, at, line, side, inForce));
  if (done.every((pieces) => pieces <= 0)) return 'none';
  return lines.every(({ pieces }, index) => (done[index] ?? 0) >= pieces) ? 'complete' : 'partial';
}

export type PaperState = 'deleted' | 'draft' | 'approved' | 'partial' | 'complete';
export function stateOf(papers: readonly Paper[], at: number): PaperState {
  const paper = papers[at];
  if (paper === undefined || paper.deleted) return 'deleted';
  if (!paper.approved) return 'draft';
  const progress = progressOf(papers, at, 'other');
  if (paper.closed || progress === 'complete') return 'complete';
  return progress === 'partial' ? 'partial' : 'approved';
}

export const settling = (papers: readonly Paper[], at: number): Paper[] =>
  papers.filter(({ deleted, settles }) => !deleted && settles === at);
export const settledOf = (papers: readonly Paper[], at: number): Decimal =>
  sum(settling(papers, at).map(({ amount }) => decimal(amount)));
/** Finds the existing papers that use or refund an order's deposit. */
export const depositTakers = (
  papers: readonly Paper[],
  at: number,
): readonly (readonly [Paper, Decimal])[] => [
  ...childrenOf(papers, at).map((child) => [child, amountsOf(child).depositUsed] as const),
  ...settling(papers, at).map((refund) => [refund, decimal(refund.amount)] as const),
];
export const depositTaken = (papers: readonly Paper[], at: number): Decimal =>
  isOrder(papers[at] ?? { kind: 'giro' })
    ? sum(depositTakers(papers, at).map(([, amount]) => amount))
    : ZERO;
/** Returns the amount to be settled or used: the debt of a bill, or the deposit of an order. */
export const openOf = (paper: Paper): Decimal =>
  isOrder(paper) ? amountsOf(paper).paidNow : amountsOf(paper).debt;
/** Returns the open rest of a debt or deposit. */
export const leftOf = (papers: readonly Paper[], at: number): Decimal => {
  const paper = papers[at];
  if (paper === undefined) return ZERO;
  return openOf(paper).minus(isOrder(paper) ? depositTaken(papers, at) : settledOf(papers, at));
};

/** Returns the reasons against a paper's links: invariants D7, D8, D12, M5. */
export function linkReasons(
  papers: readonly Paper[],
  overLink: boolean,
  paper: Paper,
  before: Paper | undefined,
): ErrorKey[] {
  if (paper.deleted) return [];
  const reasons: ErrorKey[] = [];
  for (const line of paper.lines) {
    const { from, lot } = line;
    const source = from === null ? undefined : papers[from.paper];
    const origin = source?.lines.find((one) => one.line === from?.line);
    if (from === null || source === undefined || origin === undefined) continue;
    const progress = progressFor(source, paper);
    const side = progress === 'purchased' ? 'purchased' : 'other';
    const over = takenOf(papers, from.paper, from.line, side) > origin.pieces;
    if (over && (progress === 'returned' || !overLink)) reasons.push('document.overLinked');
    if (progress === 'returned' && returnsTooMuch(papers, from, origin, lot))
      reasons.push('document.overReturn');
    if (progress === 'returned' && returnsForMore(papers, [source, origin], [paper, line]))
      reasons.push('document.returnPrice');
  }
  const sources = sourcesOf(paper);
  if (before?.approved !== true && sources.some((at) => givesBackTooMuch(papers, at, paper)))
    reasons.push(
      documentKinds[paper.kind].amounts.includes('discount')
        ? 'document.moneyBack'
        : 'document.moneyBackByPrice',
    );
  if (usesDeposit(paper) && paper.depositUsed > 0)
    for (const at of sources) {
      const source = papers[at];
      const paid = source === undefined ? ZERO : amountsOf(source).paidNow;
      if (depositTaken(papers, at).gt(paid)) reasons.push('deposit.exceeded');
    }
  const bill = paper.settles === null ? undefined : papers[paper.settles];
  if (bill !== undefined && leftOf(papers, paper.settles ?? -1).isNegative())
    reasons.push('settlement.over');
  return reasons;
}

type LineOf = readonly [Paper, PaperLine];
const totalOf = ([paper, line]: LineOf): Decimal =>
  amountsOf(paper).totals[paper.lines.indexOf(line)] ?? ZERO;

/** Returns true if a returned piece is worth more than the sold piece, beyond the allowed rounding. */
function returnsForMore(papers: readonly Paper[], source: LineOf, own: LineOf): boolean {
  const [{ currency }, { pieces }] = own;
  if (source[0].currency !== currency) return false;
  const { from } = own[1];
  const made = papers
    .filter(({ deleted }) => !deleted)
    .flatMap(({ lines }) => lines)
    .filter((line) => line.from?.paper === from?.paper && line.from?.line === from?.line);
  const agreed = totalOf(source).times(pieces).dividedBy(source[1].pieces);
  const unit = decimal(10).pow(-digitsOf({ currency }));
  return totalOf(own)
    .minus(agreed)
    .gt(unit.times(made.length + 1));
}

/** Returns true if all returns of a paper refund more than the goods cost; `moneyBack` has the allowed rounding. */
function givesBackTooMuch(papers: readonly Paper[], at: number, paper: Paper): boolean {
  const { kind, currency } = paper;
  const source = papers[at];
  if (source === undefined || source.currency !== currency) return false;
  const money = amountsOf(paper);
  if (sum(money.totals).lte(money.discount)) return false;
  const returns = childrenOf(papers, at).filter(
    (one) =>
      one.kind === kind && one.currency === currency && progressFor(source, one) === 'returned',
  );
  const lines = returns.flatMap((paper) => paper.lines.map((line): LineOf => [paper, line]));
  const own = lines.filter(([, { from }]) => from?.paper === at);
  const discounts = sum(returns.map((paper) => amountsOf(paper).discount));
  const back = sum(own.map(totalOf)).minus(discounts);
  const { totals, discount } = amountsOf(source);
  const [goods, whole] = [sum(totals), sum(totals).minus(discount)];
  const agreed = own.map(([, { from, pieces }]) => {
    const origin = source.lines.find(({ line }) => line === from?.line);
    return origin === undefined
      ? ZERO
      : totalOf([source, origin]).times(pieces).dividedBy(origin.pieces);
  });
  const digits = digitsOf({ currency });
  const cost = goods.isZero() ? ZERO : rounded(sum(agreed).times(whole).dividedBy(goods), digits);
  const unit = decimal(10).pow(-digits);
  return back.gt(whole) || back.gt(cost.plus(unit.times(own.length + returns.length + 1)));
}

/** Returns true if more of a lot or serial is returned than was sold. */
function returnsTooMuch(
  papers: readonly Paper[],
  from: { readonly paper: number; readonly line: number },
  origin: PaperLine,
  lot: string,
): boolean {
  const back = papers
    .filter(({ deleted }) => !deleted)
    .flatMap(({ lines }) => lines)
    .filter((line) => line.from?.paper === from.paper && line.from.line === from.line);
  const serials = back.flatMap((line) => line.serials);
  if (new Set(serials).size < serials.length) return true;
  if (serials.some((serial) => !origin.serials.includes(serial))) return true;
  const ofLot = back
    .filter((line) => line.lot === lot)
    .reduce((all, { pieces }) => all + pieces, 0);
  return lot !== '' && ofLot > (origin.lot === lot ? origin.pieces : 0);
}
