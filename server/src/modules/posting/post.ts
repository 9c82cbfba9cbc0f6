import {
  broughtTo,
  checkOpenPeriod,
  crossing,
  difference,
  documentKinds,
  isInside,
  isPrepaid,
  ledgerRows,
  nothingHeld,
  owed,
  plain,
  sum,
} from '@tradehouse/domain';
import type {
  At,
  Difference,
  Document,
  LedgerRows,
  OriginOf,
  PostedMove,
  SkuCost,
} from '@tradehouse/domain';
import { atOnce, refuse, together } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { refuseBeyondActivities } from './activityBeyond.ts';
import { changesAfter, readBalances } from './balances.ts';
import type { Balances } from './balances.ts';
import {
  reservationChanges,
  countSold,
  freed,
  holds,
  readReservations,
  takenBy,
  writeReservations,
} from './reservations.ts';
import type { Reservation, Reserving, Taken } from './reservations.ts';
import { withLaterDays } from './laterDays.ts';
import type { MoveRow } from './ledgerRows.ts';
import { correctedSkus, recordLots } from './lots.ts';
import { appendEntries, changePurses, moneyPart, purseChanges } from './money.ts';
import type { Entered, PurseChange } from './money.ts';
import { readOrigins, readPosted } from './posted.ts';
import type { PostedOf } from './posted.ts';
import { reserve } from './reserve.ts';
import { checkSerialDays } from './serialDays.ts';
import { moveSerials } from './serials.ts';
import { changed, lateKeys, shortLater, shortNow, shortOfLocked } from './shortage.ts';
import { refuseShortages } from './shortageRefusal.ts';
import { lockSkus } from './skuLock.ts';
import type { LockedSku, LockedSkus } from './skuLock.ts';
import { arrivals, stockChanges } from './stockChange.ts';
import type { StockChange } from './stockChange.ts';
import { appendMoves, changeBalances, stockPart, writeCosts } from './stockRows.ts';
import { tradeRows } from './trade.ts';
import { noteUnfolded } from './unfolded.ts';
import type { NotedRow } from './unfolded.ts';

/**
 * A document to bring into the books, as it is now and as it was before the change. Its row is locked, or written by
 * `first`.
 */
export interface Posting {
  readonly document: Document;
  /** Null: it is new and has nothing in the books. */
  readonly before: Document | null;
  readonly creatorId: string;
  readonly institutionId: string | null;
  /** The activity whose locked stock it sells, and the one it sold for before the change; absent: none. */
  readonly activityId?: string | null;
  readonly activityBefore?: string | null;
  /** Who sold it, and who had before the change; absent: no one. */
  readonly salespersonIds?: readonly string[];
  readonly salespersonsBefore?: readonly string[];
}

/** What the company allows in its books. */
export interface BookRules {
  /** No day up to this one may change; null: all are open. */
  readonly closedUntil: string | null;
  readonly negativeStock: boolean;
}

export interface PostOptions {
  /** What the caller writes before: the documents themselves. Its statements share a trip with the locks. */
  readonly first?: () => Promise<void>;
  /** What the caller writes after everything else: the rows that most documents share. */
  readonly last?: () => Promise<void>;
  /** What the documents add to the sums of their kinds' days, once `first` is done. */
  readonly days?: () => readonly NotedRow[];
  /** Each document must find its stock as those before it left it; absent: they have to come out in sum. */
  readonly oneByOne?: boolean;
}

const nothing = async (): Promise<void> => {};

/**
 * The writer: brings the books to what the documents owe now, by appending the difference to what they have posted.
 * Saving, editing, approving, unapproving and deleting all end here; nothing else writes a ledger or a balance.
 * What only readers sum up is noted beside it, and folded into the roll-ups behind it.
 *
 * Locks: the SKUs in id order first, then their balances; purses of prepayments and deposits last, where the caller did not
 * take them before (see `withBonuses`).
 * Refuses with `document.periodClosed`, `stock.shortage`, `stock.shortageLater`, `stock.locked`, `activity.beyond`, `serial.*`, `lot.*`
 * `prepayment.short` and `prepayment.bonusShort`; then nothing is written.
 */
