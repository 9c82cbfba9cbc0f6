// Rows of a bank file, for any column titles and notation of days, amounts and directions.
import type { BankRowInput } from '@tradehouse/contract';
import {
  asOneLine,
  cellUnder,
  currenciesBeside,
  currenciesIn,
  decideDayOrder,
  decidedOrder,
  findHeadings,
  hasScaledUnit,
  isNoName,
  isMeantAsDay,
  isNameOfCurrency,
  parseCurrencyText,
  parseDayColumn,
  parseNumberText,
  normalizeTitle,
  surplusFinder,
} from '@tradehouse/domain';
import type { ColumnMapping, DayOrder, DecimalMark } from '@tradehouse/domain';
import type { SourceRow } from '../control/importDialog/importSource.ts';
import { t } from '../phrase/index.ts';
import { isNone } from './amountSigns.ts';
import { markOfAmounts, signAmounts, writtenAmounts } from './bankAmounts.ts';
import type { AmountTexts, SignedAmount } from './bankAmounts.ts';
import type { BankFile } from './bankFile.ts';
import { bankTitlesFor, directionFromWord, isNameOfSum, isSettledState } from './bankHeadings.ts';
import type { BankColumn } from './bankHeadings.ts';
import {
  amountColumns,
  balanceLines,
  isOpening,
  isTransaction,
  namingColumns,
} from './bankLines.ts';

export type BankMapping = ColumnMapping<BankColumn>;

const numberColumns = [...amountColumns, 'balance'] as const;

/** A day and an amount are needed; the amount may stand in two columns. */
export const isBankMapping = (mapping: BankMapping): boolean =>
  mapping.includes('date') &&
  (['amount', 'income', 'outgo'] as const).some((column) => mapping.includes(column));

/** Finds a bank file's headings and the number of rows up to them. */
export function bankHeadings({ rows }: BankFile) {
  const cells = rows.map((row) => row.cells);
  return findHeadings(cells, bankTitlesFor(cells), isBankMapping);
}

export interface ReadBankRow {
  /** Position among the rows of the file, from 1. */
  readonly place: number;
  readonly row: BankRowInput | null;
  readonly problem: string | null;
  /** Column of the problem. */
  readonly column: BankColumn | null;
}

/** Reasons for omitting a row. */
export type LeftOut = 'undated' | 'balance' | 'unsettled' | 'neutral' | 'zero';

export interface BankReading {
  readonly rows: readonly ReadBankRow[];
  /** Positions of the omitted rows, by reason. */
  readonly left: Readonly<Record<LeftOut, readonly number[]>>;
  /** Currency code in the rows; '' without any. */
  readonly currency: string;
  /** Account balance after the last row; null if unknown. */
  readonly closing: string | null;
  /** Open questions: the text of an ambiguous cell. */
  readonly asks: { readonly mark: string | null; readonly order: string | null };
}

/** User's answers to open questions. */
export interface BankAnswers {
  readonly mark?: DecimalMark | undefined;
  readonly order?: DayOrder | undefined;
  readonly isSheet?: boolean;
  readonly is1904?: boolean;
}

