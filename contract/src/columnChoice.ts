import type { Column, Table } from './table.ts';

/** What a user changed about the columns of a table; kept on the server under the page's name. */
export interface ColumnChoice {
  readonly order?: readonly string[];
  /** Switched off although shown by default. */
  readonly hidden?: readonly string[];
  /** Switched on: although optional, or although nothing is in them. */
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
  /** Pixels, where the user dragged it. */
  readonly dragged: number | null;
}

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

/** Every column that may stand on screen, in the user's order, pinned ones first. One at least is visible. */
export function arranged(table: Table, choice: ColumnChoice): readonly ArrangedColumn[] {
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
        dragged: choice.widths?.[name] ?? null,
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
