import type { Column, ColumnType, Table } from '@tradehouse/contract';

/** What a user changed about the columns of a table; kept on the server under the page's name. */
export interface ColumnChoice {
  readonly order?: readonly string[];
  /** Switched off although shown by default. */
  readonly hidden?: readonly string[];
  /** Switched on although optional. */
  readonly shown?: readonly string[];
  /** Pixels by column. */
  readonly widths?: Readonly<Record<string, number>>;
  /** Kept at the left edge. */
  readonly pinned?: readonly string[];
}

/** A column as it stands on this user's screen. */
export interface ArrangedColumn {
  readonly name: string;
  readonly column: Column;
  readonly visible: boolean;
  readonly pinned: boolean;
  readonly width: number;
}

const widths: Readonly<Record<ColumnType, number>> = {
  text: 130,
  integer: 90,
  quantity: 110,
  money: 120,
  price: 110,
  percent: 90,
  day: 110,
  time: 182,
  flag: 90,
  choice: 110,
  tags: 160,
  id: 100,
};

/** Room for the thirteen digits of a barcode. */
const BARCODE = 140;

/**
 * Instants need their seconds whatever a table says, kinds of document their names, prices their decimals and barcodes all
 * their digits: what is read digit by digit is never cut. The rest is as declared.
 */
const usualWidth = (name: string, { type, width, choices }: Column): number => {
  if (name === 'barcode') return Math.max(BARCODE, width ?? 0);
  if (type === 'price') return Math.max(widths.price, width ?? 0);
  if (type === 'time') return Math.max(widths.time, width ?? 0);
  return width ?? ((choices?.length ?? 0) > 10 ? 150 : widths[type]);
};

/** The narrowest a column can be dragged to, in pixels. */
export const NARROWEST = 48;

/**
 * The declared names in the user's order. Columns the product has gained since then stand behind the column they were
 * declared after; those it has lost are dropped.
 */
export function ordered(declared: readonly string[], chosen: readonly string[]): readonly string[] {
  const kept = chosen.filter((name) => declared.includes(name));
  const result = [...kept];
  for (const [index, name] of declared.entries()) {
    if (result.includes(name)) continue;
    const before = declared.slice(0, index).findLast((other) => result.includes(other));
    result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, name);
  }
  return result;
}

const isVisible = (name: string, column: Column, choice: ColumnChoice): boolean =>
  column.optional === true
    ? choice.shown?.includes(name) === true
    : choice.hidden?.includes(name) !== true;

/**
 * Every column that may stand on screen, in the user's order, pinned ones first. One at least is visible. `least` is how wide
 * a column must be for its title, unless the user dragged it.
 */
export function arranged(
  table: Table,
  choice: ColumnChoice,
  least: (name: string) => number = () => 0,
): readonly ArrangedColumn[] {
  const declared = Object.keys(table.columns).filter(
    (name) => table.columns[name]?.hidden !== true,
  );
  const columns = ordered(declared, choice.order ?? []).flatMap((name): ArrangedColumn[] => {
    const column = table.columns[name];
    if (column === undefined) return [];
    return [
      {
        name,
        column,
        visible: isVisible(name, column, choice),
        pinned: choice.pinned?.includes(name) === true,
        width: Math.max(
          NARROWEST,
          choice.widths?.[name] ?? Math.max(usualWidth(name, column), least(name)),
        ),
      },
    ];
  });
  const sorted = [
    ...columns.filter(({ pinned }) => pinned),
    ...columns.filter(({ pinned }) => !pinned),
  ];
  if (sorted.some(({ visible }) => visible)) return sorted;
  return sorted.map((one, index) => (index === 0 ? { ...one, visible: true } : one));
}

const without = (names: readonly string[] | undefined, name: string): readonly string[] =>
  (names ?? []).filter((other) => other !== name);

/** The choice with one column switched on or off. */
export function switched(
  choice: ColumnChoice,
  name: string,
  column: Column,
  visible: boolean,
): ColumnChoice {
  const shown = without(choice.shown, name);
  const hidden = without(choice.hidden, name);
  if (column.optional === true) return { ...choice, shown: visible ? [...shown, name] : shown };
  return { ...choice, hidden: visible ? hidden : [...hidden, name] };
}

/** The choice with one column pinned or loose. */
export const pinned = (choice: ColumnChoice, name: string, isPinned: boolean): ColumnChoice => ({
  ...choice,
  pinned: isPinned ? [...without(choice.pinned, name), name] : without(choice.pinned, name),
});

/** The choice with one column of another width, in pixels. */
export const resized = (choice: ColumnChoice, name: string, width: number): ColumnChoice => ({
  ...choice,
  widths: { ...choice.widths, [name]: Math.max(NARROWEST, Math.round(width)) },
});

/** Columns whose figures stand at the right. */
export const isNumber = ({ type }: Column): boolean =>
  type === 'integer' ||
  type === 'quantity' ||
  type === 'money' ||
  type === 'price' ||
  type === 'percent';
