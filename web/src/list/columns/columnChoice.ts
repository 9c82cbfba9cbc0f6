import { arrangeColumns } from '@tradehouse/contract';
import type { TableColumn, ColumnChoice, TableDeclaration } from '@tradehouse/contract';
import { isFigureType } from '../../control/format.ts';
import type { FigureType } from '../../control/format.ts';

/** The narrowest a column can be dragged to, in pixels. */
const NARROWEST = 48;

const withoutColumnName = (names: readonly string[] | undefined, name: string): readonly string[] =>
  (names ?? []).filter((other) => other !== name);

/** Switches one column on or off; a switched-on column remains even without values. */
export function switchColumn(
  choice: ColumnChoice,
  name: string,
  column: TableColumn,
  visible: boolean,
): ColumnChoice {
  const shown = withoutColumnName(choice.shown, name);
  const hidden = withoutColumnName(choice.hidden, name);
  return {
    ...choice,
    shown: visible ? [...shown, name] : shown,
    hidden: visible || column.optional === true ? hidden : [...hidden, name],
  };
}

export const pinColumn = (choice: ColumnChoice, name: string, isPinned: boolean): ColumnChoice => ({
  ...choice,
  pinned: isPinned
    ? [...withoutColumnName(choice.pinned, name), name]
    : withoutColumnName(choice.pinned, name),
});

/** Sets a column's width in pixels. */
export const resizeColumn = (choice: ColumnChoice, name: string, width: number): ColumnChoice => ({
  ...choice,
  widths: { ...choice.widths, [name]: Math.max(NARROWEST, Math.round(width)) },
});

/** Returns true for a figure column, which is aligned right. */
export const isFigureColumn = (
  column: TableColumn,
): column is TableColumn & { readonly type: FigureType } => isFigureType(column.type);

export const shownColumns = (table: TableDeclaration, columns: ColumnChoice): readonly string[] =>
  arrangeColumns(table, columns).flatMap(({ name, visible }) => (visible ? [name] : []));

/** Returns the fields to request if figures are expensive: all non-figures, and the used figures. */
export function fieldsAsked(table: TableDeclaration, used: readonly unknown[]): string {
  const wanted = new Set(used);
  return Object.entries(table.columns)
    .flatMap(([name, column]) => (isFigureColumn(column) && !wanted.has(name) ? [] : [name]))
    .join();
}
