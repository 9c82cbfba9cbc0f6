// Amounts of a bank's list with their signs. The direction of money is never guessed: a column, a sign, a word of a closed list
// or the running balance says it.
import { decideNumberFormat, plain } from '@tradehouse/domain';
import type { Decimal, DecimalMark } from '@tradehouse/domain';
import {
  amountsIn,
  bySign,
  columnOf,
  debited,
  figureIn,
  isNone,
  marksOf,
  received,
  spent,
} from './amountSigns.ts';
import type { Column, Figure, Marks, WrittenAmount } from './amountSigns.ts';
import { wayOf } from './bankHeadings.ts';
import type { Way } from './bankHeadings.ts';

export interface AmountTexts {
  /** YYYY-MM-DD; undefined where it can't be read. */
  readonly date: string | undefined;
  readonly amount: string;
  readonly income: string;
  readonly outgo: string;
  readonly way: string;
  readonly balance: string;
}

export interface AmountRules {
  /** Amounts carry their sign by the format itself, as in OFX. */
  readonly isSigned?: boolean;
  readonly isSheet?: boolean;
  /** The decimal mark that the user chose. */
  readonly mark?: DecimalMark | undefined;
  /** The balance before the first row. */
  readonly opening?: string | undefined;
}

/** An amount below zero left the account. */
export type SignedAmount =
  | { readonly kind: 'signed'; readonly amount: string }
  | { readonly kind: 'fault'; readonly fault: 'amount' | 'mark' | 'direction' | 'balance' }
  | { readonly kind: 'left'; readonly why: 'neutral' | 'zero' };

interface SignedAmounts {
  readonly amounts: readonly SignedAmount[];
  /** The balance after the last of them; null: nothing tells it. */
  readonly closing: string | null;
}

/** A row whose numbers were read. */
interface Row {
  readonly date: string | undefined;
  readonly magnitude: Decimal;
  /** As its columns, sign or word say; null: they say no direction. */
  readonly usual: Decimal | null;
  readonly balance: Decimal | null;
}
type ReadRow = Row | Exclude<SignedAmount, { kind: 'signed' }>;

const isRow = (row: ReadRow | undefined): row is Row => row !== undefined && 'magnitude' in row;
const fault = (of: 'amount' | 'mark' | 'direction' | 'balance') =>
  ({ kind: 'fault', fault: of }) as const;

const numberTexts = ({ amount, income, outgo, balance }: AmountTexts) =>
  [amount, income, outgo, balance] as const;

/** The decimal mark of all amounts of a list; undefined where its rows leave it unclear. */
export function markOfAmounts(
  rows: readonly AmountTexts[],
  { isSheet = false, mark }: AmountRules,
): DecimalMark | undefined {
  if (mark !== undefined) return mark;
  const format = decideNumberFormat(rows.flatMap(numberTexts), { isSheet });
  return format.kind === 'clear' ? format.mark : undefined;
}

/** Signs each amount of a list by its own cells, and checks them with the running balance where there is one. */
export function signAmounts(texts: readonly AmountTexts[], rules: AmountRules): SignedAmounts {
  const mark = markOfAmounts(texts, rules);
  const parsed = texts.map((row) => ({
    row,
    amount: figureIn(row.amount, mark),
    income: figureIn(row.income, mark),
    outgo: figureIn(row.outgo, mark),
    way: wayOf(row.way),
  }));
  const values = (pick: (of: (typeof parsed)[number]) => Figure) => columnOf(parsed.map(pick));
  const named = parsed.flatMap(({ row, amount, way }) =>
    amountsIn([amount]).map((one) => ({ ...one, way, word: row.way })),
  );
  // A blank says nothing of its own row; an unknown word says that the column is another.
  const worded = named.filter(({ word }) => !isNone(word));
  const columns: Columns = {
    income: values(({ income }) => income),
    outgo: values(({ outgo }) => outgo),
    waysIn: values(({ amount, way }) => (way === 'in' ? amount : 'none')),
    waysOut: values(({ amount, way }) => (way === 'out' ? amount : 'none')),
    hasWays: worded.length > 0 && worded.every(({ way }) => way !== undefined),
    isSigned: rules.isSigned === true,
    marks: named.some(isAgainstWord) ? null : marksOf(named),
  };
  const rows = parsed.map(({ row, amount, income, outgo, way }): ReadRow => {
    const balance = figureIn(row.balance, mark);
    const read = readRow({ amount, income, outgo, way }, columns);
    if ('kind' in read) return read;
    if (balance === 'mark' || balance === 'amount') return fault('balance');
    return { ...read, date: row.date, balance: balance === 'none' ? null : debited(balance) };
  });
  const opening = figureIn(rules.opening ?? '', mark);
  return withBalances(rows, typeof opening === 'string' ? null : debited(opening));
}

/** Signs of amounts mean something else where any of them contradicts the word beside it. */
function isAgainstWord(amount: WrittenAmount & { readonly way: Way | undefined }): boolean {
  const value = debited(amount);
  return (amount.way === 'out' && value.gt(0)) || (amount.way === 'in' && value.lt(0));
}

interface Columns {
  readonly income: Column;
  readonly outgo: Column;
  readonly waysIn: Column;
  readonly waysOut: Column;
  readonly hasWays: boolean;
  readonly isSigned: boolean;
  /** Null where signs say nothing. */
  readonly marks: Marks | null;
}
type Figures = Readonly<Record<'amount' | 'income' | 'outgo', Figure>> & {
  readonly way: Way | undefined;
};

