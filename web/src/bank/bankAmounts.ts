// Amounts of a bank list with signs. The direction is never guessed: a column, a sign, a listed word or the
// running balance gives it.
import { decideNumberFormat, toPlainDecimal } from '@tradehouse/domain';
import type { Decimal, DecimalMark, NumberCellText } from '@tradehouse/domain';
import {
  amountsIn,
  bySign,
  signsOfAmountColumn,
  applyDebitSign,
  figureIn,
  isNone,
  marksOf,
  signIncomingAmount,
  signOutgoingAmount,
} from './amountSigns.ts';
import type {
  AmountColumnSigns,
  AmountReading,
  DebitCreditMarks,
  WrittenAmount,
} from './amountSigns.ts';
import { directionFromWord } from './bankHeadings.ts';
import type { MoneyDirection } from './bankHeadings.ts';

type AmountColumn = 'amount' | 'income' | 'outgo' | 'balance';

export interface AmountTexts {
  /** YYYY-MM-DD; undefined if unreadable. */
  readonly date: string | undefined;
  readonly amount: string;
  readonly income: string;
  readonly outgo: string;
  readonly way: string;
  readonly balance: string;
  /** Columns whose cells are numbers of a workbook; the other cells are texts. */
  readonly numbers: readonly AmountColumn[];
}

export interface AmountRules {
  /** The format itself signs amounts, like OFX. */
  readonly isSigned?: boolean;
  /** Decimal mark chosen by the user. */
  readonly mark?: DecimalMark | undefined;
  /** The balance before the first row. */
  readonly opening?: NumberCellText | undefined;
}

/** An amount below zero left the account. */
export type SignedAmount =
  | { readonly kind: 'signed'; readonly amount: string }
  | { readonly kind: 'fault'; readonly fault: 'amount' | 'mark' | 'direction' | 'balance' }
  | { readonly kind: 'left'; readonly why: 'neutral' | 'zero' };

interface SignedAmounts {
  readonly amounts: readonly SignedAmount[];
  /** Balance after the last row; null if unknown. */
  readonly closing: string | null;
}

/** Row with parsed numbers. */
interface BankAmountRow {
  readonly date: string | undefined;
  readonly magnitude: Decimal;
  /** Amount by columns, sign or word; null: direction unknown. */
  readonly usual: Decimal | null;
  /** Amount by word and written sign: negative is a reversal. Null without a word. */
  readonly word: { readonly sign: string; readonly amount: Decimal } | null;
  readonly balance: Decimal | null;
}
type BankAmountReading = BankAmountRow | Exclude<SignedAmount, { kind: 'signed' }>;

const isRow = (row: BankAmountReading | undefined): row is BankAmountRow =>
  row !== undefined && 'magnitude' in row;
const createBankAmountFault = (of: 'amount' | 'mark' | 'direction' | 'balance') =>
  ({ kind: 'fault', fault: of }) as const;

const amountColumns = ['amount', 'income', 'outgo', 'balance'] as const;
const amountCell = (row: AmountTexts, column: AmountColumn): NumberCellText => ({
  text: row[column],
  isWorkbookNumber: row.numbers.includes(column),
});

/** Texts that tell how the amounts of a list are written; numbers of a workbook tell nothing. */
export const writtenAmounts = (rows: readonly AmountTexts[]): readonly string[] =>
  rows
    .flatMap((row) => amountColumns.map((column) => amountCell(row, column)))
    .flatMap(({ text, isWorkbookNumber }) => (isWorkbookNumber ? [] : [text]));

/** Decimal mark of all amounts in a list; undefined if ambiguous. */
export function markOfAmounts(
  rows: readonly AmountTexts[],
  { mark }: Pick<AmountRules, 'mark'>,
): DecimalMark | undefined {
  if (mark !== undefined) return mark;
  const format = decideNumberFormat(writtenAmounts(rows));
  return format.kind === 'clear' ? format.mark : undefined;
}

