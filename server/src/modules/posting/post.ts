import {
  broughtTo,
  checkOpenPeriod,
  stockCrossingOf,
  calculatePostingDifference,
  documentKinds,
  isInside,
  isPrepaid,
  ledgerRows,
  nothingHeld,
  owed,
  toPlainDecimal,
  sum,
} from '@tradehouse/domain';
import type {
  At,
  PostingDifference,
  Document,
  LedgerRows,
  OriginOf,
  PostedMove,
  SkuCost,
} from '@tradehouse/domain';
import { refuseWith } from '../../kernel/access/index.ts';
import { atOnce, runTogether } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { refuseBeyondActivities } from './activityBeyond.ts';
import { changesAfter, readBalances } from './balances.ts';
import type { Balances, MayFallBelow } from './balances.ts';
import {
  reservationChanges,
  countSold,
  releaseReservations,
  isHoldingStock,
  readReservations,
  reservationUsesOf,
  writeReservations,
} from './reservations.ts';
import type { Reservation, Reserving, ReservationUse } from './reservations.ts';
import { withLaterDays } from './laterDays.ts';
import type { MoveRow } from './ledgerRows.ts';
import { correctedSkus, recordLots } from './lots.ts';
import { appendEntries, changePurses, moneyPart, purseChanges } from './money.ts';
import type { DocumentEntries, PurseChange } from './money.ts';
import { readOrigins, readPosted } from './posted.ts';
import type { PostedOf } from './posted.ts';
import { reserveForOrderLines } from './reserve.ts';
import { checkSerialDays } from './serialDays.ts';
import { moveSerials } from './serials.ts';
import { applyStockChanges, lateKeys, shortLater, shortNow, shortOfLocked } from './shortage.ts';
import { refuseShortages } from './shortageRefusal.ts';
import { lockSkus } from './skuLock.ts';
import type { LockedSku, LockedSkus } from './skuLock.ts';
import { receivedStockChanges, stockChanges } from './stockChange.ts';
import type { StockChange } from './stockChange.ts';
import { appendMoves, changeBalances, stockPart, writeCosts } from './stockRows.ts';
import { tradeRows } from './trade.ts';
import { noteUnfolded } from './unfolded.ts';
import type { NotedRow } from './unfolded.ts';

/**
 * Document to post, in the present state and in the state before the change. The row is locked, or written
 * by `first`.
 */
export interface Posting {
  readonly document: Document;
  /** Earlier document; null: new, with nothing in the books. */
  readonly before: Document | null;
  readonly creatorId: string;
  readonly institutionId: string | null;
  /** Activity of the locked stock being sold, and the activity before the change; absent: none. */
  readonly activityId?: string | null;
  readonly activityBefore?: string | null;
  /** Salespeople, and the salespeople before the change; absent: none. */
  readonly salespersonIds?: readonly string[];
  readonly salespersonsBefore?: readonly string[];
}

export interface BookRules {
  /** Last closed day; null: all days are open. */
  readonly closedUntil: string | null;
  /** Switch of the company, for warehouses without a rule of their own. */
  readonly negativeStock: boolean;
}

export interface PostOptions {
  /** Writes the documents before posting. The statements share a round trip with the locks. */
  readonly first?: () => Promise<void>;
  /** Writes rows shared by most documents, after everything else. */
  readonly last?: () => Promise<void>;
  /** Additions to the daily sums of document kinds, computed after `first`. */
  readonly days?: () => readonly NotedRow[];
  /** Requires enough stock document by document, in order; absent: in sum only. */
  readonly oneByOne?: boolean;
}

const doNoExtraWork = async (): Promise<void> => {};

