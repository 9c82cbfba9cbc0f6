// Rows of a bank's file: whatever the bank calls its columns, and however it writes days, amounts and directions.
import type { BankRowInput } from '@tradehouse/contract';
import {
  asOneLine,
  cellUnder,
  decideDayOrder,
  findHeadings,
  isNoName,
  isMeantAsDay,
  parseCurrencyText,
  parseDayText,
  parseNumberText,
  plainTitle,
  surplusFinder,
} from '@tradehouse/domain';
import type { ColumnMapping, DayOrder, DecimalMark } from '@tradehouse/domain';
import { t } from '../../phrase/index.ts';
import { isNone } from './amountSigns.ts';
import { markOfAmounts, signAmounts } from './bankAmounts.ts';
import type { AmountTexts, SignedAmount } from './bankAmounts.ts';
import type { BankFile } from './bankFile.ts';
import { bankTitlesFor, settledBy, wayOf } from './bankHeadings.ts';
import type { BankColumn } from './bankHeadings.ts';
import { amountColumns, balanceLines, isOpening, isTransaction } from './bankLines.ts';

export type BankMapping = ColumnMapping<BankColumn>;

/** A day and an amount are needed; the amount may stand in two columns. */
export const isBankMapping = (mapping: BankMapping): boolean =>
  mapping.includes('date') &&
  (['amount', 'income', 'outgo'] as const).some((column) => mapping.includes(column));

/** The headings of a bank's file, and how many of its rows end with them. */
export function bankHeadings({ rows }: BankFile) {
  const cells = rows.map((row) => row.cells);
  return findHeadings(cells, bankTitlesFor(cells), isBankMapping);
}

export interface ReadBankRow {
  /** Its place among the rows of the file, from 1. */
  readonly place: number;
  readonly row: BankRowInput | null;
  readonly problem: string | null;
  /** The column that the problem is of. */
  readonly column: BankColumn | null;
}

/** Kinds of rows that are left out. */
export type LeftOut = 'undated' | 'balance' | 'unsettled' | 'neutral' | 'zero';

export interface BankReading {
  readonly rows: readonly ReadBankRow[];
  /** Places of the rows that are left out, by the reason. */
  readonly left: Readonly<Record<LeftOut, readonly number[]>>;
  /** Code of the currency that the rows name; '' where they name none. */
  readonly currency: string;
  /** What the account held after the last of them; null: nothing tells. */
  readonly closing: string | null;
  /** Questions that the rows leave open: the text of a cell that may be read in two ways. */
  readonly asks: { readonly mark: string | null; readonly order: string | null };
}

/** Answers of the user to what the rows leave open. */
export interface BankAnswers {
  readonly mark?: DecimalMark | undefined;
  readonly order?: DayOrder | undefined;
  readonly isSheet?: boolean;
  readonly is1904?: boolean;
}

interface Line {
  readonly place: number;
  readonly cells: readonly string[];
  readonly date: string | undefined;
}