export async function post(
  context: Context,
  postings: readonly Posting[],
  rules: BookRules,
  { first = nothing, last = nothing, days = () => [], oneByOne = false }: PostOptions = {},
): Promise<void> {
  const posted = await readPosted(
    context,
    postings.filter(({ before }) => before !== null).map(({ document }) => document.id),
  );
  const work = postings.map((posting): Work => {
    const { document, before } = posting;
    const was = before === null ? [] : owed(before).moves;
    const has = posted(document.id);
    return { ...posting, difference: difference(owed(document), has, document, was) };
  });
  checkPeriod(work, rules);
  const taken = takenBy(work.map((one) => reservingOf(one, posted)));
  const [, books] = await together([first(), lockBooks(context, work, taken)]);
  const valued = valueMoves(work, posted, books);
  const moves = numberMoves(valued, posted, books);
  const changes = stockChanges(moves);
  const steps = oneByOne ? stepsOf(moves) : [{ moves, changes }];
  await checkStock(context, work, { moves, changes, steps }, books.balances, rules);
  await moveLotsAndSerials(context, work, moves);
  if (!rules.negativeStock) await checkSerialDays(context, moves, books.balances);
  const entered = enteredBy(valued, posted);
  const purses = purseChanges(entered);
  const { balances } = books;
  // What many documents share comes last, so that it is held for the shortest time.
  await together([
    atOnce(context.tx, [
      ...appendMoves(context, moves),
      ...changeBalances(context, changes, balances, rules.negativeStock),
      ...writeCosts(context, costsAfter(moves, valued)),
      ...appendEntries(
        context,
        entered.flatMap(({ entries }) => entries),
      ),
      ...noteUnfolded(context, {
        stock: stockPart(changes, arrivals(moves, posted)),
        skus: skuPart(moves),
        money: moneyPart(purses),
        trade: tradeChange(work, valued, posted),
        documents: days(),
      }),
    ]),
    writePurses(context, purses, work),
    last(),
  ]);
  await settleReservations(context, work, taken, books.reservations);
}

interface Work extends Posting {
  readonly difference: Difference;
}

const reservingOf = (
  { document, before, difference, activityId = null, activityBefore = null }: Work,
  posted: PostedOf,
): Reserving => ({
  document,
  before,
  activityId,
  activityBefore,
  posted: posted(document.id).moves,
  added: difference.moves,
});

/** Who holds locked stock follows what was delivered; orders that begin to wait, or wait for more, take what is free. */
async function settleReservations(
  context: Context,
  work: readonly Work[],
  taken: readonly Taken[],
  reservations: readonly Reservation[],
): Promise<void> {
  const { userId } = context.scope;
  await writeReservations(context, reservations, { userId, remark: '' });
  await countSold(context, taken, userId);
  const begins = work.filter(({ document }) => holds(document)).map(({ document }) => document.id);
  const regains = taken.filter(
    ({ source, quantity, formal }) => source === 'order' && (quantity.lt(0) || !formal),
  );
  await reserve(context, [...begins, ...regains.map(({ sourceId }) => sourceId)], userId);
}

/** What holds until the commit: the SKUs are locked. */
interface Books {
  readonly locked: LockedSkus;
  readonly originOf: OriginOf;
  /** With what this posting lets go of. */
  readonly balances: Balances;
  /** How the reservations of locked stock change. */
  readonly reservations: readonly Reservation[];
}

/** The documents with their ledger rows, and what the SKUs are worth after all of them. */
interface Valued {
  readonly rows: readonly (LedgerRows & { readonly document: Document })[];
  readonly costs: ReadonlyMap<string, SkuCost>;
}

/** Closed days keep their ledgers. Steps that post nothing are free: an order is completed after its month was closed. */
function checkPeriod(work: readonly Work[], { closedUntil }: BookRules): void {
  const posted = work.flatMap(({ difference: { moves, entries } }) => [...moves, ...entries]);
  for (const { businessDate } of posted) checkOpenPeriod(businessDate, closedUntil);
}