/** Signs each amount by its own cells, then checks the running balance, if any. */
export function signAmounts(texts: readonly AmountTexts[], rules: AmountRules): SignedAmounts {
  const mark = markOfAmounts(texts, rules);
  const figureOf = (row: AmountTexts, column: AmountColumn): AmountReading =>
    figureIn(amountCell(row, column), mark);
  const parsed = texts.map((row) => ({
    row,
    amount: figureOf(row, 'amount'),
    income: figureOf(row, 'income'),
    outgo: figureOf(row, 'outgo'),
    way: directionFromWord(row.way),
  }));
  const values = (pick: (of: (typeof parsed)[number]) => AmountReading) =>
    signsOfAmountColumn(parsed.map(pick));
  const named = parsed.flatMap(({ row, amount, way }) =>
    amountsIn([amount]).map((one) => ({ ...one, way, word: row.way })),
  );
  // A blank says nothing of its row; an unknown word means another kind of column.
  const worded = named.filter(({ word }) => !isNone(word));
  const columns: BankAmountColumns = {
    income: values(({ income }) => income),
    outgo: values(({ outgo }) => outgo),
    waysIn: values(({ amount, way }) => (way === 'in' ? amount : 'none')),
    waysOut: values(({ amount, way }) => (way === 'out' ? amount : 'none')),
    hasWays: worded.length > 0 && worded.every(({ way }) => way !== undefined),
    isSigned: rules.isSigned === true,
    marks: named.some(isAgainstWord) ? null : marksOf(named),
  };
  const rows = parsed.map(({ row, amount, income, outgo, way }): BankAmountReading => {
    const balance = figureOf(row, 'balance');
    const read = readBankAmountRow({ amount, income, outgo, way }, columns);
    if ('kind' in read) return read;
    if (balance === 'mark' || balance === 'amount') return createBankAmountFault('balance');
    return {
      ...read,
      date: row.date,
      balance: balance === 'none' ? null : applyDebitSign(balance),
    };
  });
  const opening = rules.opening === undefined ? 'none' : figureIn(rules.opening, mark);
  return withBalances(rows, typeof opening === 'string' ? null : applyDebitSign(opening));
}

/** Tests for a sign contradicting its word: signs then have another meaning. */
function isAgainstWord(
  amount: WrittenAmount & { readonly way: MoneyDirection | undefined },
): boolean {
  const value = applyDebitSign(amount);
  return (amount.way === 'out' && value.gt(0)) || (amount.way === 'in' && value.lt(0));
}

interface BankAmountColumns {
  readonly income: AmountColumnSigns;
  readonly outgo: AmountColumnSigns;
  readonly waysIn: AmountColumnSigns;
  readonly waysOut: AmountColumnSigns;
  readonly hasWays: boolean;
  readonly isSigned: boolean;
  /** Null where signs say nothing. */
  readonly marks: DebitCreditMarks | null;
}
type BankAmountFigures = Readonly<Record<'amount' | 'income' | 'outgo', AmountReading>> & {
  readonly way: MoneyDirection | undefined;
};

function readBankAmountRow(
  { amount, income, outgo, way }: BankAmountFigures,
  columns: BankAmountColumns,
): Pick<BankAmountRow, 'magnitude' | 'usual' | 'word'> | Exclude<BankAmountReading, BankAmountRow> {
  const bad = [amount, income, outgo].find((figure) => figure === 'amount' || figure === 'mark');
  if (bad === 'amount' || bad === 'mark') return createBankAmountFault(bad);
  const [came, went, moved] = [income, outgo, amount].map((figure) => amountsIn([figure])[0]);
  if (came && went) return createBankAmountFault('amount');
  // A column of signed amounts beside the two decides an open direction.
  const other = came ?? went;
  const said =
    moved && other && moved.value.abs().equals(other.value.abs())
      ? signAmountByColumns(moved, columns)
      : null;
  const row = (one: WrittenAmount, usual: Decimal | null, word: BankAmountRow['word'] = null) => ({
    magnitude: one.value.abs(),
    usual,
    word,
  });
  if (came) return row(came, signIncomingAmount(came, columns.income) ?? said);
  if (went) return row(went, signOutgoingAmount(went, columns.outgo) ?? said);
  if (!moved) {
    const isZero = [income, outgo, amount].some((figure) => typeof figure !== 'string');
    return isZero ? { kind: 'left', why: 'zero' } : createBankAmountFault('amount');
  }
  if (columns.hasWays && way === 'neutral') return { kind: 'left', why: 'neutral' };
  return row(moved, usualBy(moved, way, columns), amountByDirectionWord(moved, way));
}

