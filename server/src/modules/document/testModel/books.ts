// The books of the reference: every change of a paper goes through `put`, which tells what it leaves and why it may not be.
import { ZERO, decimal, documentKinds, progressOn, sum } from '@tradehouse/domain';
import type { Decimal, ErrorKey, Progress, ProgressName } from '@tradehouse/domain';
import { isWarehouse, movesOf, pursesOf } from './owed.ts';
import type { Move } from './owed.ts';
import { amountsOf, inForce, usesDeposit } from './papers.ts';
import type { LineStockType, Paper, PaperLine, ProductNumber, Spot } from './papers.ts';
import { nothingPosted, postedAfter, rowsBetween, valued } from './worth.ts';
import type { Posted, Row, Worth } from './worth.ts';

export interface Switches {
  readonly negativeStock: boolean;
  readonly overLink: boolean;
  readonly reserveOnOrder: boolean;
  readonly forceApproval: boolean;
}

/** Formal stock that a line of an order holds. */
export interface Claim {
  readonly spot: Spot;
  readonly product: ProductNumber;
  readonly paper: number;
  readonly line: number;
  readonly pieces: number;
}

/** A count of one key of one product: what the books had when it was counted, and what was found. */
export interface Sheet {
  readonly spot: Spot;
  readonly product: ProductNumber;
  readonly lot: string;
  readonly stockType: LineStockType;
  readonly stage: 'counting' | 'recounting' | 'posted';
  readonly book: number;
  readonly bookSerials: readonly string[];
  readonly counted: number;
  readonly serials: readonly string[];
  readonly paper: number | null;
  /** On the history's clock. */
  readonly countedAt: number;
  readonly postedAt: number;
}

export interface State {
  /** How many commands were done. */
  readonly clock: number;
  readonly papers: readonly Paper[];
  readonly sheets: readonly Sheet[];
  readonly switches: Switches;
  readonly posted: ReadonlyMap<number, Posted>;
  readonly worth: ReadonlyMap<ProductNumber, Worth>;
  readonly serials: ReadonlyMap<string, { readonly spot: Spot; readonly stockType: LineStockType }>;
  readonly claims: readonly Claim[];
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
};

// ------------------------------------------------------------------------------------------------ links

export const progressFor = (source: Paper | undefined, child: Paper): ProgressName | undefined =>
  source === undefined ? undefined : progressOn(source.kind, child.kind);

/** The pieces that live children take of a line: all of them, or those in force. */
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
): Progress {
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

export type PaperState = 'deleted' | 'unreviewed' | 'audited' | 'partial' | 'complete';
export function stateOf(papers: readonly Paper[], at: number): PaperState {
  const paper = papers[at];
  if (paper === undefined || paper.deleted) return 'deleted';
  if (!paper.audited) return 'unreviewed';
  const progress = progressOf(papers, at, 'other');
  if (paper.closed || progress === 'complete') return 'complete';
  return progress === 'partial' ? 'partial' : 'audited';
}

export const childrenOf = (papers: readonly Paper[], at: number): Paper[] =>
  papers.filter(({ deleted, lines }) => !deleted && lines.some(({ from }) => from?.paper === at));
export const settling = (papers: readonly Paper[], at: number): Paper[] =>
  papers.filter(({ deleted, settles }) => !deleted && settles === at);
export const settledOf = (papers: readonly Paper[], at: number): Decimal =>
  sum(settling(papers, at).map(({ amount }) => decimal(amount)));
export const sourcesOf = ({ lines }: Paper): number[] => [
  ...new Set(lines.flatMap(({ from }) => (from === null ? [] : [from.paper]))),
];
export const depositTaken = (papers: readonly Paper[], at: number): Decimal =>
  sum(childrenOf(papers, at).map((child) => amountsOf(child).depositUsed));

/** Why the lines of a paper may not be linked as they are: D7, D8, D12, M5. */
function linkReasons({ papers, switches }: State, paper: Paper): ErrorKey[] {
  if (paper.deleted) return [];
  const reasons: ErrorKey[] = [];
  for (const { from, lot } of paper.lines) {
    const source = from === null ? undefined : papers[from.paper];
    const origin = source?.lines.find(({ line }) => line === from?.line);
    if (from === null || source === undefined || origin === undefined) continue;
    const progress = progressFor(source, paper);
    const side = progress === 'purchased' ? 'purchased' : 'other';
    const over = takenOf(papers, from.paper, from.line, side) > origin.pieces;
    if (over && (progress === 'returned' || !switches.overLink))
      reasons.push('document.overLinked');
    if (progress === 'returned' && returnsTooMuch(papers, from, origin, lot))
      reasons.push('document.overReturn');
  }
  const sources = sourcesOf(paper);
  if (usesDeposit(paper) && paper.depositUsed > 0)
    for (const at of sources) {
      const source = papers[at];
      const paid = source === undefined ? ZERO : amountsOf(source).paidNow;
      if (depositTaken(papers, at).gt(paid)) reasons.push('deposit.exceeded');
    }
  const bill = paper.settles === null ? undefined : papers[paper.settles];
  if (bill !== undefined && settledOf(papers, paper.settles ?? -1).gt(amountsOf(bill).debt))
    reasons.push('settlement.over');
  return reasons;
}

/** Of a lot, or of each serial, no more comes back than went. */
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

// ------------------------------------------------------------------------------------------------ stock

const keyOf = (spot: string, { product, lot, stockType }: Move): string =>
  [spot, product, lot, stockType].join('|');

/** What every day does to every key of a warehouse. */
function dayChanges(papers: readonly Paper[]): Map<string, Map<number, number>> {
  const changes = new Map<string, Map<number, number>>();
  const book = (spot: string, move: Move, pieces: number): void => {
    const days = changes.get(keyOf(spot, move)) ?? new Map<number, number>();
    days.set(move.day, (days.get(move.day) ?? 0) + pieces);
    changes.set(keyOf(spot, move), days);
  };
  for (const move of papers.flatMap(movesOf)) {
    if (isWarehouse(move.from)) book(move.from, move, -move.pieces);
    if (isWarehouse(move.to)) book(move.to, move, move.pieces);
  }
  return changes;
}

/** What lies where now: `warehouse|product|lot|stock type` → pieces. */
export function stockOf(papers: readonly Paper[]): Map<string, number> {
  const all = [...dayChanges(papers)].map(
    ([key, days]) => [key, [...days.values()].reduce((one, other) => one + other, 0)] as const,
  );
  return new Map(all.filter(([, pieces]) => pieces !== 0));
}

/** A key that falls below zero on some day, lower than it was: now, or on a day that is booked already (G6). */
function stockReasons(before: readonly Paper[], papers: readonly Paper[]): ErrorKey[] {
  const [was, is] = [dayChanges(before), dayChanges(papers)];
  const reasons = new Set<ErrorKey>();
  for (const key of new Set([...was.keys(), ...is.keys()])) {
    const [old, now] = [was.get(key), is.get(key)];
    const days = [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])].toSorted();
    let [first, second] = [0, 0];
    days.forEach((day, at) => {
      first += old?.get(day) ?? 0;
      second += now?.get(day) ?? 0;
      if (second >= 0 || second >= first) return;
      reasons.add(at === days.length - 1 ? 'stock.shortage' : 'stock.shortageLater');
    });
  }
  return [...reasons];
}

