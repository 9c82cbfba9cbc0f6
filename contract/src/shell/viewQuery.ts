import { arranged } from '../columnChoice.ts';
import { daysOfRange } from '../dayRanges.ts';
import { asAsked } from '../askedColumns.ts';
import { isHidden, startsOf } from '../startsOf.ts';
import type { ListQuery, Table } from '../table.ts';
import type { ListView } from './listView.ts';
import { isEmptyValue, sieveQuery } from './sieve.ts';

/** A view with ranges of days as the days that they are on a day. */
export function viewOn<View extends Pick<ListView, 'search'>>(
  table: Table,
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
 * The filters of a view on a day: what it does not name as the screen starts with it then.
 *
 * @param hidden the amounts that the one who asks may not see: nothing starts with a question about them
 */
export function viewFilters(
  table: Table,
  view: Pick<ListView, 'search'>,
  today: string,
  hidden: readonly string[],
): Readonly<Record<string, unknown>> {
  const all = { ...startsOf(table, today, hidden), ...viewOn(table, view, today).search };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => !isEmptyValue(value)));
}

/** What a view asks a list for on a day, with the columns that it shows: as its screen asks for the export. */
export function viewQuery(
  table: Table,
  view: ListView,
  today: string,
  hidden: readonly string[],
): ListQuery {
  const filters = viewFilters(table, view, today, hidden);
  const { sort, columns = {} } = view;
  const shown = arranged(asAsked(table, filters), columns);
  const names = shown.flatMap(({ name, visible }) => (visible ? [name] : []));
  return {
    search: JSON.stringify({ ...filters, ...table.fixed }),
    ...sieveQuery(table, view),
    ...(sort === undefined || isHidden(table.columns[sort.column], hidden)
      ? {}
      : { column: sort.column, order: sort.order }),
    field: [table.key ?? 'id', ...names].join(','),
  };
}
