// Rules against saving a paper in the reference.
import { documentKinds, sum } from '@tradehouse/domain';
import type { ErrorKey } from '@tradehouse/domain';
import { bonusReasons, bringingBonus, paidWithBonus } from './bonus.ts';
import { put } from './books.ts';
import type { Outcome, State } from './books.ts';
import { writingReasons } from './closing.ts';
import { bookedFor, currencyReasons, toBase } from './currencies.ts';
import { openOf, progressFor, settledOf, settling, stateOf } from './links.ts';
import { holderOf, partsOf } from './money.ts';
import {
  amountsOf,
  assemblies,
  inForce,
  isOrder,
  isRetail,
  isTraded,
  sourcesOf,
  usesDeposit,
} from './papers.ts';
import type { Paper } from './papers.ts';

/** Saves a new or changed paper; `first` are reasons checked before all others. */
export function saved(state: State, at: number, paper: Paper, first: readonly ErrorKey[]): Outcome {
  const before = state.papers[at];
  const reasons: ErrorKey[] = [...first, ...shapeReasons(paper)];
  reasons.push(...writingReasons(state, before, paper));
  const known = before === undefined ? [] : sourcesOf(before);
  for (const source of sourcesOf(paper))
    reasons.push(...sourceReasons(state, paper, source, known.includes(source)));
  if (takesEarly(state, paper)) reasons.push('deposit.early');
  if (before !== undefined && billShort(state, at, paper)) reasons.push('document.isSettled');
  const bill = paper.settles === null ? undefined : state.papers[paper.settles];
  if (bill !== undefined && !inForce(bill)) reasons.push('settlement.kind');
  const papers = before === undefined ? [...state.papers, paper] : state.papers.with(at, paper);
  reasons.push(...currencyReasons(papers, at));
  const booked = bookedFor(papers, at);
  const back = bringingBonus(state.papers, at, { ...paper, booked });
  reasons.push(...bonusReasons(back));
  const shared = paidWithBonus(state.papers, state.switches.bonusProRata, at, back);
  const { state: next, reasons: more } = put(state, at, shared);
  return { state: next, reasons: [...reasons, ...more] };
}

function shapeReasons(paper: Paper): ErrorKey[] {
  const { kind, lines, prepaid, other } = paper;
  const reasons: ErrorKey[] = [];
  if (assemblies.includes(kind) && lines.length < 2) reasons.push('document.assembly');
  const [whole, ...parts] = assemblies.includes(kind) ? lines : [];
  if (parts.some(({ product }) => product === whole?.product)) reasons.push('document.ownPart');
  const serials = lines.flatMap((line) => line.serials.map((serial) => `${line.role} ${serial}`));
  if (new Set(serials).size < serials.length) reasons.push('serial.repeated');
  if (isRetail(paper) && prepaid && !other) reasons.push('prepayment.member');
  if (isTraded(paper) && amountsOf(paper).debt.isNegative()) reasons.push('document.overpaid');
  if (usesDeposit(paper) && paper.depositUsed > 0 && sourcesOf(paper).length !== 1)
    reasons.push('deposit.oneOrder');
  if (paysCrumbs(paper)) reasons.push('document.accountAmount');
  return reasons;
}

/** Returns true if an account would pay less than a cent. */
const paysCrumbs = (paper: Paper): boolean =>
  paper.parts === 'crumbs' &&
  !(isRetail(paper) && paper.prepaid) &&
  partsOf(paper, amountsOf(paper).paidNow).length > 1;

/** Returns true if a deposit is used or refunded on a day before its order. */
function takesEarly({ papers }: State, paper: Paper): boolean {
  const used = usesDeposit(paper) && paper.depositUsed > 0 ? sourcesOf(paper) : [];
  const orders = [...used, ...(paper.settles === null ? [] : [paper.settles])];
  return orders.some((at) => {
    const order = papers[at];
    return order !== undefined && isOrder(order) && paper.day < order.day;
  });
}

function sourceReasons({ papers }: State, paper: Paper, at: number, was: boolean): ErrorKey[] {
  const source = papers[at];
  const open = ['approved', 'partial'].includes(stateOf(papers, at));
  const fulfils = progressFor(source, paper) === 'fulfilled';
  if (source?.approved !== true || source.deleted || (fulfils && !was && !open))
    return ['document.sourceState'];
  if (!samePartnerType(source, paper)) return [];
  return holderOf(source) === holderOf(paper) ? [] : ['document.sourcePartner'];
}

/** Returns true if both papers are for suppliers, for customers, or for members. */
const samePartnerType = (one: Paper, other: Paper): boolean =>
  isRetail(one) === isRetail(other) &&
  partnerTypeOf(one) !== null &&
  partnerTypeOf(one) === partnerTypeOf(other);
const partnerTypeOf = (paper: Paper): string | null =>
  documentKinds[paper.kind].partner?.type ?? null;

/** Returns true if a changed bill no longer covers its settlements, or has another partner or currency. */
function billShort({ papers }: State, at: number, after: Paper): boolean {
  const bills = settling(papers, at);
  const [settled, open] = [settledOf(papers, at), openOf(after)];
  const booked = sum(bills.map((one) => one.booked));
  const other = (['other', 'currency', 'rate'] as const).some(
    (of) => after[of] !== papers[at]?.[of],
  );
  const left = settled.equals(open) && !booked.equals(toBase(after, open));
  return bills.length > 0 && (settled.gt(open) || left || other || !inForce(after));
}

export function received(state: State, at: number, paper: Paper): Outcome {
  const transfer = state.papers[at];
  const reasons: ErrorKey[] = [];
  if (transfer?.travels !== true || !inForce(transfer)) reasons.push('transfer.notTravelling');
  return saved(state, state.papers.length, paper, reasons);
}
