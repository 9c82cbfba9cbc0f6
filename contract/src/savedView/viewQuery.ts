import { arrangeColumns } from '../columnChoice.ts';
import { daysOfRange } from '../dayRanges.ts';
import { asAsked } from '../askedColumns.ts';
import { isHiddenColumn, initialValuesOfFilters } from '../startsOf.ts';
import type { ListQuery, TableDeclaration } from '../table.ts';
import type { ListView } from './listView.ts';
import { isEmptyValue, sieveQuery } from './columnFilters.ts';

/** Resolves relative date ranges in a view for the given day. */
export function viewOn<View extends Pick<ListView, 'search'>>(
  table: TableDeclaration,
  view: View,
  today: string,
): View {
  const search = Object.entries(view.search).map(([name, value]) => {
    const { control } = Object.hasOwn(table.filters, name) ? (table.filters[name] ?? {}) : {};
    if (control !== 'dates' || typeof value !== 'string') return [name, value] as const;
    const days = daysOfRange(value, today);
    return [name, days === undefined ? null : [...days]] as const;
  });
  return { ...view, search: Object.fromEntries(search) };
}

/**
 * Filters of a view on a day; missing filters take the screen's start values.
 *
 * @param hidden amounts hidden from the caller; no start value may filter by hidden amounts
 */
export function viewFilters(
  table: TableDeclaration,
  view: Pick<ListView, 'search'>,
  today: string,
  hidden: readonly string[],
): Readonly<Record<string, unknown>> {
  const all = {
    ...initialValuesOfFilters(table, today, hidden),
    ...viewOn(table, view, today).search,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => !isEmptyValue(value)));
}

/** Builds the list query of a view for a day with the shown columns, equal to the screen's export. */
export function viewQuery(
  table: TableDeclaration,
  view: ListView,
  today: string,
  hidden: readonly string[],
): ListQuery {
  const filters = viewFilters(table, view, today, hidden);
  const { sort, columns = {} } = view;
  const shown = arrangeColumns(asAsked(table, filters), columns);
  const names = shown.flatMap(({ name, visible }) => (visible ? [name] : []));
  return {
    search: JSON.stringify({ ...filters, ...table.fixed }),
    ...sieveQuery(table, view),
    ...(sort === undefined || isHiddenColumn(table.columns[sort.column], hidden)
      ? {}
      : { column: sort.column, order: sort.order }),
    field: [table.key ?? 'id', ...names].join(','),
  };
}
