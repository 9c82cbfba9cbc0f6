import { fieldLabel, plainLine } from '@tradehouse/contract';
import type { LineReply, MoneyLineInput, PlainLine, RowOf } from '@tradehouse/contract';
import type { debtTable } from '@tradehouse/contract';
import { decimal, isKept, plain, settledBy, sum } from '@tradehouse/domain';
import type { Decimal, MoneyKindCode } from '@tradehouse/domain';
import { language } from '../../app/session/language.ts';
import { settingsNow } from '../../app/settings/settings.ts';
import { moneyText, timeText } from '../../control/format.ts';
import { t } from '../../phrase/index.ts';
import { plainColumns } from '../columns/plainColumns.ts';
import type { GridColumn } from '../grid/column.ts';
import { typedNumber } from '../draft/numberInput.ts';
import { numberOf } from '../draft/priced.ts';
import { lineFact } from './moneyFacts.ts';
import type { MoneyLines } from './moneyLines.ts';
import { besideTitle, settledTitle } from './moneyTitles.ts';

export type Debt = RowOf<typeof debtTable>;

/** A bill, or the opening balance, and what of it is settled this time. Amounts are plain decimals; returns are below 0. */
export interface SettledLine extends PlainLine {
  readonly line: number | null;
  /** Null settles the opening balance, or says what of deposits is kept. */
  readonly settledDocumentId: string | null;
  readonly number: string;
  /** Days of the bill, '' where it has none. */
  readonly day: string;
  readonly dueOn: string;
  readonly debt: string;
  readonly settled: string;
  readonly open: string;
  readonly amount: string;
}

/** What names a settled bill among the lines of one partner. */
export const settledKey = ({ settledDocumentId }: Pick<SettledLine, 'settledDocumentId'>): string =>
  settledDocumentId ?? 'opening';

/** What a debt is called: by its number; beside documents, what was owed from before, or paid beyond all debts and kept. */
export const numberOfDebt = ({ opening, number, openDebt }: Debt): string => {
  if (opening !== true) return number ?? '';
  return t(numberOf(openDebt).isNegative() ? 'money.kept' : 'money.opening');
};

/** The company's day of an instant. */
const shownDay = (time: string | null | undefined): string =>
  (time ?? '') === '' ? '' : timeText(time, settingsNow()?.timeZone ?? 'UTC').slice(0, 10);

/** All that is open of a debt, to be settled unless the user says less. */
export function lineOfDebt(debt: Debt): SettledLine {
  const open = debt.openDebt ?? '0';
  return {
    line: null,
    settledDocumentId: debt.opening === true ? null : debt.id,
    number: numberOfDebt(debt),
    day: debt.opening === true ? '' : shownDay(debt.time),
    dueOn: debt.opening === true ? '' : (debt.dueOn ?? ''),
    debt: debt.debt ?? '0',
    settled: debt.settled ?? '0',
    open,
    amount: open,
    ...plainLine.blank,
  };
}

/** A saved line; what is open includes what it settles itself. */
export function lineOfReply(code: MoneyKindCode, line: LineReply): SettledLine {
  const debt = numberOf(line.settledDebt);
  const before = numberOf(line.settledBefore);
  return {
    line: line.line,
    settledDocumentId: line.settledDocumentId,
    number: line.settledDocumentId === null ? besideTitle(code) : line.settledNumber,
    day: line.settledOn ?? '',
    dueOn: line.settledDueOn ?? '',
    debt: plain(debt),
    settled: plain(before),
    open: plain(debt.minus(before)),
    amount: line.amount ?? '0',
    ...plainLine.given(line),
  };
}

export const lineToMoneyInput = (line: SettledLine, code: MoneyKindCode): MoneyLineInput => ({
  ...(line.line === null ? {} : { line: line.line }),
  settledDocumentId: line.settledDocumentId,
  amount: line.amount === '' ? '0' : line.amount,
  ...plainLine.inBody(code, line),
});

/** Why an amount can't be settled: of another sign than what is open, or more than it, where that is not kept. */
export function settleProblem(
  { amount, open }: Pick<SettledLine, 'amount' | 'open'>,
  digits: number,
  keeps = false,
): string | null {
  const [now, most] = [numberOf(amount), numberOf(open)];
  if (now.isZero() || (keeps && now.greaterThan(0))) return null;
  if (now.isNegative() !== most.isNegative()) return t('money.wrongSign');
  return now.abs().greaterThan(most.abs())
    ? t('money.tooMuch', { open: moneyText(open, digits) })
    : null;
}

