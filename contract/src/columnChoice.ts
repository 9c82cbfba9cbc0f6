import type { TableColumn, TableDeclaration } from './table.ts';

/** Column settings of a user, stored on the server under the page's name. */
export interface ColumnChoice {
  readonly order?: readonly string[];
  /** Switched off although shown by default. */
  readonly hidden?: readonly string[];
  /** Switched on although optional or empty. */
  readonly shown?: readonly string[];
  /** Pixels by column. */
  readonly widths?: Readonly<Record<string, number>>;
  /** Kept at the left edge. */
  readonly pinned?: readonly string[];
}

/** Column with a user's settings applied. */
export interface ArrangedColumn {
  readonly name: string;
  readonly column: TableColumn;
  readonly visible: boolean;
  readonly pinned: boolean;
  /** Pixels after dragging; null: default. */
  readonly dragged: number | null;
}

/**
 * Orders declared names by the user's choice. New columns follow their declared predecessor; removed ones
 * are dropped.
 */
export function orderColumnNames(
  declared: readonly string[],
  chosen: readonly string[],
): readonly string[] {
  const kept = chosen.filter((name) => declared.includes(name));
  const result = [...kept];
  for (const [index, name] of declared.entries()) {
    if (result.includes(name)) continue;
    const before = declared.slice(0, index).findLast((other) => result.includes(other));
    result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, name);
  }
  return result;
}

const isVisible = (name: string, column: TableColumn, choice: ColumnChoice): boolean =>
  column.optional === true
    ? choice.shown?.includes(name) === true
    : choice.hidden?.includes(name) !== true;

/** Returns displayable columns in the user's order, pinned first; at least one is visible. */
export function arrangeColumns(
  table: TableDeclaration,
  choice: ColumnChoice,
): readonly ArrangedColumn[] {
  const declared = Object.keys(table.columns).filter(
    (name) => table.columns[name]?.hidden !== true,
  );
  const columns = orderColumnNames(declared, choice.order ?? []).flatMap(
    (name): ArrangedColumn[] => {
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
    },
  );
  const sorted = [
    ...columns.filter(({ pinned }) => pinned),
    ...columns.filter(({ pinned }) => !pinned),
  ];
  if (sorted.some(({ visible }) => visible)) return sorted;
  return sorted.map((one, index) => (index === 0 ? { ...one, visible: true } : one));
}
