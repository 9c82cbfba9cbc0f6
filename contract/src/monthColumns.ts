import { monthsWithin } from '@tradehouse/domain';
import type { TableColumn, TableDeclaration } from './table.ts';

/** Maximum number of months shown side by side. */
export const MOST_MONTHS_BESIDE = 12;

const places = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'] as const;
export type MonthPlace = (typeof places)[number];

/** Repeats columns per month side by side; `name1` is the first month. */
export function besideMonths<const Columns extends Readonly<Record<string, TableColumn>>>(
  columns: Columns,
): { readonly [Name in keyof Columns & string as `${Name}${MonthPlace}`]: Columns[Name] } {
  const alone = Object.keys(columns).length === 1;
  const pairs = places.flatMap((number, place) =>
    Object.entries(columns).map(([name, column]) => [
      `${name}${number}`,
      { ...column, ofMonth: { place, alone } },
    ]),
  );
  // SAFETY: the names are built like in the return type.
  return Object.fromEntries(pairs) as ReturnType<typeof besideMonths<Columns>>;
}

const isDayText = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);

/** Returns the months of a filter's days, [first day, last day] each; empty unless both ends are set. */
function monthsOfDates(dates: unknown): readonly (readonly [string, string])[] {
  const [since, until]: readonly unknown[] = Array.isArray(dates) ? dates : [];
  return isDayText(since) && isDayText(until) ? monthsWithin(since, until, MOST_MONTHS_BESIDE) : [];
}

/** Resolves month columns for the requested days; columns beyond are removed. */
export function applyMonthColumns<T extends TableDeclaration>(table: T, dates: unknown): T {
  const columns = Object.entries(table.columns);
  if (!columns.some(([, { ofMonth }]) => ofMonth !== undefined)) return table;
  const months = monthsOfDates(dates);
  const shown = columns.flatMap(([name, column]): [string, TableColumn][] => {
    const { ofMonth } = column;
    if (ofMonth === undefined) return [[name, column]];
    const month = months[ofMonth.place]?.[0].slice(0, 7);
    return month === undefined ? [] : [[name, { ...column, ofMonth: { ...ofMonth, month } }]];
  });
  return { ...table, columns: Object.fromEntries(shown) };
}

/** Title of a column in a table of `applyMonthColumns`; `label` is the title without the month. */
export const titleInMonth = (column: TableColumn | undefined, label: string): string => {
  const { month, alone } = column?.ofMonth ?? {};
  if (month === undefined) return label;
  return alone === true ? month : `${month} ${label}`;
};
