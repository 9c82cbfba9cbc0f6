// State of the reference. `putAll` makes every change of papers, and returns the new state and reasons for refusal.
import { sum } from '@tradehouse/domain';
import type { Decimal, ErrorKey } from '@tradehouse/domain';
import { countSold } from './activities.ts';
import type { Activity } from './activities.ts';
import {
  delivered,
  holds,
  lockReasons,
  regaining,
  reserved,
  takenBetween,
  without,
} from './reservations.ts';
import type { Reservation } from './reservations.ts';
import { postingReasons } from './closing.ts';
import type { Sheet } from './counts.ts';
import { memberReasons } from './bonus.ts';
import { linkReasons } from './links.ts';
import { corrects, statedExpiries, withExpiries } from './lots.ts';
import type { Expiries } from './lots.ts';
import { bookedBy, nameReasons } from './masters.ts';
import type { MasterName } from './masters.ts';
import { purses } from './money.ts';
import { movesOf } from './owed.ts';
import { numberReasons } from './numbers.ts';
import type { Paper, ProductNumber } from './papers.ts';
import { moveSerials } from './serials.ts';
import type { Serials } from './serials.ts';
import { serialDayReasons, stockReasons } from './stock.ts';
import { postedAfter, rowsBetween } from './difference.ts';
import { nothingPosted } from './posting.ts';
import type { Posted, Worth } from './posting.ts';
import { valued } from './worth.ts';

export interface Switches {
  readonly negativeStock: boolean;
  readonly overLink: boolean;
  readonly reserveOnOrder: boolean;
  readonly forceApproval: boolean;
  /** Bonuses pay pro rata, not after the prepaid cash. */
  readonly bonusProRata: boolean;
}

export interface State {
  /** Number of executed commands. */
  readonly clock: number;
  readonly papers: readonly Paper[];
  readonly sheets: readonly Sheet[];
  readonly switches: Switches;
  /** The last closed day; null: all are open. */
  readonly closedUntil: number | null;
  readonly posted: ReadonlyMap<number, Posted>;
  readonly worth: ReadonlyMap<ProductNumber, Worth>;
  readonly serials: Serials;
  readonly expiries: Expiries;
  readonly reservations: readonly Reservation[];
  readonly activities: readonly Activity[];
  /** Deleted master data (`gone`), and master data ever used in ledger rows (`booked`). */
  readonly gone: ReadonlySet<MasterName>;
  readonly booked: ReadonlySet<MasterName>;
}

/** State after a command, and all valid reasons for refusing the command. */
export interface Outcome {
  readonly state: State;
  readonly reasons: readonly ErrorKey[];
}

export const emptyBooks: State = {
  clock: 0,
  papers: [],
  sheets: [],
  switches: {
    negativeStock: false,
    overLink: false,
    reserveOnOrder: false,
    forceApproval: false,
    bonusProRata: false,
  },
  closedUntil: null,
  posted: new Map(),
  worth: new Map(),
  serials: new Map(),
  expiries: new Map(),
  reservations: [],
  activities: [],
  gone: new Set(),
  booked: new Set(),
};

/** Stores a new or changed paper and updates all balances. */
export const put = (before: State, at: number, paper: Paper): Outcome =>
  putAll(before, [{ at, paper: withExpiries(paper, before.expiries) }]);

/** New content of a paper, and the paper's index. */
export interface Change {
  readonly at: number;
  readonly paper: Paper;
}

/** Stores several papers at once: valued one after another, with a single check of the resulting stock. */
export function putAll(before: State, changes: readonly Change[]): Outcome {
  const { switches, gone } = before;
  const reasons: ErrorKey[] = [];
  let { papers } = before;
  for (const { at, paper } of changes) {
    papers = at < papers.length ? papers.with(at, paper) : [...papers, paper];
    reasons.push(...postingReasons(before, at, paper));
    const links = linkReasons(papers, switches.overLink, paper, before.papers[at]);
    reasons.push(...nameReasons(gone, paper), ...numberReasons(papers, at), ...links);
  }
  const goods = moved(before, changes);
  const { kept, ...held } = afterwards(before, papers, changes);
  reasons.push(
    ...goods.reasons,
    ...lockReasons(before.papers, papers, kept),
    ...(switches.negativeStock
      ? []
      : [...stockReasons(before.papers, papers), ...serialDayReasons(before.papers, papers)]),
  );
  reasons.push(...memberReasons(papers));
  const named = changes.flatMap(({ paper }) => bookedBy(paper));
  const booked = new Set([...before.booked, ...named]);
  return { state: { ...before, papers, ...goods.books, ...held, booked }, reasons };
}

type Goods = Pick<State, 'posted' | 'worth' | 'serials' | 'expiries'>;

/** Applies the changes to stock, serials and value. */
function moved(
  before: State,
  changes: readonly Change[],
): { readonly books: Goods; readonly reasons: readonly ErrorKey[] } {
  let { posted, worth, serials, expiries } = before;
  const reasons: ErrorKey[] = [];
  let moves = changes.some(({ at, paper }) => corrects(before.papers[at], paper));
  for (const { at, paper } of changes) {
    const own = before.posted.get(at) ?? nothingPosted;
    const rows = rowsBetween(own, movesOf(paper));
    moves ||= rows.length > 0;
    const made = valued(worth, rows, originIn(before));
    const there = moveSerials(serials, rows);
    reasons.push(...there.reasons);
    ({ worth } = made);
    ({ serials } = there);
    posted = new Map(posted).set(at, postedAfter(own, rows, made));
  }
  if (moves) {
    const others = before.papers.filter((_, at) => changes.every((change) => change.at !== at));
    const papers = changes.map(({ paper }) => paper);
    const lots = statedExpiries(expiries, papers, others);
    reasons.push(...lots.reasons);
    ({ expiries } = lots);
  }
  return { books: { posted, worth, serials, expiries }, reasons };
}

/** Returns the reservations after the changes; `kept` are the reservations while the goods left. */
function afterwards(before: State, papers: readonly Paper[], changes: readonly Change[]) {
  const taken = takenBetween(changes.map(({ at, paper }) => [before.papers[at], paper]));
  const lettingGo = changes.filter(({ at, paper }) => {
    const old = before.papers[at];
    return old !== undefined && holds(old) && !holds(paper);
  });
  const left = delivered(before.reservations, taken);
  const kept = lettingGo.reduce((reservations, { at }) => without(reservations, at), left);
  const { activities, reservations } = countSold({ ...before, papers, reservations: kept }, taken);
  const waiting = before.switches.reserveOnOrder
    ? [...changes.map(({ at }) => at), ...regaining(taken)]
    : [];
  return { kept, activities, reservations: reserved(papers, reservations, waiting) };
}

/** Returns the sum of the postings of a paper's line. */
const originIn =
  ({ posted }: State) =>
  (paper: number, line: number): { pieces: number; value: Decimal } => {
    const own = (posted.get(paper)?.nets ?? []).filter(({ move }) => move.line === line);
    return {
      pieces: own.reduce((all, { pieces }) => all + pieces, 0),
      value: sum(own.map(({ value }) => value)),
    };
  };

/** Returns all purses (subledger accounts), including the value of goods; their sum is zero (M1). */
export function allPurses({ papers, worth }: State): Map<string, Decimal> {
  const all = purses(papers);
  all.set('inventory', sum([...worth.values()].map(({ value }) => value)));
  all.set('costOfSales', sum([...all.values()]).negated());
  return new Map([...all].filter(([, amount]) => !amount.isZero()));
}
