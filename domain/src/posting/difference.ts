import type { Decimal } from '../decimal.ts';
import { shareByWeights } from '../amount/share.ts';
import { KEPT_DIGITS, ZERO, rounded, sum } from '../decimal.ts';
import { reversed } from '../document/kind.ts';
import { stockCrossingOf, movesMoney, samePlace, samePurse } from './places.ts';
import type { Document } from '../document/document.ts';
import type {
  LedgerEntry,
  OwedMove,
  MoveToPost,
  StockPlace,
  PostedRows,
  PostedEntry,
  PostedMove,
  Postings,
  LedgerPurse,
} from './posting.ts';

/** Line number of value-only rows from cost rules, belonging to a document and SKU, not to a line. */
export const NO_LINE = 0;

/** Postings missing in the books. */
export interface PostingDifference {
  readonly moves: readonly MoveToPost[];
  readonly entries: readonly PostedEntry[];
  /** Currency of the document. */
  readonly currency: string;
}

/**
 * Owed less posted. Another date, other ends, a changed given value, or another origin than in `was` (the
 * moves owed before) reverses the whole move and posts again. Otherwise a decrease returns value in
 * proportion, and an increase is new. Received goods with only a new cost are revalued, even if partly
 * issued.
 */
export function calculatePostingDifference(
  owed: Postings,
  posted: PostedRows,
  { businessDate, currency }: Pick<Document, 'businessDate' | 'currency'>,
  was: readonly OwedMove[] = [],
): PostingDifference {
  const wanted = owed.entries.map((entry) => ({ ...entry, businessDate, currency }));
  return {
    currency,
    moves: moveDifference(owed.moves, posted.moves, businessDate, was),
    entries: entryDifference(wanted, posted.entries),
  };
}

// ------------------------------------------------------------------------------------------------ goods

function moveDifference(
  owed: readonly OwedMove[],
  rows: readonly PostedMove[],
  businessDate: string,
  was: readonly OwedMove[],
): MoveToPost[] {
  const own = netMoves(rows.filter(({ line }) => line !== NO_LINE));
  const keyed = (moves: readonly OwedMove[]) =>
    new Map(moves.map((move) => [moveKey({ ...move, businessDate }), move]));
  const [wanted, before] = [keyed(owed), keyed(was)];
  const posted = new Set(own.map(moveKey));
  const changes = [
    ...own.map((net) => compareMove(net, wanted.get(moveKey(net)), before.get(moveKey(net)))),
    ...[...wanted].filter(([key]) => !posted.has(key)).map(([, move]) => changeFromAddedMove(move)),
  ].filter(({ undone, added }) => undone !== undefined || added !== undefined);
  const made = owed.some(({ cost }) => cost.rule === 'issues');
  const all =
    changes.length === 0
      ? worthOtherwise(owed, own, (move) => moveKey({ ...move, businessDate }))
      : made
        ? allAnew(owed, own)
        : revaluedAlone(changes);
  return [...undoneRows(all), ...varianceUndone(rows, all), ...newRows(all, businessDate)];
}

/**
 * Change of one key from posted to owed: a part to reverse, a part to post. `whole`: nothing old stays.
 * `revalues`: goods stay; receipt value or quantity changes.
 */
interface MoveChange {
  readonly undone?: PostedMove;
  readonly added?: OwedMove;
  readonly whole: boolean;
  readonly revalues?: boolean;
}

/** Posts all of a SKU again if its other goods change too. */
function revaluedAlone(changes: readonly MoveChange[]): readonly MoveChange[] {
  const skuOf = ({ undone, added }: MoveChange) => (undone ?? added)?.skuId;
  const changed = new Set(changes.filter(({ revalues }) => revalues !== true).map(skuOf));
  return changes.map((change) =>
    changed.has(skuOf(change)) ? { ...change, revalues: false } : change,
  );
}

const changeFromAddedMove = (added: OwedMove): MoveChange => ({ added, whole: true });

/**
 * Revalues produced goods no longer worth their share of issues and fees: only fees or sharing changed.
 * Issued goods stay.
 */