/** Takes the SKUs' locks and reads under them what the moves are valued by and what lies where they go. */
async function lockBooks(
  context: Context,
  work: readonly Work[],
  taken: readonly Taken[],
): Promise<Books> {
  const moves = work.flatMap(({ difference }) => difference.moves);
  const corrected = work.flatMap(({ document, before }) => correctedSkus(document, before));
  const skuIds = [...new Set([...moves.map(({ skuId }) => skuId), ...corrected])];
  const lettingGo = work.flatMap(({ document, before }) =>
    before !== null && holds(before) && !holds(document) ? [document.id] : [],
  );
  const of = (wanted: string) =>
    taken.flatMap(({ source, sourceId }) => (source === wanted ? [sourceId] : []));
  const [skus, [originOf, held, reservations]] = await lockSkus(context, skuIds, () =>
    together([
      readOrigins(context, moves),
      readBalances(context, moves),
      readReservations(context, [...of('order'), ...lettingGo], of('activity')),
    ]),
  );
  await refuseBeyondActivities(context, work, taken, reservations);
  const changes = reservationChanges(reservations, taken, new Set(lettingGo));
  const locked = await withLaterDays(context, moves, skus);
  return { locked, originOf, balances: freed(held, changes), reservations: changes };
}

/** Values the moves one document after the other, each at the average of its day as the last one left it. */
function valueMoves(work: readonly Work[], posted: PostedOf, { locked, originOf }: Books): Valued {
  let costs: ReadonlyMap<string, SkuCost> = new Map(locked);
  const rows = work.map(({ document, difference }) => {
    const valued = ledgerRows(difference, posted(document.id), costs, originOf);
    costs = valued.costs;
    return { ...valued, document };
  });
  return { rows, costs };
}

/** Numbers moves within their document and, in posting order, within their SKU. */
function numberMoves({ rows }: Valued, posted: PostedOf, { locked }: Books): MoveRow[] {
  const last = new Map([...locked].map(([skuId, { lastPosting }]) => [skuId, lastPosting]));
  return rows.flatMap(({ document, moves }) => {
    const { lastMove } = posted(document.id);
    return moves.map((move, index) => {
      const postingNumber = (last.get(move.skuId) ?? 0n) + 1n;
      last.set(move.skuId, postingNumber);
      return { ...move, documentId: document.id, seq: lastMove + index + 1, postingNumber };
    });
  });
}

/** Numbers entries within their document. */
function enteredBy({ rows }: Valued, posted: PostedOf): Entered[] {
  return rows.map(({ document, entries }) => {
    const { entries: before, lastEntry } = posted(document.id);
    const numbered = entries.map((entry, index) => ({
      ...entry,
      documentId: document.id,
      seq: lastEntry + index + 1,
    }));
    return { entries: numbered, before, brings: broughtTo(document.kind) };
  });
}

async function moveLotsAndSerials(
  context: Context,
  work: readonly Work[],
  moves: readonly MoveRow[],
): Promise<void> {
  const documents = work.map(({ document }) => document);
  if (moves.length > 0 || work.some((one) => correctedSkus(one.document, one.before).length > 0))
    await recordLots(context, documents);
  await moveSerials(context, moves, documents);
}

/** What the SKUs that moved are worth now, with the last posting and the last day of each. */
function costsAfter(moves: readonly MoveRow[], { costs }: Valued): ReadonlyMap<string, LockedSku> {
  const last = new Map(moves.map(({ skuId, postingNumber }) => [skuId, postingNumber]));
  return new Map(
    [...last].map(([skuId, lastPosting]) => {
      const cost = costs.get(skuId) ?? nothingHeld;
      const lastDay = cost.days.at(-1)?.businessDate ?? null;
      return [skuId, { ...cost, lastPosting, lastDay }];
    }),
  );
}

/** Moves that come out together, and what they do to the balances. */
interface Step {
  readonly moves: readonly MoveRow[];
  readonly changes: readonly StockChange[];
}

