import type {
  ArrangedColumn,
  Column,
  ColumnChoice,
  ColumnType,
  Page,
  RowOf,
  Table,
} from '@tradehouse/contract';
import { weightOf } from '@tradehouse/contract';
import type { Own } from '../../control/currency.ts';
import { digitsOf, isForeign, signOf } from '../../control/currency.ts';
import { figureText } from '../../control/format.ts';
import { choiceOf, flagWord, labelOf, textWidth, titleWidths } from '../../record/labels.ts';
import type { Says } from '../../record/listTypes.ts';
import { isNumber } from './columnChoice.ts';
import type { Asking } from './fitted.ts';
import { textsIn } from '../../record/textsIn.ts';
import { amountIn, shownType, sumsIn } from './cells.tsx';

type Row = Readonly<Record<string, unknown>>;

/** Pixels around what a cell says, around a word in a tag or for what a page draws beside a text, and of a picture before it. */
const PADDING = 17;
const TAG = 18;
const PICTURE = 42;
/** As far as a text is shortened; a name, and what matters, less. */
const SHORT_TEXT = 72;
const SHORT_NAME = 88;
/** No column asks for more. */
const WIDEST = 360;
/** A day, and a day with its minute. */
const DAY = 82;
const MINUTE = 128;
/** A line of figures by month. */
const TREND = 100;

/** What a column takes while nothing is in it. */
const blank: Readonly<Partial<Record<ColumnType, number>>> = {
  text: 110,
  tags: 140,
  choice: 80,
  money: 80,
};

/** Whether a cell has anything to say. */
export const filled = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && !value.length);

/** Pixels of what a cell says. */
function saidWidth(name: string, column: Column, row: Row, own: Own): number {
  const value = row[name];
  const text = String(value);
  switch (column.type) {
    case 'time':
      return MINUTE;
    case 'day':
      return DAY;
    case 'choice':
      return textWidth(choiceOf(name, text)) + TAG;
    case 'flag':
      return textWidth(flagWord(name, value === true)) + TAG;
    case 'tags':
      return textsIn(value).reduce((sum, tag) => sum + textWidth(choiceOf(name, tag)) + TAG + 4, 0);
    default: {
      if (column.trend !== undefined) return TREND;
      if (!isNumber(column))
        return textWidth(text) + (filled(row[column.pictured ?? '']) ? PICTURE : 0);
      const currency = column.type === 'quantity' ? null : amountIn(column, row);
      const sign = isForeign(currency, own) ? textWidth(signOf(currency, own)) : 0;
      const plus = column.signed === true && !text.startsWith('-') ? textWidth('+') : 0;
      const written = figureText(shownType(column), text, digitsOf(text, currency, own));
      return textWidth(written) + sign + plus;
    }
  }
}

/** What stands in the columns of a page: pixels of the widest cell of each; a column without any holds nothing. */
export function contentWidths<T extends Table>(
  table: T,
  { rows, totals }: Page<RowOf<T>>,
  own: Own,
  says: Says<T>,
): ReadonlyMap<string, number> {
  const widths = new Map<string, number>();
  const widen = (name: string, width: number): void =>
    void widths.set(name, Math.max(width, widths.get(name) ?? 0));
  for (const [name, column] of Object.entries<Column>(table.columns)) {
    if (column.hidden === true) continue;
    for (const row of rows) {
      const said = says[name]?.(row);
      // A cell may say something that its value does not.
      if (!filled(said ?? row[name])) continue;
      if (column.zeroIsNone === true && !/[1-9]/.test(String(row[name]))) continue;
      const tag = column.type === 'choice' ? TAG : 0;
      widen(name, said === undefined ? saidWidth(name, column, row, own) : textWidth(said) + tag);
    }
    const total = totals[name];
    if (column.sum !== true || !isNumber(column) || !widths.has(name) || !filled(total)) continue;
    const currency = sumsIn(table, rows);
    const sign = column.type === 'money' ? signOf(currency, own) : '';
    // Sums are bold.
    widen(
      name,
      textWidth(
        sign + figureText(column.type, String(total), digitsOf(String(total), currency, own)),
      ) * 1.06,
    );
  }
  return widths;
}

/** What can't be read when it is cut: figures, numbers of documents, days, states. */
const isWhole = (column: Column): boolean => column.type !== 'text' || column.code === true;

/** Months side by side are looked at by scrolling anyhow, so that their names need not be cut for them. */
const standsAside = ({ columns }: Table): boolean =>
  Object.values(columns).some(({ ofMonth }) => ofMonth !== undefined);

/** Whether columns stay in their order, whatever room there is. */
export const keepsOrder = (table: Table, { order }: ColumnChoice): boolean =>
  order !== undefined || table.inOrder === true || standsAside(table);

/** What a column asks for, by what stands in it; `special`: its page draws more than its text. */
export function askingOf(
  table: Table,
  { name, column, dragged }: ArrangedColumn,
  content: number | undefined,
  { names, special }: { readonly names: boolean; readonly special: boolean },
): Asking {
  const weight = names ? 'most' : weightOf(name, column);
  if (dragged !== null)
    return { name, least: dragged, content: dragged, wish: dragged, weight, grows: false };
  const title = titleWidths(labelOf(table, name));
  const said =
    content === undefined
      ? (blank[column.type] ?? 0)
      : content + (special && column.type === 'text' && column.pictured === undefined ? TAG : 0);
  const full = Math.ceil(Math.min(WIDEST, said + PADDING));
  const short = names || weight === 'most' ? SHORT_NAME : SHORT_TEXT;
  const cut =
    column.type === 'time'
      ? DAY + PADDING
      : isWhole(column) || (names && standsAside(table))
        ? full
        : Math.min(full, short);
  const least = Math.max(cut, Math.ceil(title.least + PADDING));
  return {
    name,
    least,
    content: column.type === 'time' ? least : Math.max(least, full),
    wish: Math.max(full, Math.ceil(title.whole + PADDING)),
    weight,
    grows: column.type === 'text' && (column.code !== true || names),
  };
}

/** The columns that say what another one says, in every row of a page and in its totals. */
export function echoing(
  { columns }: Table,
  { rows, totals }: Pick<Page<Row>, 'rows' | 'totals'>,
): ReadonlySet<string> {
  const says = (name: string, other: string): boolean =>
    rows.every((row) => row[name] === row[other]) && totals[name] === totals[other];
  return new Set(
    Object.entries(columns).flatMap(([name, { echoes }]) =>
      echoes !== undefined && says(name, echoes) ? [name] : [],
    ),
  );
}

/**
 * The columns to be seen: those that hold nothing, or what another says, are left out, unless they name the rows, order
 * them or were switched on.
 */
export const holding = (
  columns: readonly ArrangedColumn[],
  content: ReadonlyMap<string, number>,
  echoed: ReadonlySet<string>,
  { shown = [] }: ColumnChoice,
  spared: readonly (string | undefined)[],
): readonly ArrangedColumn[] =>
  content.size === 0
    ? columns
    : columns.filter(
        ({ name }) =>
          (content.has(name) && !echoed.has(name)) || shown.includes(name) || spared.includes(name),
      );
