import type {
  ArrangedColumn,
  TableColumn,
  ColumnChoice,
  ColumnType,
  Page,
  RowOf,
  TableDeclaration,
} from '@tradehouse/contract';
import { weightOfColumn } from '@tradehouse/contract';
import type { OwnCurrency } from '../../control/currency.ts';
import { currencyDigitsOf, isForeignCurrency, currencySignOf } from '../../control/currency.ts';
import { figureText } from '../../control/format.ts';
import { choiceOf, flagWord, labelOfColumn, textWidth, titleWidths } from '../../record/labels.ts';
import type { CellTexts } from '../../record/listTypes.ts';
import { isFigureColumn } from './columnChoice.ts';
import type { ColumnWidthRequest } from './fitted.ts';
import { textsOfValue } from '../../record/textsIn.ts';
import { amountIn, shownType, sumsIn } from './cells.tsx';

type ListRowValues = Readonly<Record<string, unknown>>;

/** Pixels around a cell's text, a word in a tag, a page's additions beside a text, and a picture in front. */
const PADDING = 17;
const TAG = 18;
const PICTURE = 42;
/** Consecutive months are smaller and closer, so that a year is visible at once. */
const DENSE = { padding: 7, scale: 13 / 14 };
/** Widths to which texts shrink; names and important columns shrink less. */
const SHORT_TEXT = 72;
const SHORT_NAME = 88;
/** No column asks for more. */
const WIDEST = 360;
/** Widths of a date, without and with the minute. */
const DAY = 82;
const MINUTE = 128;
/** A line of figures by month. */
const TREND = 100;

const blank: Readonly<Partial<Record<ColumnType, number>>> = {
  text: 110,
  tags: 140,
  choice: 80,
  money: 80,
};

export const hasCellContent = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && !value.length);

/** Returns true for a value with content; zeros of some columns carry no information. */
export const isInformative = ({ zeroIsNone }: TableColumn, value: unknown): boolean =>
  hasCellContent(value) && (zeroIsNone !== true || /[1-9]/.test(String(value)));

function saidWidth(
  name: string,
  column: TableColumn,
  row: ListRowValues,
  own: OwnCurrency,
): number {
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
      return textsOfValue(value).reduce(
        (sum, tag) => sum + textWidth(choiceOf(name, tag)) + TAG + 4,
        0,
      );
    default: {
      if (column.trend !== undefined) return TREND;
      if (!isFigureColumn(column))
        return textWidth(text) + (hasCellContent(row[column.pictured ?? '']) ? PICTURE : 0);
      const currency = column.type === 'quantity' ? null : amountIn(column, row);
      const sign = isForeignCurrency(currency, own) ? textWidth(currencySignOf(currency, own)) : 0;
      const plus = column.signed === true && !text.startsWith('-') ? textWidth('+') : 0;
      const written = figureText(shownType(column), text, currencyDigitsOf(text, currency, own));
      return textWidth(written) + sign + plus;
    }
  }
}

/** Returns each column's widest cell in pixels; columns without content have no entry. */
export function contentWidths<T extends TableDeclaration>(
  table: T,
  { rows, totals }: Page<RowOf<T>>,
  own: OwnCurrency,
  says: CellTexts<T>,
): ReadonlyMap<string, number> {
  const widths = new Map<string, number>();
  const widen = (name: string, width: number): void =>
    void widths.set(name, Math.max(width, widths.get(name) ?? 0));
  for (const [name, column] of Object.entries<TableColumn>(table.columns)) {
    if (column.hidden === true) continue;
    for (const row of rows) {
      const said = says[name]?.(row);
      // A cell may show content beyond the value.
      if (!hasCellContent(said ?? row[name])) continue;
      if (column.zeroIsNone === true && !isInformative(column, row[name])) continue;
      const tag = column.type === 'choice' ? TAG : 0;
      widen(name, said === undefined ? saidWidth(name, column, row, own) : textWidth(said) + tag);
    }
    const total = totals[name];
    if (
      column.sum !== true ||
      !isFigureColumn(column) ||
      !widths.has(name) ||
      !hasCellContent(total)
    )
      continue;
    const currency = sumsIn(table, rows);
    const sign = column.type === 'money' ? currencySignOf(currency, own) : '';
    // Sums are bold.
    widen(
      name,
      textWidth(
        sign +
          figureText(column.type, String(total), currencyDigitsOf(String(total), currency, own)),
      ) * 1.06,
    );
  }
  return widths;
}

/** Returns true for columns unreadable when cut: figures, document numbers, dates, statuses. */
const isUntruncatableColumn = (column: TableColumn): boolean =>
  column.type !== 'text' || column.code === true;

/** Returns true for tables of months side by side: scrolled anyway, so names need not be cut. */
const standsAside = ({ columns }: TableDeclaration): boolean =>
  Object.values(columns).some(({ ofMonth }) => ofMonth !== undefined);

/** Returns true for smaller and closer columns. */
export const isDense = ({ inOrder }: TableDeclaration): boolean => inOrder === true;

/** Returns true if columns keep their order regardless of space. */
export const keepsOrder = (table: TableDeclaration, { order }: ColumnChoice): boolean =>
  order !== undefined || table.inOrder === true || standsAside(table);

/** Returns a column's width request from its content; `special`: the page draws more than text. */
export function widthRequestOfColumn(
  table: TableDeclaration,
  { name, column, dragged }: ArrangedColumn,
  content: number | undefined,
  { names, special }: { readonly names: boolean; readonly special: boolean },
): ColumnWidthRequest {
  const weight = names ? 'most' : weightOfColumn(name, column);
  if (dragged !== null)
    return { name, least: dragged, content: dragged, wish: dragged, weight, grows: false };
  const title = titleWidths(labelOfColumn(table, name));
  const { padding, scale } = isDense(table) ? DENSE : { padding: PADDING, scale: 1 };
  const said =
    content === undefined
      ? (blank[column.type] ?? 0)
      : content + (special && column.type === 'text' && column.pictured === undefined ? TAG : 0);
  const full = Math.ceil(Math.min(WIDEST, said * scale + padding));
  const short = names || weight === 'most' ? SHORT_NAME : SHORT_TEXT;
  const cut =
    column.type === 'time'
      ? DAY + padding
      : isUntruncatableColumn(column) || (names && standsAside(table))
        ? full
        : Math.min(full, short);
  const least = Math.max(cut, Math.ceil(title.least * scale + padding));
  return {
    name,
    least,
    content: column.type === 'time' ? least : Math.max(least, full),
    wish: Math.max(full, Math.ceil(title.whole * scale + padding)),
    weight,
    grows: column.type === 'text' && (column.code !== true || names),
  };
}

/** Returns columns that repeat another column in every row and in the totals. */
export function findEchoingColumns(
  { columns }: TableDeclaration,
  { rows, totals }: Pick<Page<ListRowValues>, 'rows' | 'totals'>,
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
 * Returns visible columns without empty or repeating columns, unless a column names or sorts the rows or
 * was switched on.
 */
export const selectColumnsWithContent = (
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
