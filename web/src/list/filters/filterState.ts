import { isEmptyValue, initialValuesOfFilters } from '@tradehouse/contract';
import type { Filter, TableDeclaration } from '@tradehouse/contract';

export { isEmptyValue } from '@tradehouse/contract';

/** Filter values by name: a text, an id, several, two days, or a flag. */
export type FilterValues = Readonly<Record<string, unknown>>;

const fromText = ({ control }: Filter, text: string): unknown => {
  if (control === 'flag') return text === '' ? undefined : text === 'true' || text === '1';
  if (
    control === 'dates' ||
    control === 'choices' ||
    control === 'warehouses' ||
    control === 'accounts'
  )
    return text.split(',');
  return text;
};

/**
 * Returns a page's initial values: the address overrides the table's defaults.
 *
 * @param hidden amounts hidden from the user, which no initial value may concern
 */
export function startingFilters(
  table: TableDeclaration,
  today: string,
  given: URLSearchParams,
  hidden: readonly string[] = [],
): FilterValues {
  const starts = initialValuesOfFilters(table, today, hidden);
  const values = Object.entries(table.filters).map(([name, filter]) => {
    const text = given.get(name);
    return [name, text === null ? starts[name] : fromText(filter, text)] as const;
  });
  return Object.fromEntries(values.filter(([, value]) => !isEmptyValue(value)));
}

/** Returns a list call's `search`: JSON of the non-empty values; undefined if all are empty. */
export function searchText(values: FilterValues, fixed: FilterValues = {}): string | undefined {
  const given = Object.entries({ ...values, ...fixed }).filter(([, value]) => !isEmptyValue(value));
  return given.length === 0 ? undefined : JSON.stringify(Object.fromEntries(given));
}

/** Returns the values without optional date ranges. */
export const withoutDateFilters = (table: TableDeclaration, values: FilterValues): FilterValues =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => {
      const filter = table.filters[name];
      return filter?.control !== 'dates' || filter.required === true;
    }),
  );

export const onlyRequired = ({ filters }: TableDeclaration, values: FilterValues): FilterValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => filters[name]?.required === true));

export const withoutRequired = (
  { filters }: TableDeclaration,
  values: FilterValues,
): FilterValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => filters[name]?.required !== true));

/** Returns the names of required filters without a value. */
export const missingFilters = (table: TableDeclaration, values: FilterValues): readonly string[] =>
  Object.entries(table.filters)
    .filter(([name, { required }]) => required === true && isEmptyValue(values[name]))
    .map(([name]) => name);

/** Both ends open: documents of every day. */
export const EVERY_DAY = ',';

/** In an address, the name of the record a filter refers to stands behind this and the filter's name. */
const WORD = 'word.';

/** Returns the names of records referenced by an address's filters. */
export const filterWordsFromUrl = (given: URLSearchParams): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...given].flatMap(([name, word]) =>
      name.startsWith(WORD) ? [[name.slice(WORD.length), word] as const] : [],
    ),
  );

/** Builds a page's URL with filters, for drill-downs; `words` names the records. */
export function urlWithFilters(
  url: string,
  values: FilterValues,
  words: Readonly<Record<string, string>> = {},
): string {
  const pairs = [
    ...Object.entries(values).filter(([, value]) => !isEmptyValue(value)),
    ...Object.entries(words).map(([name, word]) => [WORD + name, word] as const),
  ];
  const query = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return query === '' ? url : `${url}?${query}`;
}
