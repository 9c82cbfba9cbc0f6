import { arranged } from '@tradehouse/contract';
import type { Column, ColumnChoice, Table } from '@tradehouse/contract';
import { isFigureType } from '../../control/format.ts';
import type { FigureType } from '../../control/format.ts';

/** The narrowest a column can be dragged to, in pixels. */
const NARROWEST = 48;

const without = (names: readonly string[] | undefined, name: string): readonly string[] =>
  (names ?? []).filter((other) => other !== name);

/** The choice with one column switched on or off; one that was switched on stays, even while it holds nothing. */
export function switched(
  choice: ColumnChoice,
  name: string,
  column: Column,
  visible: boolean,
): ColumnChoice {
  const shown = without(choice.shown, name);
  const hidden = without(choice.hidden, name);
  return {
    ...choice,
    shown: visible ? [...shown, name] : shown,
    hidden: visible || column.optional === true ? hidden : [...hidden, name],
  };
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
export const isNumber = (column: Column): column is Column & { readonly type: FigureType } =>
  isFigureType(column.type);

/** The columns that are shown. */
export const shownColumns = (table: Table, columns: ColumnChoice): readonly string[] =>
  arranged(table, columns).flatMap(({ name, visible }) => (visible ? [name] : []));

/** What is asked of a table whose figures each take time: all that is no figure, and the figures that are used. */
export function fieldsAsked(table: Table, used: readonly unknown[]): string {
  const wanted = new Set(used);
  return Object.entries(table.columns)
    .flatMap(([name, column]) => (isNumber(column) && !wanted.has(name) ? [] : [name]))
    .join();
}
