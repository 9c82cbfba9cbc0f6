import type { Filter, TableDeclaration } from '@tradehouse/contract';
import { useMemo } from 'react';
import { useSettings } from '../../app/settings/settings.ts';
import { useMay } from '../../app/settings/permission.ts';
import type { ListOptions } from '../useList.ts';

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

/** Columns naming the record chosen by a filter. */
const namesOfChosen: Partial<Readonly<Record<Filter['control'], readonly string[]>>> = {
  partner: ['partnerName'],
  supplier: ['partnerName'],
  customer: ['partnerName'],
  member: ['partnerName'],
  product: ['productName', 'name'],
};

/** Hides columns repeating, in every row, the record fixed by the surrounding page. */
export function hideNamesOfFixed<T extends TableDeclaration>(
  table: T,
  fixed: Readonly<Record<string, unknown>>,
  nameColumn?: string,
): T {
  const repeated = Object.entries(table.filters)
    .filter(([name]) => typeof fixed[name] === 'string')
    .flatMap(([, { control }]) => namesOfChosen[control] ?? [])
    .filter((name) => name in table.columns && name !== (nameColumn ?? table.nameColumn));
  if (repeated.length === 0) return table;
  const columns = Object.entries(table.columns).map(([name, column]) => [
    name,
    repeated.includes(name) ? { ...column, hidden: true } : column,
  ]);
  return { ...table, columns: Object.fromEntries(columns) };
}

export function useShownTable<T extends TableDeclaration>(
  table: T,
  { fixed, nameColumn }: Pick<ListOptions, 'fixed' | 'nameColumn'>,
): T {
  const may = useMay();
  const { onlyUser } = useSettings();
  // Pages pass new but equal filters at every drawing.
  const asked = JSON.stringify(fixed ?? {});
  return useMemo(() => {
    // SAFETY: the text is written from the filters above.
    const filters = JSON.parse(asked) as Readonly<Record<string, unknown>>;
    const shown = hideNamesOfFixed(shownTable(table, may), filters, nameColumn);
    return onlyUser ? hideCreatorColumn(shown) : shown;
  }, [table, may, onlyUser, asked, nameColumn]);
}