const formalOf = (
  stock: ReadonlyMap<string, number>,
  spot: string,
  product: ProductNumber,
): number =>
  [...stock]
    .filter(([key]) => key.startsWith(`${spot}|${product}|`) && key.endsWith('|formal'))
    .reduce((all, [, pieces]) => all + pieces, 0);

const spots: readonly Spot[] = ['main', 'branch'];
const products: readonly ProductNumber[] = [0, 1, 2, 3];
const lockedAt = (claims: readonly Claim[], spot: Spot, product: ProductNumber): number =>
  claims
    .filter((claim) => claim.spot === spot && claim.product === product)
    .reduce((all, { pieces }) => all + pieces, 0);

function lockReasons(
  before: State,
  papers: readonly Paper[],
  claims: readonly Claim[],
): ErrorKey[] {
  if (claims.length === 0) return [];
  const [old, now] = [stockOf(before.papers), stockOf(papers)];
  const short = spots.some((spot) =>
    products.some((product) => {
      const [was, is] = [formalOf(old, spot, product), formalOf(now, spot, product)];
      const locked = lockedAt(claims, spot, product);
      return locked > 0 && is < was && is < locked;
    }),
  );
  return short ? ['stock.locked'] : [];
}

// ------------------------------------------------------------------------------------------------ serials

/** Whether two moves of one line go the same way between the same ends; null: between others. */
function sameJourney(one: Move, other: Move): boolean | null {
  if (one.line !== other.line || one.lot !== other.lot || one.stockType !== other.stockType)
    return null;
  if (one.from === other.from && one.to === other.to) return true;
  return one.from === other.to && one.to === other.from ? false : null;
}

function moveSerials(
  state: State,
  rows: readonly Row[],
): { serials: State['serials']; reasons: ErrorKey[] } {
  const serials = new Map(state.serials);
  const reasons: ErrorKey[] = [];
  for (const { move, serials: named } of rows)
    for (const serial of named) {
      // What is taken back and put down again on the same line stays where it is.
      const ways = rows.filter(
        (row) => row.serials.includes(serial) && sameJourney(row.move, move) !== null,
      );
      const forth = ways.filter((row) => sameJourney(row.move, move) === true);
      if (forth.length * 2 === ways.length) continue;
      const { from, to, stockType } = move;
      const there = serials.get(serial);
      if (isWarehouse(from)) {
        if (there?.spot !== from || there.stockType !== stockType)
          reasons.push('serial.notInStock');
        serials.delete(serial);
      }
      if (isWarehouse(to)) {
        if (serials.has(serial)) reasons.push('serial.inStock');
        serials.set(serial, { spot: to, stockType });
      }
    }
  return { serials, reasons };
}

// ------------------------------------------------------------------------------------------------ reservations

const holds = ({ kind, audited, closed, deleted }: Paper): boolean =>
  kind === 'saleOrder' && audited && !closed && !deleted;