/** Why an amount can't stand on a line: what is kept of deposits is below zero, since it is not paid out. */
function lineProblem(
  code: MoneyKindCode,
  row: SettledLine,
  digits: number,
  keeps: boolean,
): string | null {
  if (!isKept(code, row))
    return settleProblem(row, digits, keeps && row.settledDocumentId === null);
  return numberOf(row.amount).greaterThan(0) ? t('money.keptBelow') : null;
}

/** The columns of settled lines; only the amount and what is plain are written. */
export function moneyColumns(
  code: MoneyKindCode,
  digits: number,
  keeps = false,
): readonly GridColumn<SettledLine>[] {
  const money = (text: string): string => moneyText(text, digits);
  const total = (id: 'debt' | 'settled' | 'open' | 'amount') => (rows: readonly SettledLine[]) =>
    money(plain(sum(rows.map((row) => numberOf(row[id])))));
  const shown = (id: 'debt' | 'settled' | 'open', width: number): GridColumn<SettledLine> => ({
    id,
    title: settledTitle(code, id),
    width,
    align: 'right',
    show: (row) => (isKept(code, row) ? '' : money(row[id])),
    total: total(id),
  });
  return [
    { id: 'number', title: settledTitle(code, 'number'), width: 170, show: ({ number }) => number },
    { id: 'day', title: t('document.time'), width: 110, show: ({ day }) => day },
    ...(settledBy(code) === 'deposit'
      ? []
      : [
          {
            id: 'dueOn',
            title: fieldLabel(language, code, 'dueOn'),
            width: 110,
            show: ({ dueOn }: SettledLine) => dueOn,
          },
        ]),
    shown('debt', 110),
    shown('settled', 110),
    shown('open', 110),
    {
      id: 'amount',
      title: settledTitle(code, 'amount'),
      width: 140,
      align: 'right',
      required: true,
      keyboard: 'decimal',
      show: ({ amount }) => (amount === '' ? '' : money(amount)),
      text: ({ amount }) => amount,
      write: (row, text) => {
        const amount = typedNumber(text);
        if (amount === null || (amount !== '' && decimal(amount).decimalPlaces() > digits))
          return { wrong: t('money.notMoney') };
        const typed = { ...row, amount };
        const problem = lineProblem(code, typed, digits, keeps);
        return problem === null ? { row: typed } : { wrong: problem };
      },
      stop: () => true,
      total: total('amount'),
    },
    ...plainColumns<SettledLine>(code).map((column) => ({
      ...column,
      width: 200,
      grow: true as const,
    })),
  ];
}

/**
 * What is paid beyond all debts, to be kept, or below zero what of deposits is: added to what stands beside documents already, or a
 * line of its own.
 */
export function withKept(
  lines: readonly SettledLine[],
  rest: Decimal,
  number = t('money.kept'),
): readonly SettledLine[] {
  const beside = lines.find(({ settledDocumentId }) => settledDocumentId === null);
  if (beside === undefined) return [...lines, { ...noLine, number, amount: plain(rest) }];
  const amount = plain(numberOf(beside.amount).plus(rest));
  return lines.map((line) => (line === beside ? { ...line, amount } : line));
}

/** A row with nothing to settle: lines come from the list of debts only, so it is never made by typing. */
const noLine: SettledLine = {
  line: null,
  settledDocumentId: null,
  number: '',
  day: '',
  dueOn: '',
  debt: '0',
  settled: '0',
  open: '0',
  amount: '',
  ...plainLine.blank,
};

/** Settled lines of a kind, as its forms use them; `keeps`: what is beyond all debts is kept. */
export const settledLines = (
  code: MoneyKindCode,
  digits: number,
  keeps = false,
): MoneyLines<SettledLine> => ({
  shape: {
    columns: moneyColumns(code, digits, keeps),
    blank: () => noLine,
    isBlank: () => false,
    fixed: true,
  },
  fromReply: (line) => lineOfReply(code, line),
  toInput: (line) => lineToMoneyInput(line, code),
  opened: (lines) => lines,
  mark: () => undefined,
  about: ({ number }) => number,
  told: (line) => lineFact(code, line.number, line),
});