/** Document by document, in their order. */
const stepsOf = (moves: readonly MoveRow[]): Step[] =>
  [...Map.groupBy(moves, ({ documentId }) => documentId).values()].map((own) => ({
    moves: own,
    changes: stockChanges(own),
  }));

/** Is there enough: now, beside what is locked, and on every later day that is already booked. */
async function checkStock(
  context: Context,
  work: readonly Work[],
  { moves, changes, steps }: Step & { readonly steps: readonly Step[] },
  balances: Balances,
  { negativeStock }: BookRules,
): Promise<void> {
  if (changes.length === 0) return;
  const documents = work.map(({ document }) => document);
  const locked = shortOfLocked(changes, balances);
  await refuseShortages(context, 'stock.locked', locked, documents, moves);
  if (negativeStock) return;
  let left = balances;
  for (const step of steps) {
    const now = shortNow(step.changes, left);
    await refuseShortages(context, 'stock.shortage', now, documents, step.moves);
    if (step !== steps.at(-1)) left = changed(left, step.changes);
  }
  const late = lateKeys(changes, balances);
  if (late.length === 0) return;
  const since = changes.map(({ businessDate }) => businessDate).toSorted()[0] ?? '';
  const days = await changesAfter(context, late, since);
  const later = shortLater(late, changes, days, balances);
  await refuseShortages(context, 'stock.shortageLater', later, documents, moves);
}

/** What each SKU's quantity and value inside the company did, per day. */
function skuPart(moves: readonly PostedMove[]): NotedRow[] {
  const groups = Map.groupBy(moves, ({ skuId, businessDate }) => `${skuId} ${businessDate}`);
  return [...groups.values()].flatMap((group) => {
    const first = group[0];
    if (first === undefined) return [];
    const total = (of: 'quantity' | 'value') =>
      sum(group.map((move) => move[of].times(signOf(move))));
    const { skuId, businessDate } = first;
    const [quantity, value] = [total('quantity'), total('value')];
    if (quantity.isZero() && value.isZero()) return [];
    return [{ sku_id: skuId, day: businessDate, quantity: plain(quantity), value: plain(value) }];
  });
}

function signOf(move: PostedMove): 1 | -1 | 0 {
  if (crossing(move) === 'none') return 0;
  return isInside(move.to) ? 1 : -1;
}

/** Where a document says what a prepayment pays: in how it is paid, or in what its lines pay in. Of several, nowhere. */
function prepaidAt(work: readonly Work[]): At {
  const [one, ...others] = work.filter(({ document }) => isPrepaid(document));
  if (one === undefined || others.length > 0) return {};
  return { field: documentKinds[one.document.kind].prepaid ? 'payment' : 'amount' };
}

async function writePurses(
  context: Context,
  changes: readonly PurseChange[],
  work: readonly Work[],
): Promise<void> {
  const after = await changePurses(context, changes);
  const digits = work[0]?.document.moneyDigits ?? 0;
  // Read from the row this transaction just locked, so no other use of the prepayment can slip in between.
  for (const { purse, amount } of after) {
    if (purse === 'prepaid' && amount.gt(0))
      refuse('prepayment.short', { missing: plain(amount), digits }, prepaidAt(work));
    if (purse === 'bonus' && amount.gt(0))
      refuse('prepayment.bonusShort', { missing: plain(amount), digits }, { field: 'bonus' });
  }
}

function tradeChange(work: readonly Work[], { rows }: Valued, posted: PostedOf) {
  const before = work.flatMap(({ before: document, salespersonsBefore, ...whose }) =>
    document === null
      ? []
      : [
          {
            ...whose,
            document,
            salespersonIds: salespersonsBefore ?? [],
            moves: posted(document.id).moves,
          },
        ],
  );
  const after = work.map((one, at) => ({
    ...one,
    salespersonIds: one.salespersonIds ?? [],
    moves: [...posted(one.document.id).moves, ...(rows[at]?.moves ?? [])],
  }));
  return tradeRows(before, after);
}