interface Taken extends Omit<Claim, 'pieces'> {
  readonly pieces: number;
}
const samePlace = (one: Omit<Claim, 'pieces'>, other: Omit<Claim, 'pieces'>): boolean =>
  one.spot === other.spot && one.product === other.product && sameLine(one, other);
const sameLine = (
  one: Pick<Claim, 'paper' | 'line'>,
  other: Pick<Claim, 'paper' | 'line'>,
): boolean => one.paper === other.paper && one.line === other.line;

/** What an outbound takes of what its order holds. */
function takes(paper: Paper | undefined): Taken[] {
  if (paper?.kind !== 'saleOut') return [];
  return movesOf(paper).flatMap(({ line, product, pieces, stockType }) => {
    const from = paper.lines.find((own) => own.line === line)?.from ?? null;
    return from === null || stockType !== 'formal'
      ? []
      : [{ ...from, spot: paper.spot, product, pieces }];
  });
}

function delivered(claims: readonly Claim[], taken: readonly Taken[]): Claim[] {
  let left = [...claims];
  for (const take of taken.filter(({ pieces }) => pieces > 0)) {
    let open = take.pieces;
    const own = left.filter((claim) => sameLine(claim, take) && claim.product === take.product);
    const here = own.filter(({ spot }) => spot === take.spot);
    const away = own.filter(({ spot }) => spot !== take.spot);
    for (const claim of [...here, ...away]) {
      const less = Math.min(claim.pieces, open);
      open -= less;
      left = left.map((one) => (one === claim ? { ...one, pieces: one.pieces - less } : one));
    }
  }
  return left.filter(({ pieces }) => pieces > 0);
}

/** Sets aside for orders what is free, where most lies first. */
function reserved(state: State, orders: readonly number[]): Claim[] {
  const { papers, switches } = state;
  let claims = [...state.claims];
  if (!switches.reserveOnOrder) return claims;
  const stock = stockOf(papers);
  for (const at of new Set(orders)) {
    const order = papers[at];
    if (order === undefined || !holds(order)) continue;
    for (const { line, product, pieces } of order.lines) {
      const own = claims.filter((claim) => sameLine(claim, { paper: at, line }));
      let missing = pieces - takenOf(papers, at, line, 'other', inForce);
      for (const claim of own) missing -= claim.pieces;
      const free = spots
        .map((spot) => ({
          spot,
          free: formalOf(stock, spot, product) - lockedAt(claims, spot, product),
        }))
        .toSorted((one, other) => other.free - one.free);
      for (const { spot, free: has } of free) {
        const more = Math.min(has, missing);
        if (more <= 0) continue;
        missing -= more;
        const claim = { spot, product, paper: at, line, pieces: 0 };
        const known = claims.find((one) => samePlace(one, claim)) ?? claim;
        claims = [
          ...claims.filter((one) => one !== known),
          { ...known, pieces: known.pieces + more },
        ];
      }
    }
  }
  return claims;
}

/** Net of what two states of a paper take of each line. */
function takenBetween(before: Paper | undefined, after: Paper): Taken[] {
  const all = [
    ...takes(after),
    ...takes(before).map((take) => ({ ...take, pieces: -take.pieces })),
  ];
  const groups = Map.groupBy(all, ({ paper, line, product, spot }) =>
    [paper, line, product, spot].join(),
  );
  return [...groups.values()].flatMap((same) => {
    const pieces = same.reduce((net, take) => net + take.pieces, 0);
    return same[0] === undefined || pieces === 0 ? [] : [{ ...same[0], pieces }];
  });
}

// ------------------------------------------------------------------------------------------------ the one way in

/** Puts a paper, new or changed, and brings the books along. */
export function put(before: State, at: number, paper: Paper): Outcome {
  const old = before.papers[at];
  const papers = old === undefined ? [...before.papers, paper] : before.papers.with(at, paper);
  const reasons = linkReasons({ ...before, papers }, paper);

  const posted = before.posted.get(at) ?? nothingPosted;
  const rows = rowsBetween(posted, movesOf(paper));
  const { serials, reasons: serialReasons } = moveSerials(before, rows);
  const made = valued(before.worth, rows, originIn(before));

  const taken = takenBetween(old, paper);
  const letsGo = old !== undefined && holds(old) && !holds(paper);
  const kept = delivered(before.claims, taken).filter((claim) => !(letsGo && claim.paper === at));
  reasons.push(...serialReasons, ...lockReasons(before, papers, kept));
  if (!before.switches.negativeStock) reasons.push(...stockReasons(before.papers, papers));
  if ((purses(papers).get('prepaid member') ?? ZERO).gt(0)) reasons.push('prepayment.short');

  const next: State = {
    ...before,
    papers,
    serials,
    claims: kept,
    worth: made.worth,
    posted: new Map(before.posted).set(at, postedAfter(posted, rows, made)),
  };
  const regains = taken.filter(({ pieces }) => pieces < 0).map((take) => take.paper);
  return { state: { ...next, claims: reserved(next, [at, ...regains]) }, reasons };
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
  for (const [purse, amount] of papers.flatMap(pursesOf))
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
