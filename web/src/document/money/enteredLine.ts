import { mostLines, plainLine } from '@tradehouse/contract';
import type { LineReply, MoneyLineInput, PlainLine } from '@tradehouse/contract';
import { decimal, documentKinds, itemTypeOf, toPlainDecimal, sum } from '@tradehouse/domain';
import type { InOutItemType, MoneyKindCode } from '@tradehouse/domain';
import { moneyText } from '../../control/format.ts';
import { t } from '../../phrase/index.ts';
import { choiceColumn } from '../columns/lineForm.ts';
import type { Choices, NamedId } from '../columns/lineForm.ts';
import { plainColumns } from '../columns/plainColumns.ts';
import type { FormCurrency } from '../form/useFormCurrency.ts';
import { typedAmount } from '../draft/numberInput.ts';
import { decimalFromDraft } from '../draft/priced.ts';
import { columnInCurrency } from '../grid/column.ts';
import type { GridColumn } from '../grid/column.ts';
import { refuseGridCell } from '../grid/gridState.ts';
import { lineFact } from './moneyFacts.ts';
import { enteredTitle } from './moneyTitles.ts';
import type { MoneyLines } from './moneyLines.ts';

/** Entered line: an account or item, and an amount, as typed. */
export interface EnteredLine extends PlainLine {
  readonly line: number | null;
  readonly named: NamedId | null;
  readonly amount: string;
}

/** Returns the subject of a kind's lines: accounts, or items of one type. */
export const namedIn = (code: MoneyKindCode): InOutItemType | 'account' =>
  itemTypeOf(documentKinds[code]) ?? 'account';

const fieldOfEnteredKind = (code: MoneyKindCode): 'account' | 'item' =>
  namedIn(code) === 'account' ? 'account' : 'item';

export const blankEntered: EnteredLine = {
  line: null,
  named: null,
  amount: '',
  ...plainLine.blank,
};

export const isBlankEntered = ({ named, amount, remark }: EnteredLine): boolean =>
  named === null && amount === '' && remark === '';

/** A saved line. */
export const enteredFromReply = (line: LineReply): EnteredLine => ({
  line: line.line,
  named: toNamedId(line.itemId, line.itemName) ?? toNamedId(line.accountId, line.accountName),
  amount: line.amount ?? '',
  ...plainLine.given(line),
});

const toNamedId = (id: string | null, name: string): NamedId | null =>
  id === null ? null : { id, name };

const toInput =
  (code: MoneyKindCode) =>
  (line: EnteredLine): MoneyLineInput => ({
    ...(line.line === null ? {} : { line: line.line }),
    [`${fieldOfEnteredKind(code)}Id`]: line.named?.id ?? null,
    amount: line.amount === '' ? '0' : line.amount,
    ...plainLine.inBody(code, line),
  });

/** A copied line is a new line. */
export const copiedEntered = (line: EnteredLine): EnteredLine => ({ ...line, line: null });

const totalOfEnteredLines = (rows: readonly EnteredLine[], digits: number): string =>
  moneyText(toPlainDecimal(sum(rows.map(({ amount }) => decimalFromDraft(amount)))), digits);

function amountColumn(digits: number): GridColumn<EnteredLine> {
  return {
    id: 'amount',
    title: t('editor.column.amount'),
    also: t('money.also.amount').split('|'),
    width: 140,
    align: 'right',
    required: true,
    keyboard: 'decimal',
    show: ({ amount }) => (amount === '' ? '' : moneyText(amount, digits)),
    text: ({ amount }) => amount,
    write: (row, text) => {
      const typed = typedAmount(text);
      if ('wrong' in typed) return { wrong: t(`editor.wrong.${typed.wrong}`) };
      if (typed.value !== '' && decimal(typed.value).decimalPlaces() > digits)
        return { wrong: t('money.notMoney') };
      return { row: { ...row, amount: typed.value } };
    },
    stop: ({ amount }) => amount === '',
    total: (rows) => totalOfEnteredLines(rows, digits),
  };
}

/** The columns of entered lines. */
export const enteredColumns = (
  code: MoneyKindCode,
  { currency, digits }: FormCurrency,
  choices: Choices,
): readonly GridColumn<EnteredLine>[] => [
  {
    ...choiceColumn<EnteredLine>({
      id: fieldOfEnteredKind(code),
      title: enteredTitle(code),
      width: 240,
      choices,
      read: ({ named }) => named?.id ?? null,
      put: (line, named) => ({ ...line, named }),
    }),
    required: true,
    also: t(`money.also.${namedIn(code)}`).split('|'),
    show: ({ named }) => named?.name ?? '',
    stop: ({ named }) => named === null,
  },
  columnInCurrency(amountColumn(digits), currency),
  ...plainColumns<EnteredLine>(code).map((column) => ({
    ...column,
    width: 200,
    grow: true as const,
  })),
];

/** Returns rules of a kind's entered lines. */
export function enteredLines(
  code: MoneyKindCode,
  money: FormCurrency,
  choices: Choices,
): MoneyLines<EnteredLine> {
  const field = fieldOfEnteredKind(code);
  const pays = documentKinds[code].cash.some(({ of }) => of === 'transferLines');
  // Users without access to amounts change none: the server keeps a saved line's amount.
  const lacksAmount = ({ line, amount }: EnteredLine): boolean =>
    decimalFromDraft(amount).isZero() && (line === null || amount !== '');
  const wrongOf = (row: EnteredLine, accountId: string | null) => [
    ...(row.named === null ? [[field, t(`money.missing.${field}`)] as const] : []),
    ...(pays && row.named !== null && row.named.id === accountId
      ? [[field, t('money.sameAccount')] as const]
      : []),
    ...(lacksAmount(row) ? [['amount', t('money.missing.amount')] as const] : []),
  ];
  return {
    shape: {
      columns: enteredColumns(code, money, choices),
      blank: () => blankEntered,
      isBlank: isBlankEntered,
      most: mostLines.money,
    },
    fromReply: enteredFromReply,
    toInput: toInput(code),
    opened: (lines) => (lines.length > 0 ? lines : [blankEntered]),
    mark: ({ accountId }, rows, store) => {
      for (const { key, value } of rows)
        for (const [column, reason] of wrongOf(value, accountId))
          store.change((grid) => refuseGridCell(grid, { key, column }, reason));
    },
    about: ({ named, amount }) => named?.name ?? amount,
    toLineFact: (line) => lineFact(code, line.named?.name ?? t('editor.lines.one'), line),
  };
}
