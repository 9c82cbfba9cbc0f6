import type { TableDeclaration } from '@tradehouse/contract';
import { useMemo } from 'react';
import { useSettings } from '../../app/settings/settings.ts';
import { useMay } from '../../app/settings/permission.ts';

/** Removes columns and filters of pages closed to the user. */
export function shownTable<T extends TableDeclaration>(table: T, may: (url: string) => boolean): T {
  const closed = Object.entries(table.columns).flatMap(([name, { page }]) =>
    page === undefined || may(page) ? [] : [name],
  );
  if (closed.length === 0) return table;
  const left = <Value>(all: Readonly<Record<string, Value>>, keep: (one: Value) => boolean) =>
    Object.fromEntries(
      Object.entries(all).filter(([name, one]) => !closed.includes(name) && keep(one)),
    );
  return {
    ...table,
    columns: left(table.columns, () => true),
    filters: left(
      table.filters,
      ({ columns = [] }) => !columns.some((name) => closed.includes(name)),
    ),
  };
}

/** Makes the creator column optional if one user creates all records. */
export function hideCreatorColumn<T extends TableDeclaration>(table: T): T {
  const { creatorName } = table.columns;
  if (creatorName === undefined) return table;
  return {
    ...table,
    columns: { ...table.columns, creatorName: { ...creatorName, optional: true } },
  };
}

export function useShownTable<T extends TableDeclaration>(table: T): T {
  const may = useMay();
  const { onlyUser } = useSettings();
  return useMemo(() => {
    const shown = shownTable(table, may);
    return onlyUser ? hideCreatorColumn(shown) : shown;
  }, [table, may, onlyUser]);
}
