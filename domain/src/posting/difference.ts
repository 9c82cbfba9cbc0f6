import type { Decimal } from '../decimal.ts';
import { share } from '../amount/share.ts';
import { KEPT_DIGITS, ZERO, rounded, sum } from '../decimal.ts';
import { reversed } from '../document/kind.ts';
import { crossing, movesMoney, samePlace, samePurse } from './places.ts';
import type { Document } from '../document/document.ts';
import type {
  Entry,
  Move,
  MoveToPost,
  Place,
  Posted,
  PostedEntry,
  PostedMove,
  Postings,
  Purse,
} from './posting.ts';

/** The line of value-only rows that the cost rules make: they belong to a document and a SKU, not to one of its lines. */
export const NO_LINE = 0;

/** What has to be appended so that the books hold what is owed. */
export interface Difference {
  readonly moves: readonly MoveToPost[];
  readonly entries: readonly PostedEntry[];
  /** That of the document. */
  readonly currency: string;
}

/**
 * What a document owes less what it has posted. What changes date, ends, or a value known from paper is turned round whole and
 * posted again, and so is what comes of another origin than in `was`, the moves that it owed before; else a decrease gives back
 * value in proportion to what was posted and an increase is new. Goods that came in and only cost something else now are
 * revalued, which what is gone of them must not disturb.
 */
export function difference(
  owed: Postings,
  posted: Posted,
  { businessDate, currency }: Pick<Document, 'businessDate' | 'currency'>,
  was: readonly Move[] = [],
): Difference {
  const wanted = owed.entries.map((entry) => ({ ...entry, businessDate, currency }));
  return {
    currency,
    moves: moveDifference(owed.moves, posted.moves, businessDate, was),
    entries: entryDifference(wanted, posted.entries),
  };
}

// ------------------------------------------------------------------------------------------------ goods

