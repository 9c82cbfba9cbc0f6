import { fieldLabel, plainLine } from '@tradehouse/contract';
import type { LineReply, MoneyLineInput, PlainLine, RowOf } from '@tradehouse/contract';
import type { debtTable } from '@tradehouse/contract';
import { decimal, isKept, toPlainDecimal, purseSettledByKind, sum } from '@tradehouse/domain';
import type { Decimal, MoneyKindCode } from '@tradehouse/domain';
import { language } from '../../app/session/language.ts';
import { settingsNow } from '../../app/settings/settings.ts';
import { moneyText, timeText } from '../../control/format.ts';
import { t } from '../../phrase/index.ts';
import { plainColumns } from '../columns/plainColumns.ts';
import { columnInCurrency } from '../grid/column.ts';
import type { GridColumn } from '../grid/column.ts';
import type { FormCurrency } from '../form/useFormCurrency.ts';
import { typedNumber } from '../draft/numberInput.ts';
import { decimalFromDraft } from '../draft/priced.ts';
import { lineFact } from './moneyFacts.ts';
import type { MoneyLines } from './moneyLines.ts';
import { besideTitle, settledTitle } from './moneyTitles.ts';

export type Debt = RowOf<typeof debtTable>;

/** Bill or opening balance, and the amount settled now. Amounts are plain decimals; returns are below 0. */
export interface SettledLine extends PlainLine {
  readonly line: number | null;
  /** Null settles the opening balance, or states the deposit amount kept. */
  readonly settledDocumentId: string | null;
  readonly number: string;
  /** Days of the bill, '' if none. */
  readonly day: string;
  readonly dueOn: string;
  readonly debt: string;
  readonly settled: string;
  readonly open: string;
  readonly amount: string;
}

/** Returns the key of a settled bill among a partner's lines. */
export const settledKey = ({ settledDocumentId }: Pick<SettledLine, 'settledDocumentId'>): string =>
  settledDocumentId ?? 'opening';

/** Names a debt: the number; without a document, the opening balance, or the kept surplus over all debts. */
export const numberOfDebt = ({ opening, number, openDebt }: Debt): string => {
  if (opening !== true) return number ?? '';
  return t(decimalFromDraft(openDebt).isNegative() ? 'money.kept' : 'money.opening');
};

/** The company's day of an instant. */
const shownDay = (time: string | null | undefined): string =>
  (time ?? '') === '' ? '' : timeText(time, settingsNow()?.timeZone ?? 'UTC').slice(0, 10);

/** Settles a debt's full open amount by default. */
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

/** Returns a saved line; its open amount includes its own settlement. */
export function lineOfReply(code: MoneyKindCode, line: LineReply): SettledLine {
  const debt = decimalFromDraft(line.settledDebt);
  const before = decimalFromDraft(line.settledBefore);
  return {
    line: line.line,
    settledDocumentId: line.settledDocumentId,
    number: line.settledDocumentId === null ? besideTitle(code) : line.settledNumber,
    day: line.settledOn ?? '',
    dueOn: line.settledDueOn ?? '',
    debt: toPlainDecimal(debt),
    settled: toPlainDecimal(before),
    open: toPlainDecimal(debt.minus(before)),
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

/** Explains an unacceptable settlement: wrong sign, or more than open where surplus is not kept. */
export function settleProblem(
  { amount, open }: Pick<SettledLine, 'amount' | 'open'>,
  digits: number,
  keeps = false,
): string | null {
  const [now, most] = [decimalFromDraft(amount), decimalFromDraft(open)];
  if (now.isZero() || (keeps && now.greaterThan(0))) return null;
  if (now.isNegative() !== most.isNegative()) return t('money.wrongSign');
  return now.abs().greaterThan(most.abs())
    ? t('money.tooMuch', { open: moneyText(open, digits) })
    : null;
}

/** Explains an unacceptable line amount: kept deposits are negative, because nothing is paid out. */
function lineProblem(
  code: MoneyKindCode,
  row: SettledLine,
  digits: number,
  keeps: boolean,
): string | null {
  if (!isKept(code, row))
    return settleProblem(row, digits, keeps && row.settledDocumentId === null);
  return decimalFromDraft(row.amount).greaterThan(0) ? t('money.keptBelow') : null;
}

/** Returns the columns of settled lines; only amount and plain fields are editable. */
export function columnsOfSettledLines(
  code: MoneyKindCode,
  { currency, digits }: FormCurrency,
  keeps = false,
): readonly GridColumn<SettledLine>[] {
  const money = (text: string): string => moneyText(text, digits);
  const total = (id: 'debt' | 'settled' | 'open' | 'amount') => (rows: readonly SettledLine[]) =>
    money(toPlainDecimal(sum(rows.map((row) => decimalFromDraft(row[id])))));
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
    ...(purseSettledByKind(code) === 'deposit'
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
    columnInCurrency(
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
      currency,
    ),
    ...plainColumns<SettledLine>(code).map((column) => ({
      ...column,
      width: 200,
      grow: true as const,
    })),
  ];
}

/**
 * Adds a surplus over all debts to keep (below zero: kept deposits) to the line without a document, or as a
 * new line.
 */
export function withKept(
  lines: readonly SettledLine[],
  rest: Decimal,
  number = t('money.kept'),
): readonly SettledLine[] {
  const beside = lines.find(({ settledDocumentId }) => settledDocumentId === null);
  if (beside === undefined) return [...lines, { ...noLine, number, amount: toPlainDecimal(rest) }];
  const amount = toPlainDecimal(decimalFromDraft(beside.amount).plus(rest));
  return lines.map((line) => (line === beside ? { ...line, amount } : line));
}

/** Placeholder row: lines come only from the list of debts, never from typing. */
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

/** Returns rules of a kind's settled lines; `keeps`: surplus over all debts is kept. */
export const settledLines = (
  code: MoneyKindCode,
  money: FormCurrency,
  keeps = false,
): MoneyLines<SettledLine> => ({
  shape: {
    columns: columnsOfSettledLines(code, money, keeps),
    blank: () => noLine,
    isBlank: () => false,
    fixed: true,
  },
  fromReply: (line) => lineOfReply(code, line),
  toInput: (line) => lineToMoneyInput(line, code),
  opened: (lines) => lines,
  mark: () => undefined,
  about: ({ number }) => number,
  toLineFact: (line) => lineFact(code, line.number, line),
});