function worthOtherwise(
  owed: readonly OwedMove[],
  own: readonly PostedMove[],
  keyOf: (move: OwedMove) => string,
): MoveChange[] {
  const posted = new Map(own.map((row) => [moveKey(row), row]));
  const made = owed.flatMap((move) => {
    const undone = posted.get(keyOf(move));
    return move.cost.rule === 'issues' && undone ? [{ move, undone, ...move.cost }] : [];
  });
  const outputs = new Set(made.map(({ undone }) => undone));
  const used = own.filter((row) => !outputs.has(row)).map(({ value }) => value);
  const shares = shareByWeights(
    sum([...used, ...made.map(({ plus }) => plus)]),
    made.map(({ weight }) => weight),
    KEPT_DIGITS,
  );
  return made.flatMap(({ move, undone }, at): MoveChange[] => {
    const value = shares[at] ?? ZERO;
    if (value.equals(undone.value)) return [];
    return [
      { undone, added: { ...move, cost: { rule: 'given', value } }, whole: true, revalues: true },
    ];
  });
}

/** Posts the whole document again after any change: produced goods take the value of issues. */
const allAnew = (owed: readonly OwedMove[], own: readonly PostedMove[]): MoveChange[] => [
  ...own.map((undone) => ({ undone, whole: true })),
  ...owed.map(changeFromAddedMove),
];

function compareMove(
  net: PostedMove,
  owed: OwedMove | undefined,
  was: OwedMove | undefined,
): MoveChange {
  if (owed === undefined) return { undone: net, whole: true };
  if (was !== undefined && originText(was) !== originText(owed))
    return { undone: net, added: owed, whole: true };
  const removed = net.serials.filter((serial) => !owed.serials.includes(serial));
  const added = owed.serials.filter((serial) => !net.serials.includes(serial));
  const same = owed.quantity.equals(net.quantity) && removed.length === 0 && added.length === 0;
  if (owed.cost.rule === 'given') {
    if (same && owed.cost.value.equals(net.value)) return { whole: false };
    const revalues = stockCrossingOf(owed) === 'in' && !owed.quantity.isZero();
    return { undone: net, added: owed, whole: true, revalues };
  }
  if (same) return { whole: false };
  // Exchanged serials leave and arrive; else the quantity alone decides.
  const exchanged = added.length > 0 && removed.length > 0;
  const less = net.quantity.gt(owed.quantity) ? net.quantity.minus(owed.quantity) : ZERO;
  const back = exchanged && less.lt(removed.length) ? less.plus(removed.length).minus(less) : less;
  const more = owed.quantity.minus(net.quantity.minus(back));
  return {
    ...(back.isZero() ? {} : { undone: partOfPostedMove(net, back, removed) }),
    ...(more.isZero() ? {} : { added: { ...owed, quantity: more, serials: added } }),
    whole: back.equals(net.quantity),
  };
}

/** Line supplying a move's value; empty: none. */
const originText = ({ cost }: OwedMove): string =>
  cost.rule === 'origin' ? `${cost.documentId} ${cost.line}` : '';

/** Part of a posted move with proportional value; the whole quantity takes the whole value. */
function partOfPostedMove(
  net: PostedMove,
  quantity: Decimal,
  serials: readonly string[],
): PostedMove {
  const value = quantity.equals(net.quantity)
    ? net.value
    : rounded(net.value.times(quantity).dividedBy(net.quantity), KEPT_DIGITS);
  return { ...net, quantity, value, serials };
}

const undoneRows = (changes: readonly MoveChange[]): MoveToPost[] =>
  changes.flatMap(({ undone, revalues = false }) =>
    undone === undefined ? [] : [{ ...turnedRound(undone), revalues }],
  );

const newRows = (changes: readonly MoveChange[], businessDate: string): MoveToPost[] =>
  changes.flatMap(({ added, revalues = false }) =>
    added === undefined ? [] : [{ ...added, businessDate, undo: false, revalues }],
  );

function turnedRound({ value, ...move }: PostedMove): MoveToPost {
  return { ...reversed(move), cost: { rule: 'given', value }, undo: true, revalues: false };
}

/** Reverses a SKU's variances with the postings causing them. A revaluation adds its own. */
function varianceUndone(rows: readonly PostedMove[], changes: readonly MoveChange[]): MoveToPost[] {
  const skuIds = new Set(
    changes
      .filter(({ whole, revalues }) => whole && revalues !== true)
      .map(({ undone, added }) => (undone ?? added)?.skuId),
  );
  const variances = rows.filter(({ line, skuId }) => line === NO_LINE && skuIds.has(skuId));
  return netMoves(variances).map(turnedRound);
}