/**
 * Posts documents: appends the difference between the entries due and the posted entries. Saving, editing,
 * approving, unapproving and deleting all end in `postDocuments`; nothing else writes a ledger or a balance. Sums
 * needed only by readers are noted beside the books, and rolled up later.
 *
 * Locks: SKUs in id order first, then the SKUs' balances; purses of prepayments and deposits last, unless
 * the caller locked them before (see `withBonuses`). Refuses with `document.periodClosed`,
 * `stock.shortage`, `stock.shortageLater`, `stock.locked`, `activity.beyond`, `serial.*`, `lot.*`,
 * `prepayment.short` and `prepayment.bonusShort`; a refusal writes nothing.
 */
export async function postDocuments(
  context: Context,
  postings: readonly Posting[],
  rules: BookRules,
  {
    first = doNoExtraWork,
    last = doNoExtraWork,
    days = () => [],
    oneByOne = false,
  }: PostOptions = {},
): Promise<void> {
  const posted = await readPosted(
    context,
    postings.filter(({ before }) => before !== null).map(({ document }) => document.id),
  );
  const work = postings.map((posting): PostingWork => {
    const { document, before } = posting;
    const was = before === null ? [] : owed(before).moves;
    const has = posted(document.id);
    return {
      ...posting,
      difference: calculatePostingDifference(owed(document), has, document, was),
    };
  });
  checkPeriod(work, rules);
  const taken = reservationUsesOf(work.map((one) => reservingOf(one, posted)));
  const [, books] = await runTogether([first(), lockBooks(context, work, taken, rules)]);
  const valued = valueMoves(work, posted, books);
  const moves = numberMoves(valued, posted, books);
  const changes = stockChanges(moves);
  const steps = oneByOne ? moveStepsByDocument(moves) : [{ moves, changes }];
  await checkStock(context, work, { moves, changes, steps }, books);
  await moveLotsAndSerials(context, work, moves);
  await checkSerialDays(context, moves, books.balances, books.mayFallBelow);
  const entered = enteredBy(valued, posted);
  const purses = purseChanges(entered);
  const { balances, mayFallBelow } = books;
  // Widely shared rows are written last, to hold their locks for the shortest time.
  await runTogether([
    atOnce(context.tx, [
      ...appendMoves(context, moves),
      ...changeBalances(context, changes, balances, mayFallBelow),
      ...writeCosts(context, costsAfter(moves, valued)),
      ...appendEntries(
        context,
        entered.flatMap(({ entries }) => entries),
      ),
      ...noteUnfolded(context, {
        stock: stockPart(changes, receivedStockChanges(moves, posted)),
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

interface PostingWork extends Posting {
  readonly difference: PostingDifference;
}

const reservingOf = (
  { document, before, difference, activityId = null, activityBefore = null }: PostingWork,
  posted: PostedOf,
): Reserving => ({
  document,
  before,
  activityId,
  activityBefore,
  posted: posted(document.id).moves,
  added: difference.moves,
});

/** Settles reservations after deliveries; orders newly waiting, or waiting for more, take free stock. */
async function settleReservations(
  context: Context,
  work: readonly PostingWork[],
  taken: readonly ReservationUse[],
  reservations: readonly Reservation[],
): Promise<void> {
  const { userId } = context.scope;
  await writeReservations(context, reservations, { userId, remark: '' });
  await countSold(context, taken, userId);
  const begins = work
    .filter(({ document }) => isHoldingStock(document))
    .map(({ document }) => document.id);
  const regains = taken.filter(
    ({ source, quantity, formal }) => source === 'order' && (quantity.lt(0) || !formal),
  );
  await reserveForOrderLines(
    context,
    [...begins, ...regains.map(({ sourceId }) => sourceId)],
    userId,
  );
}

/** Data valid until commit: the SKUs are locked. */
interface LockedBooks {
  readonly locked: LockedSkus;
  readonly originOf: OriginOf;
  /** Balances including stock released by this posting. */
  readonly balances: Balances;
  readonly mayFallBelow: MayFallBelow;
  /** How the reservations of locked stock change. */
  readonly reservations: readonly Reservation[];
}

/** Documents with their ledger rows, and the SKU costs after all documents. */
interface ValuedPostings {
  readonly rows: readonly (LedgerRows & { readonly document: Document })[];
  readonly costs: ReadonlyMap<string, SkuCost>;
}

/**
 * Keeps closed days unchanged. Steps without postings are free: an order may be completed after the month's
 * closing.
 */
function checkPeriod(work: readonly PostingWork[], { closedUntil }: BookRules): void {
  const posted = work.flatMap(({ difference: { moves, entries } }) => [...moves, ...entries]);
  for (const { businessDate } of posted) checkOpenPeriod(businessDate, closedUntil);
}

/** Locks the SKUs and reads, under the locks, valuation data and balances of the affected places. */
async function lockBooks(
  context: Context,
  work: readonly PostingWork[],
  taken: readonly ReservationUse[],
  { negativeStock }: BookRules,
): Promise<LockedBooks> {
  const moves = work.flatMap(({ difference }) => difference.moves);
  const corrected = work.flatMap(({ document, before }) => correctedSkus(document, before));
  const skuIds = [...new Set([...moves.map(({ skuId }) => skuId), ...corrected])];
  const lettingGo = work.flatMap(({ document, before }) =>
    before !== null && isHoldingStock(before) && !isHoldingStock(document) ? [document.id] : [],
  );
  const of = (wanted: string) =>
    taken.flatMap(({ source, sourceId }) => (source === wanted ? [sourceId] : []));
  const [skus, [originOf, { balances: held, mayFallBelow }, reservations]] = await lockSkus(
    context,
    skuIds,
    () =>
      runTogether([
        readOrigins(context, moves),
        readBalances(context, moves, negativeStock),
        readReservations(context, [...of('order'), ...lettingGo], of('activity')),
      ]),
  );
  await refuseBeyondActivities(context, work, taken, reservations);
  const changes = reservationChanges(reservations, taken, new Set(lettingGo));
  const locked = await withLaterDays(context, moves, skus);
  const balances = releaseReservations(held, changes);
  return { locked, originOf, balances, mayFallBelow, reservations: changes };
}

/** Values the moves document by document, each at the daily average left by the preceding document. */
function valueMoves(
  work: readonly PostingWork[],
  posted: PostedOf,
  { locked, originOf }: LockedBooks,
): ValuedPostings {
  let costs: ReadonlyMap<string, SkuCost> = new Map(locked);
  const rows = work.map(({ document, difference }) => {
    const valued = ledgerRows(difference, posted(document.id), costs, originOf);
    costs = valued.costs;
    return { ...valued, document };
  });
  return { rows, costs };
}

/** Numbers moves within their document and, in posting order, within their SKU. */
function numberMoves(
  { rows }: ValuedPostings,
  posted: PostedOf,
  { locked }: LockedBooks,
): MoveRow[] {
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
function enteredBy({ rows }: ValuedPostings, posted: PostedOf): DocumentEntries[] {
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
  work: readonly PostingWork[],
  moves: readonly MoveRow[],
): Promise<void> {
  const documents = work.map(({ document }) => document);
  if (moves.length > 0 || work.some((one) => correctedSkus(one.document, one.before).length > 0))
    await recordLots(context, documents);
  await moveSerials(context, moves, documents);
}

/** Returns costs of the moved SKUs, with the last posting and the last day of each. */
function costsAfter(
  moves: readonly MoveRow[],
  { costs }: ValuedPostings,
): ReadonlyMap<string, LockedSku> {
  const last = new Map(moves.map(({ skuId, postingNumber }) => [skuId, postingNumber]));
  return new Map(
    [...last].map(([skuId, lastPosting]) => {
      const cost = costs.get(skuId) ?? nothingHeld;
      const lastDay = cost.days.at(-1)?.businessDate ?? null;
      return [skuId, { ...cost, lastPosting, lastDay }];
    }),
  );
}

/** Moves posted together, and the resulting balance changes. */
interface MoveStep {
  readonly moves: readonly MoveRow[];
  readonly changes: readonly StockChange[];
}

/** Document by document, in their order. */
const moveStepsByDocument = (moves: readonly MoveRow[]): MoveStep[] =>
  [...Map.groupBy(moves, ({ documentId }) => documentId).values()].map((own) => ({
    moves: own,
    changes: stockChanges(own),
  }));

/** Checks locked stock, and shortages now and on later days where stock may not fall below zero. */
async function checkStock(
  context: Context,
  work: readonly PostingWork[],
  { moves, changes, steps }: MoveStep & { readonly steps: readonly MoveStep[] },
  { balances, mayFallBelow }: Pick<LockedBooks, 'balances' | 'mayFallBelow'>,
): Promise<void> {
  if (changes.length === 0) return;
  const documents = work.map(({ document }) => document);
  const locked = shortOfLocked(changes, balances);
  await refuseShortages(context, 'stock.locked', locked, documents, moves);
  const isChecked = ({ warehouseId }: StockChange): boolean => !mayFallBelow(warehouseId);
  let left = balances;
  for (const step of steps) {
    const now = shortNow(step.changes.filter(isChecked), left);
    await refuseShortages(context, 'stock.shortage', now, documents, step.moves);
    if (step !== steps.at(-1)) left = applyStockChanges(left, step.changes);
  }
  const checked = changes.filter(isChecked);
  const late = lateKeys(checked, balances);
  if (late.length === 0) return;
  const since = checked.map(({ businessDate }) => businessDate).toSorted()[0] ?? '';
  const days = await changesAfter(context, late, since);
  const later = shortLater(late, checked, days, balances);
  await refuseShortages(context, 'stock.shortageLater', later, documents, moves);
}

/** Sums each SKU's change of quantity and value inside the company, per day. */
function skuPart(moves: readonly PostedMove[]): NotedRow[] {
  const groups = Map.groupBy(moves, ({ skuId, businessDate }) => `${skuId} ${businessDate}`);
  return [...groups.values()].flatMap((group) => {
    const first = group[0];
    if (first === undefined) return [];
    const total = (of: 'quantity' | 'value') =>
      sum(group.map((move) => move[of].times(stockSignOf(move))));
    const { skuId, businessDate } = first;
    const [quantity, value] = [total('quantity'), total('value')];
    if (quantity.isZero() && value.isZero()) return [];
    return [
      {
        sku_id: skuId,
        day: businessDate,
        quantity: toPlainDecimal(quantity),
        value: toPlainDecimal(value),
      },
    ];
  });
}

function stockSignOf(move: PostedMove): 1 | -1 | 0 {
  if (stockCrossingOf(move) === 'none') return 0;
  return isInside(move.to) ? 1 : -1;
}

/**
 * Returns the place of a prepayment in a document: the payment method, or the line payments. Several
 * documents have none.
 */
function prepaidAt(work: readonly PostingWork[]): At {
  const [one, ...others] = work.filter(({ document }) => isPrepaid(document));
  if (one === undefined || others.length > 0) return {};
  return { field: documentKinds[one.document.kind].prepaid ? 'payment' : 'amount' };
}

async function writePurses(
  context: Context,
  changes: readonly PurseChange[],
  work: readonly PostingWork[],
): Promise<void> {
  const after = await changePurses(context, changes);
  const digits = work[0]?.document.moneyDigits ?? 0;
  // Balance from the row locked by this transaction, therefore no concurrent use of the prepayment can
  // intervene.
  for (const { purse, amount } of after) {
    if (purse === 'prepaid' && amount.gt(0))
      refuseWith('prepayment.short', { missing: toPlainDecimal(amount), digits }, prepaidAt(work));
    if (purse === 'bonus' && amount.gt(0))
      refuseWith(
        'prepayment.bonusShort',
        { missing: toPlainDecimal(amount), digits },
        { field: 'bonus' },
      );
  }
}

function tradeChange(work: readonly PostingWork[], { rows }: ValuedPostings, posted: PostedOf) {
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
