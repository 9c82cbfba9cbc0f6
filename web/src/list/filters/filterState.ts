import { isEmptyValue, startsOf } from '@tradehouse/contract';
import type { Filter, Table } from '@tradehouse/contract';

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
 * The values a page starts with: those of the address win over the table's own starts.
 *
 * @param hidden the amounts that the one who looks may not see: nothing starts with a question about them
 */
export function startingFilters(
  table: Table,
  today: string,
  given: URLSearchParams,
  hidden: readonly string[] = [],
): FilterValues {
  const starts = startsOf(table, today, hidden);
  const values = Object.entries(table.filters).map(([name, filter]) => {
    const text = given.get(name);
    return [name, text === null ? starts[name] : fromText(filter, text)] as const;
  });
  return Object.fromEntries(values.filter(([, value]) => !isEmptyValue(value)));
}

/** The `search` of a list call: JSON of every value that is not empty, undefined when there is none. */
export function searchText(values: FilterValues, fixed: FilterValues = {}): string | undefined {
  const given = Object.entries({ ...values, ...fixed }).filter(([, value]) => !isEmptyValue(value));
  return given.length === 0 ? undefined : JSON.stringify(Object.fromEntries(given));
}

/** The values without those that ask for a range of days, except where a list needs one. */
export const undated = (table: Table, values: FilterValues): FilterValues =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => {
      const filter = table.filters[name];
      return filter?.control !== 'dates' || filter.required === true;
    }),
  );

/** The values of filters that a list needs. */
export const onlyRequired = ({ filters }: Table, values: FilterValues): FilterValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => filters[name]?.required === true));

/** The values of all others. */
export const withoutRequired = ({ filters }: Table, values: FilterValues): FilterValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => filters[name]?.required !== true));

/** Required filters that have no value yet, by name. */
export const missingFilters = (table: Table, values: FilterValues): readonly string[] =>
  Object.entries(table.filters)
    .filter(([name, { required }]) => required === true && isEmptyValue(values[name]))
    .map(([name]) => name);

/** In an address, the name of the record a filter refers to stands behind this and the filter's name. */
const WORD = 'word.';

/** What the filters of an address refer to, in words. */
export const wordsOf = (given: URLSearchParams): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...given].flatMap(([name, word]) =>
      name.startsWith(WORD) ? [[name.slice(WORD.length), word] as const] : [],
    ),
  );

/** A url of a page with filters in it, as drill-downs open it; `words` names the records they refer to. */
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
