// What may be done in the model test, and what the reference makes of it.
import { documentKinds, sum } from '@tradehouse/domain';
import type { ErrorKey } from '@tradehouse/domain';
import { activityStep } from './activities.ts';
import type { ActivityAct } from './activities.ts';
import { put, putAll } from './books.ts';
import type { Change, Outcome, State, Switches } from './books.ts';
import { countStarted, countStep } from './counts.ts';
import type { CountAct } from './counts.ts';
import { bookedFor, currencyReasons, toBase } from './currencies.ts';
import { openOf, progressFor, progressOf, settledOf, settling, stateOf } from './links.ts';
import type { MasterName } from './masters.ts';
import { holderOf, partsOf } from './money.ts';
import {
  amountsOf,
  assemblies,
  childrenOf,
  inForce,
  isRetail,
  isTraded,
  sourcesOf,
  usesDeposit,
} from './papers.ts';
import type { Paper } from './papers.ts';
import { removed } from './removals.ts';

export type AtPaper =
  | 'delete'
  | 'audit'
  | 'reverse'
  | 'forceClose'
  | 'complete'
  | 'unfreeze'
  | 'takeBack';
/** A command as it is sent. `at` is a paper or a sheet. */
export type Act =
  | {
      readonly act: 'add';
      readonly paper: Paper;
      readonly twice: boolean;
      readonly converts: boolean;
    }
  | { readonly act: 'edit'; readonly at: number; readonly paper: Paper; readonly stale: boolean }
  | { readonly act: AtPaper; readonly at: number }
  | {
      readonly act: 'batch';
      readonly step: AtPaper;
      readonly all: readonly number[];
    }
  | { readonly act: 'receive'; readonly at: number; readonly paper: Paper }
  | CountAct
  | ActivityAct
  | { readonly act: 'remove'; readonly master: MasterName }
  | { readonly act: 'switch'; readonly name: keyof Switches; readonly on: boolean };

/** What the reference makes of a command, and why it must be refused; no reason: it must be done. */
export function outcome(state: State, act: Act): Outcome {
  const { state: next, reasons } = done(state, act);
  return { state: { ...next, clock: state.clock + 1 }, reasons };
}

function done(state: State, act: Act): Outcome {
  switch (act.act) {
    case 'add':
      return saved(state, state.papers.length, act.paper, []);
    case 'edit': {
      const before = state.papers[act.at];
      const own = (before?.audited ?? true) ? (['document.notEditable'] as const) : [];
      return saved(state, act.at, act.paper, [
        ...own,
        ...(act.stale ? (['record.stale'] as const) : []),
      ]);
    }
    case 'batch':
      return batched(state, act.step, act.all);
    case 'receive':
      return received(state, act.at, act.paper);
    case 'count':
      return countStarted(state, act.sheet);
    case 'recount':
    case 'postCount':
    case 'unpostCount':
      return countStep(state, act);
    case 'activity':
    case 'retarget':
    case 'endActivity':
    case 'dropActivity':
      return activityStep(state, act);
    case 'remove':
      return removed(state, act.master);
    case 'switch':
      return {
        state: { ...state, switches: { ...state.switches, [act.name]: act.on } },
        reasons: [],
      };
    default:
      return batched(state, act.act, [act.at]);
  }
}

/** Papers take a step together, the oldest first: each in the state it was in before; what stands on it may have gone. */
function batched(before: State, act: AtPaper, all: readonly number[]): Outcome {
  const reasons: ErrorKey[] = [];
  const changes: Change[] = [];
  let { papers } = before;
  for (const at of all.toSorted((one, other) => one - other)) {
    const { paper, reasons: own } = stepped(before.papers, papers, act, at);
    reasons.push(...own);
    if (paper === undefined) continue;
    changes.push({ at, paper });
    papers = papers.with(at, paper);
  }
  const { state, reasons: more } = putAll(before, changes);
  return { state, reasons: [...reasons, ...more] };
}

function saved(state: State, at: number, paper: Paper, first: readonly ErrorKey[]): Outcome {
  const before = state.papers[at];
  const reasons: ErrorKey[] = [...first, ...shapeReasons(paper)];
  const known = before === undefined ? [] : sourcesOf(before);
  for (const source of sourcesOf(paper))
    reasons.push(...sourceReasons(state, paper, source, known.includes(source)));
  if (before !== undefined && billShort(state, at, paper)) reasons.push('document.isSettled');
  const bill = paper.settles === null ? undefined : state.papers[paper.settles];
  if (bill !== undefined && !inForce(bill)) reasons.push('settlement.kind');
  const papers = before === undefined ? [...state.papers, paper] : state.papers.with(at, paper);
  reasons.push(...currencyReasons(papers, at));
  const booked = bookedFor(papers, at);
  const { state: next, reasons: more } = put(state, at, { ...paper, booked });
  return { state: next, reasons: [...reasons, ...more] };
}

