import { mostLines, plainLine } from '@tradehouse/contract';
import type { LineReply, MoneyLineInput, PlainLine } from '@tradehouse/contract';
import { decimal, documentKinds, itemTypeOf, plain, sum } from '@tradehouse/domain';
import type { InOutItemType, MoneyKindCode } from '@tradehouse/domain';
import { moneyText } from '../../control/format.ts';
import { t } from '../../phrase/index.ts';
import { choiceColumn } from '../columns/lineForm.ts';
import type { Choices, NamedId } from '../columns/lineForm.ts';
import { plainColumns } from '../columns/plainColumns.ts';
import { typedAmount } from '../draft/numberInput.ts';
import { numberOf } from '../draft/priced.ts';
import type { GridColumn } from '../grid/column.ts';
import { refused } from '../grid/gridState.ts';
import { lineFact } from './moneyFacts.ts';
import { enteredTitle } from './moneyTitles.ts';
import type { MoneyLines } from './moneyLines.ts';

/** A line that is entered: an account or an item, and an amount, both as people type them. */
export interface EnteredLine extends PlainLine {
  readonly line: number | null;
  readonly named: NamedId | null;
  readonly amount: string;
}

/** What the lines of a kind name: accounts, or items of one type. */
export const namedIn = (code: MoneyKindCode): InOutItemType | 'account' =>
  itemTypeOf(documentKinds[code]) ?? 'account';

const fieldOf = (code: MoneyKindCode): 'account' | 'item' =>
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
  named: namedBy(line.itemId, line.itemName) ?? namedBy(line.accountId, line.accountName),
  amount: line.amount ?? '',
  ...plainLine.given(line),
});

const namedBy = (id: string | null, name: string): NamedId | null =>
  id === null ? null : { id, name };

const toInput =
  (code: MoneyKindCode) =>
  (line: EnteredLine): MoneyLineInput => ({
    ...(line.line === null ? {} : { line: line.line }),
    [`${fieldOf(code)}Id`]: line.named?.id ?? null,
    amount: line.amount === '' ? '0' : line.amount,
    ...plainLine.inBody(code, line),
  });

/** A copied line is a new line. */
export const copiedEntered = (line: EnteredLine): EnteredLine => ({ ...line, line: null });

const total = (rows: readonly EnteredLine[], digits: number): string =>
  moneyText(plain(sum(rows.map(({ amount }) => numberOf(amount)))), digits);

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
    total: (rows) => total(rows, digits),
  };
}

/** The columns of entered lines. */
export const enteredColumns = (
  code: MoneyKindCode,
  digits: number,
  choices: Choices,
): readonly GridColumn<EnteredLine>[] => [
  {
    ...choiceColumn<EnteredLine>({
      id: fieldOf(code),
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
  amountColumn(digits),
  ...plainColumns<EnteredLine>(code).map((column) => ({
    ...column,
    width: 200,
    grow: true as const,
  })),
];

/** Entered lines of a kind, as its forms use them. */
export function enteredLines(
  code: MoneyKindCode,
  digits: number,
  choices: Choices,
): MoneyLines<EnteredLine> {
  const field = fieldOf(code);
  const pays = documentKinds[code].cash.some(({ of }) => of === 'transferLines');
  // Who may not see amounts changes none: what a saved line had, the server keeps.
  const lacksAmount = ({ line, amount }: EnteredLine): boolean =>
    numberOf(amount).isZero() && (line === null || amount !== '');
  const wrongOf = (row: EnteredLine, accountId: string | null) => [
    ...(row.named === null ? [[field, t(`money.missing.${field}`)] as const] : []),
    ...(pays && row.named !== null && row.named.id === accountId
      ? [[field, t('money.sameAccount')] as const]
      : []),
    ...(lacksAmount(row) ? [['amount', t('money.missing.amount')] as const] : []),
  ];
  return {
    shape: {
      columns: enteredColumns(code, digits, choices),
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
          store.change((grid) => refused(grid, { key, column }, reason));
    },
    about: ({ named, amount }) => named?.name ?? amount,
    told: (line) => lineFact(code, line.named?.name ?? t('editor.lines.one'), line),
  };
}