function moveDifference(
  owed: readonly Move[],
  rows: readonly PostedMove[],
  businessDate: string,
  was: readonly Move[],
): MoveToPost[] {
  const own = netMoves(rows.filter(({ line }) => line !== NO_LINE));
  const keyed = (moves: readonly Move[]) =>
    new Map(moves.map((move) => [moveKey({ ...move, businessDate }), move]));
  const [wanted, before] = [keyed(owed), keyed(was)];
  const posted = new Set(own.map(moveKey));
  const changes = [
    ...own.map((net) => changeOf(net, wanted.get(moveKey(net)), before.get(moveKey(net)))),
    ...[...wanted].filter(([key]) => !posted.has(key)).map(([, move]) => afresh(move)),
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
 * One key's way from posted to owed: a part to turn round, a part to post. `whole`: nothing of the old stays.
 * `revalues`: goods stay, what they came in at changes, or how many they are.
 */
interface Change {
  readonly undone?: PostedMove;
  readonly added?: Move;
  readonly whole: boolean;
  readonly revalues?: boolean;
}

/** Where other goods of the SKU change, too, all of it is posted again. */
function revaluedAlone(changes: readonly Change[]): readonly Change[] {
  const skuOf = ({ undone, added }: Change) => (undone ?? added)?.skuId;
  const changed = new Set(changes.filter(({ revalues }) => revalues !== true).map(skuOf));
  return changes.map((change) =>
    changed.has(skuOf(change)) ? { ...change, revalues: false } : change,
  );
}

const afresh = (added: Move): Change => ({ added, whole: true });

/**
 * What was made and is not worth its share of what was used and of the fees: these alone changed, or how it is shared. It
 * is revalued, and what was used stays as it was.
 */
function worthOtherwise(
  owed: readonly Move[],
  own: readonly PostedMove[],
  keyOf: (move: Move) => string,
): Change[] {
  const posted = new Map(own.map((row) => [moveKey(row), row]));
  const made = owed.flatMap((move) => {
    const undone = posted.get(keyOf(move));
    return move.cost.rule === 'issues' && undone ? [{ move, undone, ...move.cost }] : [];
  });
  const outputs = new Set(made.map(({ undone }) => undone));
  const used = own.filter((row) => !outputs.has(row)).map(({ value }) => value);
  const shares = share(
    sum([...used, ...made.map(({ plus }) => plus)]),
    made.map(({ weight }) => weight),
    KEPT_DIGITS,
  );
  return made.flatMap(({ move, undone }, at): Change[] => {
    const value = shares[at] ?? ZERO;
    if (value.equals(undone.value)) return [];
    return [
      { undone, added: { ...move, cost: { rule: 'given', value } }, whole: true, revalues: true },
    ];
  });
}

/** What is made is worth what was used: where anything of such a document changes, all of it is posted again. */
const allAnew = (owed: readonly Move[], own: readonly PostedMove[]): Change[] => [
  ...own.map((undone) => ({ undone, whole: true })),
  ...owed.map(afresh),
];

function changeOf(net: PostedMove, owed: Move | undefined, was: Move | undefined): Change {
  if (owed === undefined) return { undone: net, whole: true };
  if (was !== undefined && originText(was) !== originText(owed))
    return { undone: net, added: owed, whole: true };
  const removed = net.serials.filter((serial) => !owed.serials.includes(serial));
  const added = owed.serials.filter((serial) => !net.serials.includes(serial));
  const same = owed.quantity.equals(net.quantity) && removed.length === 0 && added.length === 0;
  if (owed.cost.rule === 'given') {
    if (same && owed.cost.value.equals(net.value)) return { whole: false };
    const revalues = crossing(owed) === 'in' && !owed.quantity.isZero();
    return { undone: net, added: owed, whole: true, revalues };
  }
  if (same) return { whole: false };
  // Exchanged serials leave and arrive; else the quantity alone decides.
  const exchanged = added.length > 0 && removed.length > 0;
  const less = net.quantity.gt(owed.quantity) ? net.quantity.minus(owed.quantity) : ZERO;
  const back = exchanged && less.lt(removed.length) ? less.plus(removed.length).minus(less) : less;
  const more = owed.quantity.minus(net.quantity.minus(back));
  return {
    ...(back.isZero() ? {} : { undone: part(net, back, removed) }),
    ...(more.isZero() ? {} : { added: { ...owed, quantity: more, serials: added } }),
    whole: back.equals(net.quantity),
  };
}

/** Which line's value a move takes; empty where none. */
const originText = ({ cost }: Move): string =>
  cost.rule === 'origin' ? `${cost.documentId} ${cost.line}` : '';

/** A part of what was posted, with its proportion of the value; all of the value for all of the goods. */
function part(net: PostedMove, quantity: Decimal, serials: readonly string[]): PostedMove {
  const value = quantity.equals(net.quantity)
    ? net.value
    : rounded(net.value.times(quantity).dividedBy(net.quantity), KEPT_DIGITS);
  return { ...net, quantity, value, serials };
}

const undoneRows = (changes: readonly Change[]): MoveToPost[] =>
  changes.flatMap(({ undone, revalues = false }) =>
    undone === undefined ? [] : [{ ...turnedRound(undone), revalues }],
  );

const newRows = (changes: readonly Change[], businessDate: string): MoveToPost[] =>
  changes.flatMap(({ added, revalues = false }) =>
    added === undefined ? [] : [{ ...added, businessDate, undo: false, revalues }],
  );

function turnedRound({ value, ...move }: PostedMove): MoveToPost {
  return { ...reversed(move), cost: { rule: 'given', value }, undo: true, revalues: false };
}

/** Variances of a SKU came of how it was posted: where that is turned round, so are they. A revaluation adds its own. */
function varianceUndone(rows: readonly PostedMove[], changes: readonly Change[]): MoveToPost[] {
  const skuIds = new Set(
    changes
      .filter(({ whole, revalues }) => whole && revalues !== true)
      .map(({ undone, added }) => (undone ?? added)?.skuId),
  );
  const variances = rows.filter(({ line, skuId }) => line === NO_LINE && skuIds.has(skuId));
  return netMoves(variances).map(turnedRound);
}

/** Rows of one key and day as one row that shows where its goods, or its value, are now; nothing where they came back. */
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

/** The serials that went and didn't come back. */
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

type Keyed = Pick<
  PostedMove,
  'line' | 'skuId' | 'lot' | 'stockType' | 'from' | 'to' | 'businessDate' | 'quantity'
>;

const placeText = ({ place, id }: Place): string => `${place}:${id}`;
const facingOneWay = <Row extends Keyed>(row: Row): Row =>
  placeText(row.from) <= placeText(row.to) ? row : reversed(row);

/** Two journeys of the same line between the same ends are one; goods and value alone never mix. */
const moveKey = ({
  line,
  skuId,
  lot,
  stockType,
  from,
  to,
  businessDate,
  quantity,
}: Keyed): string =>
  [
    line,
    skuId,
    stockType,
    placeText(from),
    placeText(to),
    businessDate,
    quantity.isZero(),
    lot,
  ].join(' ');

// ------------------------------------------------------------------------------------------------ money

/** What the books agree on by themselves; it follows the values of the moves and is never owed by a document. */
export const followsMoves = ({ from, to }: Entry): boolean =>
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
    if (!hasWorth || net.every(({ originalAmount, amount }) => agree(amount, originalAmount)))
      return net;
    // A new rate can bring more of one currency and take of the other: what was is undone, what is follows.
    const sides = Map.groupBy(group, (entry) => added.has(entry));
    return [false, true].flatMap((side) => netEntries(sides.get(side) ?? []));
  });
  return changes.filter(movesMoney);
}

/** An entry of worth has both of its amounts, or the one in the company's currency alone. */
const agree = (amount: Decimal, original: Decimal): boolean =>
  original.isZero() || (amount.gt(0) && original.gt(0));

const purseText = ({ purse, id }: Purse): string => `${purse}:${id}`;

/** One entry per pair of purses, partner, day and currency. */
function entryKey(entry: PostedEntry): string {
  const ends = [purseText(entry.from), purseText(entry.to)].toSorted();
  return [...ends, entry.partnerId, entry.businessDate, entry.currency].join(' ');
}

/** Entries of one key as one; none of none. It goes where its amount in the company's currency does, or else its original one. */
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