interface DatedBankLine extends SourceRow {
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
  const under = ({ cells }: Pick<DatedBankLine, 'cells'>, column: BankColumn): string =>
    cellUnder(cells, mapping, column);
  const isWorkbookNumber = ({ numbers = [] }: SourceRow, column: BankColumn): boolean =>
    numbers.includes(mapping.indexOf(column));
  const lines = file.rows.slice(above);
  const balances = file.isMessage ? [] : balanceLines(lines, (line, column) => under(line, column));
  // Spreadsheet cells are in their own columns, regardless of neighbours.
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
  const order =
    answers.order ??
    decidedOrder(dates.filter(isMeantAsDay)) ??
    orderOfHeading(headingOfBankColumn(file, above, mapping, 'date'));
  const days = parseDayColumn(dates, { order, is1904: answers.is1904 ?? false });
  const dated = meant.map((line, at) => {
    const read = days[at];
    return { ...line, date: read?.kind === 'day' ? read.day : undefined };
  });
  const moved = dated.filter((line) => isSettledState(under(line, 'state')) !== false);
  // Elsewhere, a second column of words is of the amounts.
  const isSided = mapping.indexOf('balanceWay') === mapping.indexOf('balance') + 1;
  const texts = moved.map((line): AmountTexts => ({
    date: line.date,
    amount: under(line, 'amount'),
    income: under(line, 'income'),
    outgo: under(line, 'outgo'),
    way: under(line, 'way'),
    balance: sidedBalance(under(line, 'balance'), isSided ? under(line, 'balanceWay') : ''),
    numbers: numberColumns.filter((column) => isWorkbookNumber(line, column)),
  }));
  const titleOf = (column: BankColumn): string =>
    file.rows[above - 1]?.cells[mapping.indexOf(column)] ?? '';
  const currenciesOf = (line: Pick<DatedBankLine, 'cells'>): readonly string[] =>
    [
      under(line, 'currency'),
      ...amountColumns.flatMap((column) => {
        const text = under(line, column);
        return text === ''
          ? []
          : [...currenciesBeside(text), ...currenciesOfTitle(titleOf(column))];
      }),
    ].flatMap((name) => parseCurrencyText(name) ?? []);
  const currencies = moved.flatMap(currenciesOf);
  // A code of a row settles a sign that several currencies share.
  const currency = currencies.find((name) => /^[A-Z]{3}$/.test(name)) ?? currencies[0] ?? '';
  const accountOf = ownAccountOf(file, above, mapping);
  const account = moved.map(accountOf).find((text) => text !== '');
  const isNet = headingOfBankColumn(file, above, mapping, 'amount').startsWith('net');
  const opening = lines.find((line) => !meant.includes(line) && isOpening(line.cells));
  const { amounts, closing } = signAmounts(texts, {
    ...answers,
    // Messages write amounts with a point, whatever the rows look like.
    ...(file.isMessage ? { isSigned: true, mark: '.' as const } : {}),
    opening: opening && {
      text: under(opening, 'balance'),
      isWorkbookNumber: isWorkbookNumber(opening, 'balance'),
    },
  });
  const placesOf = (rows: readonly Pick<DatedBankLine, 'place'>[]) =>
    rows.map(({ place }) => place);
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
      const read = readBankRow(line, amount, (column) => under(line, column));
      const other = currenciesOf(line).find((name) => !isNameOfCurrency(name, currency));
      if (other !== undefined) return [{ ...read, row: null, ...otherCurrency(other) }];
      const scaled = numberColumns.find(
        (column) => hasScaledUnit(titleOf(column)) && under(line, column) !== '',
      );
      const problem = scaled === undefined ? null : t('import.unread', { name: titleOf(scaled) });
      return [problem === null ? read : { ...read, row: null, problem, column: scaled ?? null }];
    }),
    left: {
      undated: placesOf(lines.filter((line) => !meant.includes(line) && !balances.includes(line))),
      balance: placesOf(balances),
      unsettled: placesOf(dated.filter((line) => !moved.includes(line))),
      neutral: leftBy('neutral'),
      zero: leftBy('zero'),
    },
    currency: file.currency || currency,
    closing: file.closing ?? closing,
    asks: {
      mark: file.isMessage ? null : askedMark(texts, answers),
      order: order === null ? askedOrder(dates) : null,
    },
  };
}

/** A list of several currencies is of several accounts. */
const otherCurrency = (currency: string) =>
  ({ column: 'currency', problem: t('bank.otherCurrency', { currency }) }) as const;

/** Names of currencies in the heading of amounts: Amount (USD), 收入(美元), Paid out (£). */
const currenciesOfTitle = (title: string): readonly string[] =>
  currenciesIn(title).flatMap(([code = '', ...others]) =>
    others.length === 0 ? [code] : (/[$¥£₩元圆镑]/.exec(title.normalize('NFKC')) ?? []),
  );

/** Balance with its word: an owed balance is a debit. */
const sidedBalance = (balance: string, word: string): string =>
  directionFromWord(word) === 'out' && !isNone(balance) ? `${balance} DR` : balance;

const otherAccount = (account: string) =>
  ({ column: 'account', problem: t('bank.otherAccount', { account }) }) as const;

const headingOfBankColumn = (
  { rows }: BankFile,
  above: number,
  mapping: BankMapping,
  column: BankColumn,
): string => normalizeTitle(rows[above - 1]?.cells[mapping.indexOf(column)] ?? '');