function amountByDirectionWord(
  { value, side }: WrittenAmount,
  way: MoneyDirection | undefined,
): BankAmountRow['word'] {
  if (side !== null || (way !== 'in' && way !== 'out')) return null;
  return {
    sign: `${way} ${value.lt(0) ? 'below' : 'above'}`,
    amount: way === 'in' ? value : value.negated(),
  };
}

const signAmountByColumns = (
  moved: WrittenAmount,
  { isSigned, marks }: BankAmountColumns,
): Decimal | null => (isSigned ? moved.value : marks && bySign(moved, marks));

function usualBy(
  moved: WrittenAmount,
  way: MoneyDirection | undefined,
  columns: BankAmountColumns,
): Decimal | null {
  if (!columns.hasWays) return signAmountByColumns(moved, columns);
  const { waysIn, waysOut } = columns;
  if (way === undefined) return null;
  if (way === 'in') return signIncomingAmount(moved, waysIn);
  // Words for payments say nothing beside amounts of both signs, or a written plus.
  if (waysOut.hasPlus || (waysOut.hasPositive && waysOut.negatives > 0)) return null;
  // Negative payments beside positive receipts carry their sign.
  return moved.side === null && !waysOut.hasPositive && waysIn.hasPositive
    ? moved.value
    : signOutgoingAmount(moved, waysOut);
}

/** Possible chronological orders of the rows: days forward or backward, and likewise within each day. */
function listChronologicalOrders(
  rows: readonly BankAmountReading[],
): readonly (readonly number[])[] {
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

/** Follows the balance in one order, confirming amounts or flipping signs; a miss is a contradicted row. */
function followBalance(
  rows: readonly BankAmountReading[],
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

/** True if the balance confirms a word and sign on another row, and no row contradicts its word. */
function isWordConfirmed(
  rows: readonly BankAmountReading[],
  { amounts, confirmed }: Chain,
  { word }: BankAmountRow,
) {
  const all = [...confirmed].flatMap((at) => {
    const row = rows[at];
    return isRow(row) && row.word !== null
      ? [{ ...row.word, isSame: amounts.get(at)?.equals(row.word.amount) === true }]
      : [];
  });
  return all.every(({ isSame }) => isSame) && all.some(({ sign }) => sign === word?.sign);
}

/**
 * Signs by the running balance, if traceable; rows stay undecided if two equally good orders differ. A
 * flipped row requires confirmation of the rest.
 */
function withBalances(rows: readonly BankAmountReading[], opening: Decimal | null): SignedAmounts {
  const chains = listChronologicalOrders(rows).map((order) => followBalance(rows, order, opening));
  const [best] = chains.toSorted(
    (one, two) => one.misses.size - two.misses.size || one.turned - two.turned,
  );
  const equals = chains.filter(
    ({ misses, turned }) => misses.size === best?.misses.size && turned === best.turned,
  );
  const wordAt = (at: number): Decimal | null => {
    const row = rows[at];
    if (!isRow(row)) return null;
    return equals.every((chain) => isWordConfirmed(rows, chain, row))
      ? (row.word?.amount ?? null)
      : null;
  };
  const signed = (at: number): SignedAmount => {
    const found = equals.map(({ amounts }) => amounts.get(at) ?? wordAt(at));
    const [amount] = found;
    if (best?.misses.has(at) === true) return createBankAmountFault('balance');
    const isDoubted = best?.turned !== 0 && !equals.every(({ confirmed }) => confirmed.has(at));
    const isSure = amount && !isDoubted && found.every((other) => other?.equals(amount));
    return isSure
      ? { kind: 'signed', amount: toPlainDecimal(amount) }
      : createBankAmountFault('direction');
  };
  const closings = new Set(
    equals.map(({ closing }) => (closing === null ? '' : toPlainDecimal(closing))),
  );
  const [closing = ''] = closings;
  return {
    amounts: rows.map((row, at) => (isRow(row) ? signed(at) : row)),
    closing: closings.size === 1 && closing !== '' ? closing : null,
  };
}