/** Reads the rows below the headings; null while the columns don't say a day and an amount. */
export function readBankRows(
  file: BankFile,
  above: number,
  mapping: BankMapping,
  answers: BankAnswers = {},
): BankReading | null {
  if (!isBankMapping(mapping)) return null;
  const under = ({ cells }: Pick<Line, 'cells'>, column: BankColumn): string =>
    cellUnder(cells, mapping, column);
  const lines = file.rows.slice(above);
  const balances = file.isMessage ? [] : balanceLines(lines, (line, column) => under(line, column));
  // Cells of a spreadsheet stand in their own columns, whatever stands beside them.
  const surplusIn =
    file.isMessage || answers.isSheet === true
      ? () => ''
      : surplusFinder(
          file.rows.map(({ cells }) => cells),
          { above, mapping },
        );
  const meant = lines.filter(
    (line) =>
      file.isMessage ||
      (!balances.includes(line) && isTransaction((column) => under(line, column))),
  );
  const dates = meant.map((line) => under(line, 'date'));
  const order = answers.order ?? orderOf(dates.filter(isMeantAsDay));
  const dated = meant.map((line, at) => ({
    ...line,
    date: dayOf(dates[at] ?? '', { order, is1904: answers.is1904 ?? false }),
  }));
  const moved = dated.filter((line) => settledBy(under(line, 'state')) !== false);
  // Elsewhere, a second column of words is of the amounts.
  const isSided = mapping.indexOf('balanceWay') === mapping.indexOf('balance') + 1;
  const texts = moved.map((line): AmountTexts => ({
    date: line.date,
    amount: under(line, 'amount'),
    income: under(line, 'income'),
    outgo: under(line, 'outgo'),
    way: under(line, 'way'),
    balance: sidedBalance(under(line, 'balance'), isSided ? under(line, 'balanceWay') : ''),
  }));
  const currencyOf = (line: Pick<Line, 'cells'>) =>
    parseCurrencyText(under(line, 'currency')) ??
    parseCurrencyText(amountColumns.map((column) => codeIn(under(line, column))).join(' '));
  const currency = moved.map(currencyOf).find((code) => code !== undefined);
  const accountOf = ownAccountOf(file, above, mapping);
  const account = moved.map(accountOf).find((text) => text !== '');
  const isNet = headingOf(file, above, mapping, 'amount').startsWith('net');
  const opening = lines.find((line) => !meant.includes(line) && isOpening(line.cells));
  const { amounts, closing } = signAmounts(texts, {
    ...answers,
    // Messages write amounts with a point, whatever the rows look like.
    ...(file.isMessage ? { isSigned: true, mark: '.' as const } : {}),
    opening: opening && under(opening, 'balance'),
  });
  const placesOf = (rows: readonly Pick<Line, 'place'>[]) => rows.map(({ place }) => place);
  const leftBy = (why: 'neutral' | 'zero') =>
    placesOf(moved.filter((_, at) => amounts[at]?.kind === 'left' && amounts[at].why === why));
  return {
    rows: moved.flatMap((line, at) => {
      const amount = amounts[at];
      if (amount === undefined || amount.kind === 'left') return [];
      const surplus = surplusIn(line.cells);
      if (surplus !== '') {
        const problem = t('table.surplus', { text: surplus });
        return [{ place: line.place, row: null, problem, column: null }];
      }
      if (!file.isBalanced && amount.kind === 'signed')
        return [{ place: line.place, row: null, problem: t('bank.fault.sum'), column: 'amount' }];
      const ownAccount = accountOf(line);
      if (ownAccount !== '' && ownAccount !== account)
        return [{ place: line.place, row: null, ...otherAccount(ownAccount) }];
      const fee = under(line, 'fee');
      if (amount.kind === 'signed' && !isNet && !isZeroFee(fee))
        return [
          { place: line.place, row: null, problem: t('bank.fault.fee', { fee }), column: 'fee' },
        ];
      const read = readRow(line, amount, (column) => under(line, column));
      const other = currencyOf(line) ?? currency;
      return [other === currency ? read : { ...read, row: null, ...otherCurrency(other) }];
    }),
    left: {
      undated: placesOf(lines.filter((line) => !meant.includes(line) && !balances.includes(line))),
      balance: placesOf(balances),
      unsettled: placesOf(dated.filter((line) => !moved.includes(line))),
      neutral: leftBy('neutral'),
      zero: leftBy('zero'),
    },
    currency: file.currency || (currency ?? ''),
    closing: file.closing ?? closing,
    asks: {
      mark: file.isMessage ? null : askedMark(texts, answers),
      order: answers.order === undefined ? askedOrder(dates) : null,
    },
  };
}

/** A list of several currencies is of several accounts. */
const otherCurrency = (currency = '') =>
  ({ column: 'currency', problem: t('bank.otherCurrency', { currency }) }) as const;

/** The code of a currency beside an amount; '' for a sign such as $, which many have. */
const codeIn = (amount: string): string =>
  /(?<![A-Z])[A-Z]{3}(?![A-Z])/.exec(amount.normalize('NFKC'))?.[0] ?? '';

/** A balance with the word beside it: what is owed is a debit. */
const sidedBalance = (balance: string, word: string): string =>
  wayOf(word) === 'out' && !isNone(balance) ? `${balance} DR` : balance;

const otherAccount = (account: string) =>
  ({ column: 'account', problem: t('bank.otherAccount', { account }) }) as const;