function shapeReasons(paper: Paper): ErrorKey[] {
  const { kind, lines, prepaid, other } = paper;
  const reasons: ErrorKey[] = [];
  if (assemblies.includes(kind) && lines.length < 2) reasons.push('document.assembly');
  const serials = lines.flatMap((line) => line.serials.map((serial) => `${line.role} ${serial}`));
  if (new Set(serials).size < serials.length) reasons.push('serial.repeated');
  if (isRetail(paper) && prepaid && !other) reasons.push('prepayment.member');
  if (isTraded(paper) && amountsOf(paper).debt.isNegative()) reasons.push('document.overpaid');
  if (usesDeposit(paper) && paper.depositUsed > 0 && sourcesOf(paper).length !== 1)
    reasons.push('deposit.oneOrder');
  if (paysCrumbs(paper)) reasons.push('document.accountAmount');
  return reasons;
}

/** No account pays less than a cent. */
const paysCrumbs = (paper: Paper): boolean =>
  paper.parts === 'crumbs' &&
  !(isRetail(paper) && paper.prepaid) &&
  partsOf(paper, amountsOf(paper).paidNow).length > 1;

function sourceReasons({ papers }: State, paper: Paper, at: number, was: boolean): ErrorKey[] {
  const source = papers[at];
  const open = ['audited', 'partial'].includes(stateOf(papers, at));
  const fulfils = progressFor(source, paper) === 'fulfilled';
  if (source?.audited !== true || source.deleted || (fulfils && !was && !open))
    return ['document.sourceState'];
  if (!sameParty(source, paper)) return [];
  return holderOf(source) === holderOf(paper) ? [] : ['document.sourcePartner'];
}

/** Both are of suppliers, of customers, or of members. */
const sameParty = (one: Paper, other: Paper): boolean =>
  isRetail(one) === isRetail(other) &&
  partnerTypeOf(one) !== null &&
  partnerTypeOf(one) === partnerTypeOf(other);
const partnerTypeOf = (paper: Paper): string | null =>
  documentKinds[paper.kind].party?.type ?? null;

/** A bill keeps owing what was settled of it, to the same partner, in the same money; and all of it where all is settled. */
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

function received(state: State, at: number, paper: Paper): Outcome {
  const transfer = state.papers[at];
  const reasons: ErrorKey[] = [];
  if (transfer?.travels !== true || !inForce(transfer)) reasons.push('transfer.notTravelling');
  return saved(state, state.papers.length, paper, reasons);
}

/** The state table (domain.md 3.2), told once more. */
function stepped(
  before: readonly Paper[],
  papers: readonly Paper[],
  act: AtPaper,
  at: number,
): { readonly paper?: Paper; readonly reasons: readonly ErrorKey[] } {
  const paper = papers[at];
  if (paper === undefined) return { reasons: ['record.missing'] };
  const [now, reasons] = [stateOf(before, at), [] as ErrorKey[]];
  const change: Partial<Paper> = {
    delete: { deleted: true },
    takeBack: { deleted: true },
    audit: { audited: true },
    reverse: { audited: false },
    forceClose: { closed: true },
    complete: { closed: true },
    unfreeze: { closed: false },
  }[act];
  const after = { ...paper, ...change };
  if (act === 'delete' && now !== 'unreviewed') reasons.push('document.deleteAudited');
  if (act === 'audit' && now !== 'unreviewed') reasons.push('document.notUnreviewed');
  if (act === 'reverse' && now !== 'audited') reasons.push('document.notAudited');
  if (act === 'reverse' && progressOf(before, at, 'purchased') === 'partial')
    reasons.push('document.purchasePartial');
  if (act === 'reverse' && progressOf(before, at, 'purchased') === 'complete')
    reasons.push('document.purchaseComplete');
  if (act === 'forceClose' && now !== 'partial') reasons.push('document.notClosable');
  if (act === 'forceClose' && paper.kind === 'transfer') reasons.push('transfer.onItsWay');
  if (act === 'complete' && (!paper.audited || paper.closed)) reasons.push('order.notOpen');
  if (act === 'unfreeze' && !paper.closed) reasons.push('order.notCompleted');
  if (act === 'delete' || act === 'reverse') {
    if (childrenOf(papers, at).length > 0) reasons.push('document.hasChildren');
    if (settling(papers, at).length > 0 && !inForce(after)) reasons.push('document.isSettled');
  }
  return { paper: after, reasons };
}