/** Reads a row's account; '' for none. Beside 户名, the account is the counterparty's. */
function ownAccountOf(file: BankFile, above: number, mapping: BankMapping) {
  const isOthers = headingOfBankColumn(file, above, mapping, 'partner') === '户名';
  return ({ cells }: Pick<DatedBankLine, 'cells'>): string =>
    isOthers ? '' : cellUnder(cells, mapping, 'account').replaceAll(/\s+/g, '');
}

const isZeroFee = (text: string): boolean => {
  const read = parseNumberText(text);
  return isNone(text) || (read.kind === 'number' && read.value === '0');
};

/** German lists write the day first; headings in other languages say nothing. */
const orderOfHeading = (heading: string): DayOrder | null =>
  /^(buchungstag|buchungsdatum|wertstellung)$/.test(heading) ? 'dayFirst' : null;

/** Finds a date text with two possible day orders. */
function askedOrder(dates: readonly string[]): string | null {
  const decision = decideDayOrder(dates);
  return decision.kind === 'unclear' ? (dates[decision.at] ?? null) : null;
}

/** Finds an amount text whose comma or point may separate thousands or decimals. */
function askedMark(texts: readonly AmountTexts[], answers: BankAnswers): string | null {
  if (markOfAmounts(texts, answers) !== undefined) return null;
  return writtenAmounts(texts).find((text) => parseNumberText(text).kind === 'ambiguous') ?? null;
}

function readBankRow(
  { place, date }: DatedBankLine,
  amount: Exclude<SignedAmount, { kind: 'left' }>,
  under: (column: BankColumn) => string,
): ReadBankRow {
  const problem = findBankRowProblem(date, amount, under);
  if (problem !== null || date === undefined || amount.kind === 'fault')
    return { place, row: null, problem: problem?.reason ?? null, column: problem?.column ?? null };
  return {
    place,
    row: {
      date,
      amount: amount.amount,
      partnerName: shortenBankText(partnerOfBankRow(under, amount.amount), 200),
      purpose: shortenBankText(under('purpose'), 500),
      reference: referenceOf(under('reference')),
    },
    problem: null,
    column: null,
  };
}

/** Finds the counterparty: of payer and payee, the side without the account. */
function partnerOfBankRow(under: (column: BankColumn) => string, amount: string): string {
  const [payer, payee] = [under('payer'), under('payee')];
  return under('partner') || (amount.startsWith('-') ? payee || payer : payer || payee);
}

/** Banks write zeros for a missing voucher number. */
const referenceOf = (text: string): string => (/^0*$/.test(text) ? '' : asOneLine(text));

/** Characters stored of a reference; shorter would change its identity. */
const MOST_REFERENCE = 100;

/** Shortens a text to one line for bank rows; … marks a cut. */
function shortenBankText(text: string, most: number): string {
  const line = asOneLine(text);
  if (line.length <= most) return line;
  return `${line.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

interface BankRowProblem {
  readonly column: BankColumn;
  readonly reason: string;
}
const createUnreadBankProblem = (column: BankColumn): BankRowProblem => ({
  column,
  reason: t('bank.unread', { name: t(`bank.column.${column}`) }),
});

function findBankRowProblem(
  date: string | undefined,
  amount: Exclude<SignedAmount, { kind: 'left' }>,
  under: (column: BankColumn) => string,
): BankRowProblem | null {
  if (date === undefined) return createUnreadBankProblem('date');
  const state = under('state');
  const sum = namingColumns.find((column) => isNameOfSum(under(column)));
  if (sum !== undefined) return createUnreadBankProblem(sum);
  const reference = under('reference');
  if (reference.length > MOST_REFERENCE || isNoName(reference))
    return createUnreadBankProblem('reference');
  if (isSettledState(state) === undefined)
    return { column: 'state', reason: t('bank.unknownState', { state }) };
  if (amount.kind === 'signed') return null;
  const filled = amountColumns.find((column) => under(column) !== '') ?? 'amount';
  if (amount.fault === 'amount') return { ...createUnreadBankProblem('amount'), column: filled };
  const column = amount.fault === 'balance' ? 'balance' : filled;
  return { column, reason: t(`bank.fault.${amount.fault}`) };
}
