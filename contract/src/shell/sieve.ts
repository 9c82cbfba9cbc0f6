import { needsNoValue } from '../conditions.ts';
import type { HeadingRange } from '../conditions.ts';
import type { Column, ListQuery, Table } from '../table.ts';
import type { ListView } from './listView.ts';

/** The advanced query: rows of column, rule and value, all of which hold, or any. */
export type Conditions = NonNullable<ListView['conditions']>;
/** What the headings of columns ask for, by column. */
export type Headings = NonNullable<ListView['headers']>;

/** What narrows a list besides its filters. */
export interface Sieve {
  readonly conditions?: Conditions;
  readonly headers?: Headings;
}

/** Nothing, blanks, or a list of nothing else: it asks for nothing. */
export const isEmptyValue = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.every(isEmptyValue));

/** Ticks of choices; the part that a text holds; from one figure or day to another. */
export type HeadingKind = 'choices' | 'part' | 'range';

/** How the heading of a column filters. */
export function headingKind({ type }: Pick<Column, 'type'>): HeadingKind {
  if (type === 'choice' || type === 'tags' || type === 'flag') return 'choices';
  return type === 'text' || type === 'id' ? 'part' : 'range';
}

const ranged = ([ge = '', le = '']: Headings[string]): HeadingRange => ({
  ...(isEmptyValue(ge) ? {} : { ge: String(ge) }),
  ...(isEmptyValue(le) ? {} : { le: String(le) }),
});

function ofHeading(column: Column | undefined, values: Headings[string]) {
  const kind = headingKind(column ?? { type: 'choice' });
  if (kind === 'range') return ranged(values);
  return kind === 'part' ? { like: values[0] } : values;
}

/** How it travels to the server. */
export function sieveQuery(
  { columns }: Table,
  { conditions, headers = {} }: Sieve,
): Pick<ListQuery, 'filters' | 'superQueryParams' | 'superQueryMatchType'> {
  const rows = (conditions?.rows ?? []).filter(
    ({ rule, val }) => needsNoValue(rule) || !isEmptyValue(val),
  );
  const heads = Object.entries(headers).filter(([, values]) => !isEmptyValue(values));
  const asked = heads.map(([name, values]) => [name, ofHeading(columns[name], values)] as const);
  return {
    ...(asked.length === 0 ? {} : { filters: JSON.stringify(Object.fromEntries(asked)) }),
    ...(conditions === undefined || rows.length === 0
      ? {}
      : { superQueryParams: JSON.stringify(rows), superQueryMatchType: conditions.match }),
  };
}
