// The books of the reference: every change of a paper goes through `put`, which tells what it leaves and why it may not be.
import { ZERO, sum } from '@tradehouse/domain';
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
} from './claims.ts';
import type { Claim } from './claims.ts';
import type { Sheet } from './counts.ts';
import { linkReasons } from './links.ts';
import { bookedBy, goneReasons } from './masters.ts';
import type { MasterName } from './masters.ts';
import { flowsOf } from './money.ts';
import { movesOf } from './owed.ts';
import { numberReasons } from './numbers.ts';
import type { Paper, ProductNumber } from './papers.ts';
import { moveSerials } from './serials.ts';
import type { Serials } from './serials.ts';
import { stockReasons } from './stock.ts';
import { nothingPosted, postedAfter, rowsBetween, valued } from './worth.ts';
import type { Posted, Worth } from './worth.ts';

export interface Switches {
  readonly negativeStock: boolean;
  readonly overLink: boolean;
  readonly reserveOnOrder: boolean;
  readonly forceApproval: boolean;
}

export interface State {
  /** How many commands were done. */
  readonly clock: number;
  readonly papers: readonly Paper[];
  readonly sheets: readonly Sheet[];
  readonly switches: Switches;
  readonly posted: ReadonlyMap<number, Posted>;
  readonly worth: ReadonlyMap<ProductNumber, Worth>;
  readonly serials: Serials;
  readonly claims: readonly Claim[];
  readonly activities: readonly Activity[];
  /** The master data that was deleted, and what the ledgers ever named. */
  readonly gone: ReadonlySet<MasterName>;
  readonly booked: ReadonlySet<MasterName>;
}

/** What a command makes of the books, and every reason why it must be refused. */
export interface Outcome {
  readonly state: State;
  readonly reasons: readonly ErrorKey[];
}

export const emptyBooks: State = {
  clock: 0,
  papers: [],
  sheets: [],
  switches: { negativeStock: false, overLink: false, reserveOnOrder: false, forceApproval: false },
  posted: new Map(),
  worth: new Map(),
  serials: new Map(),
  claims: [],
  activities: [],
  gone: new Set(),
  booked: new Set(),
};

/** Puts a paper, new or changed, and brings the books along. */
export function put(before: State, at: number, paper: Paper): Outcome {
  const { switches, gone } = before;
  const old = before.papers[at];
  const papers = old === undefined ? [...before.papers, paper] : before.papers.with(at, paper);

  const posted = before.posted.get(at) ?? nothingPosted;
  const rows = rowsBetween(posted, movesOf(paper));
  const { serials, reasons: serialReasons } = moveSerials(before.serials, rows);
  const made = valued(before.worth, rows, originIn(before));

  const taken = takenBetween(old, paper);
  const letsGo = old !== undefined && holds(old) && !holds(paper);
  const left = delivered(before.claims, taken);
  const kept = letsGo ? without(left, at) : left;
  const { activities, claims } = countSold({ ...before, papers, claims: kept }, taken);
  const waiting = switches.reserveOnOrder ? [at, ...regaining(taken)] : [];

  const reasons: ErrorKey[] = [
    ...goneReasons(gone, paper),
    ...numberReasons(papers, at),
    ...linkReasons(papers, switches.overLink, paper),
    ...serialReasons,
    ...lockReasons(before.papers, papers, kept),
    ...(switches.negativeStock ? [] : stockReasons(before.papers, papers)),
  ];
  if ((purses(papers).get('prepaid member') ?? ZERO).gt(0)) reasons.push('prepayment.short');
  const state: State = {
    ...before,
    papers,
    serials,
    activities,
    claims: reserved(papers, claims, waiting),
    worth: made.worth,
    posted: new Map(before.posted).set(at, postedAfter(posted, rows, made)),
    booked: new Set([...before.booked, ...bookedBy(paper)]),
  };
  return { state, reasons };
}

/** What a line of a paper has posted in sum. */
const originIn =
  ({ posted }: State) =>
  (paper: number, line: number): { pieces: number; value: Decimal } => {
    const own = (posted.get(paper)?.nets ?? []).filter(({ move }) => move.line === line);
    return {
      pieces: own.reduce((all, { pieces }) => all + pieces, 0),
      value: sum(own.map(({ value }) => value)),
    };
  };

/** Every purse that papers alone decide. */
export function purses(papers: readonly Paper[]): Map<string, Decimal> {
  const all = new Map<string, Decimal>();
  for (const { purse, amount } of papers.flatMap(flowsOf))
    all.set(purse, (all.get(purse) ?? ZERO).plus(amount));
  return all;
}

/** The same with what the goods are worth: all purses together are nothing (M1). */
export function allPurses({ papers, worth }: State): Map<string, Decimal> {
  const all = purses(papers);
  all.set('inventory', sum([...worth.values()].map(({ value }) => value)));
  all.set('costOfSales', sum([...all.values()]).negated());
  return new Map([...all].filter(([, amount]) => !amount.isZero()));
}