const headingOf = (
  { rows }: BankFile,
  above: number,
  mapping: BankMapping,
  column: BankColumn,
): string => plainTitle(rows[above - 1]?.cells[mapping.indexOf(column)] ?? '');

/** Reads the account that a row is of; '' for none. Beside 户名 stands the account of the other side. */
function ownAccountOf(file: BankFile, above: number, mapping: BankMapping) {
  const isOthers = headingOf(file, above, mapping, 'partner') === '户名';
  return ({ cells }: Pick<Line, 'cells'>): string =>
    isOthers ? '' : cellUnder(cells, mapping, 'account').replaceAll(/\s+/g, '');
}

const isZeroFee = (text: string): boolean => {
  const read = parseNumberText(text);
  return isNone(text) || (read.kind === 'number' && read.value === '0');
};

const orderOf = (dates: readonly string[]): DayOrder | null => {
  const decision = decideDayOrder(dates);
  return decision.kind === 'clear' ? decision.order : null;
};

/** The text of a day that may be read in two orders. */
function askedOrder(dates: readonly string[]): string | null {
  const decision = decideDayOrder(dates);
  return decision.kind === 'unclear' ? (dates[decision.at] ?? null) : null;
}

/** The text of an amount whose comma or point may stand before thousands or before decimals. */
function askedMark(texts: readonly AmountTexts[], answers: BankAnswers): string | null {
  if (markOfAmounts(texts, answers) !== undefined) return null;
  const all = texts.flatMap(({ amount, income, outgo, balance }) => [
    amount,
    income,
    outgo,
    balance,
  ]);
  return all.find((text) => parseNumberText(text).kind === 'ambiguous') ?? null;
}

const dayOf = (
  text: string,
  format: { readonly order: DayOrder | null; readonly is1904: boolean },
): string | undefined => {
  const read = parseDayText(text, format);
  return read.kind === 'day' ? read.day : undefined;
};

function readRow(
  { place, date }: Line,
  amount: Exclude<SignedAmount, { kind: 'left' }>,
  under: (column: BankColumn) => string,
): ReadBankRow {
  const problem = problemOf(date, amount, under);
  if (problem !== null || date === undefined || amount.kind === 'fault')
    return { place, row: null, problem: problem?.reason ?? null, column: problem?.column ?? null };
  return {
    place,
    row: {
      date,
      amount: amount.amount,
      partnerName: shortened(partnerOf(under, amount.amount), 200),
      purpose: shortened(under('purpose'), 500),
      reference: asOneLine(under('reference')),
    },
    problem: null,
    column: null,
  };
}

/** The other side: of a payer and a payee, the one that is not the account's own. */
function partnerOf(under: (column: BankColumn) => string, amount: string): string {
  const [payer, payee] = [under('payer'), under('payee')];
  return under('partner') || (amount.startsWith('-') ? payee || payer : payer || payee);
}

/** Signs of a reference that are kept; a shorter one would be another. */
const MOST_REFERENCE = 100;

/** A text on one line, as bank rows take it; a longer one says with … that it goes on. */
function shortened(text: string, most: number): string {
  const line = asOneLine(text);
  if (line.length <= most) return line;
  return `${line.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

interface Problem {
  readonly column: BankColumn;
  readonly reason: string;
}
const unread = (column: BankColumn): Problem => ({
  column,
  reason: t('bank.unread', { name: t(`bank.column.${column}`) }),
});

function problemOf(
  date: string | undefined,
  amount: Exclude<SignedAmount, { kind: 'left' }>,
  under: (column: BankColumn) => string,
): Problem | null {
  if (date === undefined) return unread('date');
  const state = under('state');
  const reference = under('reference');
  if (reference.length > MOST_REFERENCE || isNoName(reference)) return unread('reference');
  if (settledBy(state) === undefined)
    return { column: 'state', reason: t('bank.unknownState', { state }) };
  if (amount.kind === 'signed') return null;
  const filled = amountColumns.find((column) => under(column) !== '') ?? 'amount';
  if (amount.fault === 'amount') return { ...unread('amount'), column: filled };
  const column = amount.fault === 'balance' ? 'balance' : filled;
  return { column, reason: t(`bank.fault.${amount.fault}`) };
}
