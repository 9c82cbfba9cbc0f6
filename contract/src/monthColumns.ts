import { monthsWithin } from '@tradehouse/domain';
import type { Column, Table } from './table.ts';

/** How many months stand side by side at most. */
export const MOST_MONTHS_BESIDE = 12;

const places = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'] as const;
export type MonthPlace = (typeof places)[number];

/** Columns of months side by side: of each month all that are given, `name1` in the first. */
export function besideMonths<const Columns extends Readonly<Record<string, Column>>>(
  columns: Columns,
): { readonly [Name in keyof Columns & string as `${Name}${MonthPlace}`]: Columns[Name] } {
  const alone = Object.keys(columns).length === 1;
  const pairs = places.flatMap((number, place) =>
    Object.entries(columns).map(([name, column]) => [
      `${name}${number}`,
      { ...column, ofMonth: { place, alone } },
    ]),
  );
  // SAFETY: the names are made as the type makes them.
  return Object.fromEntries(pairs) as ReturnType<typeof besideMonths<Columns>>;
}

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);

/** The months of the days that a filter asks for, as [first day, last day]; none where it does not name both ends. */
function monthsOf(dates: unknown): readonly (readonly [string, string])[] {
  const [since, until]: readonly unknown[] = Array.isArray(dates) ? dates : [];
  return isDay(since) && isDay(until) ? monthsWithin(since, until, MOST_MONTHS_BESIDE) : [];
}

/** A table as days ask for it: its months have their names, and columns of months that are not asked for are left out. */
export function inMonths<T extends Table>(table: T, dates: unknown): T {
  const columns = Object.entries(table.columns);
  if (!columns.some(([, { ofMonth }]) => ofMonth !== undefined)) return table;
  const months = monthsOf(dates);
  const shown = columns.flatMap(([name, column]): [string, Column][] => {
    const { ofMonth } = column;
    if (ofMonth === undefined) return [[name, column]];
    const month = months[ofMonth.place]?.[0].slice(0, 7);
    return month === undefined ? [] : [[name, { ...column, ofMonth: { ...ofMonth, month } }]];
  });
  return { ...table, columns: Object.fromEntries(shown) };
}

/** What a column is called where its table is `inMonths`; `label` is what it is called without its month. */
export const titleInMonth = (column: Column | undefined, label: string): string => {
  const { month, alone } = column?.ofMonth ?? {};
  if (month === undefined) return label;
  return alone === true ? month : `${month} ${label}`;
};