/** Nets rows of one key and day into the current position of goods or value; nothing if all came back. */
function netMoves(rows: readonly PostedMove[]): PostedMove[] {
  const groups = Map.groupBy(rows, (row) => moveKey(facingOneWay(row)));
  return [...groups.values()].flatMap((group) => {
    const first = group[0];
    if (first === undefined) return [];
    const forward = (row: PostedMove) => samePlace(row.from, first.from);
    const signed = (row: PostedMove, amount: Decimal) => (forward(row) ? amount : amount.negated());
    const quantity = sum(group.map((row) => signed(row, row.quantity)));
    const value = sum(group.map((row) => signed(row, row.value)));
    if (quantity.isZero() && (value.isZero() || group.some((row) => !row.quantity.isZero())))
      return [];
    const turned = quantity.isZero() ? value.isNegative() : quantity.isNegative();
    const journey = turned ? reversed(first) : first;
    const there = (row: PostedMove) => samePlace(row.from, journey.from);
    return [
      {
        ...journey,
        quantity: quantity.abs(),
        value: value.abs(),
        serials: netSerials(group, there),
      },
    ];
  });
}

/** Serials moved and not returned. */
function netSerials(rows: readonly PostedMove[], forward: (row: PostedMove) => boolean): string[] {
  const gone = new Set<string>();
  for (const row of rows) {
    for (const serial of row.serials) {
      if (forward(row)) gone.add(serial);
      else gone.delete(serial);
    }
  }
  return [...gone];
}

type MoveKeyFields = Pick<
  PostedMove,
  'line' | 'skuId' | 'kitSkuId' | 'lot' | 'stockType' | 'from' | 'to' | 'businessDate' | 'quantity'
>;

const placeText = ({ place, id }: StockPlace): string => `${place}:${id}`;
const facingOneWay = <Row extends MoveKeyFields>(row: Row): Row =>
  placeText(row.from) <= placeText(row.to) ? row : reversed(row);

/** Journeys of a line between the same ends share a key; goods and value alone never mix. */
const moveKey = ({
  line,
  skuId,
  kitSkuId = '',
  lot,
  stockType,
  from,
  to,
  businessDate,
  quantity,
}: MoveKeyFields): string =>
  [
    line,
    skuId,
    kitSkuId,
    stockType,
    placeText(from),
    placeText(to),
    businessDate,
    quantity.isZero(),
    lot,
  ].join(' ');

// ------------------------------------------------------------------------------------------------ money

/** Checks for an entry following the move values; a document never owes the entry. */
export const followsMoves = ({ from, to }: LedgerEntry): boolean =>
  from.purse === 'costOfSales' || to.purse === 'costOfSales';

function entryDifference(
  owed: readonly PostedEntry[],
  rows: readonly PostedEntry[],
): PostedEntry[] {
  const undone = rows.filter((row) => !followsMoves(row)).map((row) => reversed(row));
  const added = new Set(owed);
  const groups = Map.groupBy([...undone, ...owed], entryKey).values();
  const changes = [...groups].flatMap((group) => {
    const net = netEntries(group);
    const hasWorth = group.some(({ amount }) => !amount.isZero());
    if (
      !hasWorth ||
      net.every(({ originalAmount, amount }) => hasAgreeingSigns(amount, originalAmount))
    )
      return net;
    // A new rate can raise one currency and lower the other: reverse the old entry, then post the new.
    const sides = Map.groupBy(group, (entry) => added.has(entry));
    return [false, true].flatMap((side) => netEntries(sides.get(side) ?? []));
  });
  return changes.filter(movesMoney);
}

/** Checks an entry's amounts: both positive, or only the company currency's. */
const hasAgreeingSigns = (amount: Decimal, original: Decimal): boolean =>
  original.isZero() || (amount.gt(0) && original.gt(0));

const purseText = ({ purse, id }: LedgerPurse): string => `${purse}:${id}`;

/** Entry key: pair of purses, partner, day and currency. */
function entryKey(entry: PostedEntry): string {
  const ends = [purseText(entry.from), purseText(entry.to)].toSorted();
  return [...ends, entry.partnerId, entry.businessDate, entry.currency].join(' ');
}

/**
 * Nets entries of one key into one or none, in the direction of the company currency amount, else the
 * original amount.
 */
function netEntries(entries: readonly PostedEntry[]): PostedEntry[] {
  const [first] = entries;
  if (first === undefined) return [];
  const total = (of: 'amount' | 'originalAmount') =>
    sum(entries.map((one) => (samePurse(one.from, first.from) ? one[of] : one[of].negated())));
  const [amount, originalAmount] = [total('amount'), total('originalAmount')];
  return amount.isNegative() || (amount.isZero() && originalAmount.isNegative())
    ? [{ ...reversed(first), amount: amount.negated(), originalAmount: originalAmount.negated() }]
    : [{ ...first, amount, originalAmount }];
}