function readRow(
  { amount, income, outgo, way }: Figures,
  columns: Columns,
): Pick<Row, 'magnitude' | 'usual'> | Exclude<ReadRow, Row> {
  const bad = [amount, income, outgo].find((figure) => figure === 'amount' || figure === 'mark');
  if (bad === 'amount' || bad === 'mark') return fault(bad);
  const [came, went, moved] = [income, outgo, amount].map((figure) => amountsIn([figure])[0]);
  if (came && went) return fault('amount');
  // A column of signed amounts beside the two says the direction where they leave it open.
  const other = came ?? went;
  const said =
    moved && other && moved.value.abs().equals(other.value.abs()) ? signOf(moved, columns) : null;
  if (came) return { magnitude: came.value.abs(), usual: received(came, columns.income) ?? said };
  if (went) return { magnitude: went.value.abs(), usual: spent(went, columns.outgo) ?? said };
  if (!moved) {
    const isZero = [income, outgo, amount].some((figure) => typeof figure !== 'string');
    return isZero ? { kind: 'left', why: 'zero' } : fault('amount');
  }
  if (columns.hasWays && way === 'neutral') return { kind: 'left', why: 'neutral' };
  return { magnitude: moved.value.abs(), usual: usualBy(moved, way, columns) };
}

const signOf = (moved: WrittenAmount, { isSigned, marks }: Columns): Decimal | null =>
  isSigned ? moved.value : marks && bySign(moved, marks);

function usualBy(moved: WrittenAmount, way: Way | undefined, columns: Columns): Decimal | null {
  if (!columns.hasWays) return signOf(moved, columns);
  const { waysIn, waysOut } = columns;
  if (way === undefined) return null;
  if (way === 'in') return received(moved, waysIn);
  // Words for payments say nothing beside amounts of both signs, or a written plus.
  if (waysOut.hasPlus || (waysOut.hasPositive && waysOut.negatives > 0)) return null;
  // Below zero beside receipts above it, payments carry their sign.
  return moved.side === null && !waysOut.hasPositive && waysIn.hasPositive
    ? moved.value
    : spent(moved, waysOut);
}

/** The rows in the order of time that their balances may follow: days forth or back, and the same within each day. */
function chronologies(rows: readonly ReadRow[]): readonly (readonly number[])[] {
  const places = [...rows.keys()].filter((at) => isRow(rows[at]));
  const dateAt = (at: number | undefined): string => {
    const row = at === undefined ? undefined : rows[at];
    return (isRow(row) ? row.date : undefined) ?? '';
  };
  const groups: number[][] = [];
  for (const at of places) {
    const last = groups.at(-1);
    if (last !== undefined && dateAt(last[0]) === dateAt(at)) last.push(at);
    else groups.push([at]);
  }
  const [first, last] = [dateAt(places[0]), dateAt(places.at(-1))];
  const byDay = [
    ...(first <= last ? [groups] : []),
    ...(first >= last && groups.length > 1 ? [groups.toReversed()] : []),
  ];
  const orders = byDay.flatMap((days) => [days.flat(), days.flatMap((day) => day.toReversed())]);
  const whole = first === last ? [places, places.toReversed()] : [];
  return [...new Map([...orders, ...whole].map((order) => [order.join(), order])).values()];
}

interface Chain {
  readonly amounts: ReadonlyMap<number, Decimal | null>;
  readonly misses: ReadonlySet<number>;
  readonly confirmed: ReadonlySet<number>;
  readonly turned: number;
  readonly closing: Decimal | null;
}

/** Follows the balance in one order: it confirms each amount, or turns its sign; a miss is a row that it contradicts. */
function followBalance(
  rows: readonly ReadRow[],
  order: readonly number[],
  opening: Decimal | null,
): Chain {
  const amounts = new Map<number, Decimal | null>();
  const misses = new Set<number>();
  const confirmed = new Set<number>();
  let [held, turned]: [Decimal | null, number] = [opening, 0];
  for (const at of order) {
    const row = rows[at];
    if (!isRow(row)) continue;
    const { usual, magnitude, balance } = row;
    amounts.set(at, usual);
    if (balance === null) {
      held = held !== null && usual !== null ? held.plus(usual) : null;
      continue;
    }
    const moved = held === null ? null : balance.minus(held);
    held = balance;
    if (moved === null) continue;
    if (moved.abs().equals(magnitude)) {
      amounts.set(at, moved);
      confirmed.add(at);
      if (usual !== null && !usual.equals(moved)) turned += 1;
    } else misses.add(at);
  }
  return { amounts, misses, confirmed, turned, closing: held };
}

/**
 * Signs by the balance where it can be followed; two orders that fit equally well and differ leave their rows undecided. Where it
 * turns a row, it must confirm the others too.
 */
function withBalances(rows: readonly ReadRow[], opening: Decimal | null): SignedAmounts {
  const chains = chronologies(rows).map((order) => followBalance(rows, order, opening));
  const [best] = chains.toSorted(
    (one, two) => one.misses.size - two.misses.size || one.turned - two.turned,
  );
  const equals = chains.filter(
    ({ misses, turned }) => misses.size === best?.misses.size && turned === best.turned,
  );
  const signed = (at: number): SignedAmount => {
    const found = equals.map(({ amounts }) => amounts.get(at) ?? null);
    const [amount] = found;
    if (best?.misses.has(at) === true) return fault('balance');
    const isDoubted = best?.turned !== 0 && !equals.every(({ confirmed }) => confirmed.has(at));
    const isSure = amount && !isDoubted && found.every((other) => other?.equals(amount));
    return isSure ? { kind: 'signed', amount: plain(amount) } : fault('direction');
  };
  const closings = new Set(equals.map(({ closing }) => (closing === null ? '' : plain(closing))));
  const [closing = ''] = closings;
  return {
    amounts: rows.map((row, at) => (isRow(row) ? signed(at) : row)),
    closing: closings.size === 1 && closing !== '' ? closing : null,
  };
}
