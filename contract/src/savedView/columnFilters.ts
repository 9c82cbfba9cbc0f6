import { needsNoValue } from '../conditions.ts';
import type { HeadingRange } from '../conditions.ts';
import type { TableColumn, ListQuery, TableDeclaration } from '../table.ts';
import type { ListView } from './listView.ts';

/** Advanced query: rows of column, rule and value; all hold, or any. */
export type Conditions = NonNullable<ListView['conditions']>;
/** Heading filters by column. */
export type HeadingFilters = NonNullable<ListView['headers']>;

/** Column filter of a list, besides its filters. */
export interface Sieve {
  readonly conditions?: Conditions;
  readonly headers?: HeadingFilters;
}

/** Returns true if missing, blank, or a list of only these: nothing is filtered. */
export const isEmptyValue = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.every(isEmptyValue));

/** Ticked choices; part of a text; range of figures or days. */
export type HeadingKind = 'choices' | 'part' | 'range';

/** Kind of filter in a column heading. */
export function headingKind({ type }: Pick<TableColumn, 'type'>): HeadingKind {
  if (type === 'choice' || type === 'tags' || type === 'flag') return 'choices';
  return type === 'text' || type === 'id' ? 'part' : 'range';
}

const toHeadingRange = ([ge = '', le = '']: HeadingFilters[string]): HeadingRange => ({
  ...(isEmptyValue(ge) ? {} : { ge: String(ge) }),
  ...(isEmptyValue(le) ? {} : { le: String(le) }),
});

function ofHeading(column: TableColumn | undefined, values: HeadingFilters[string]) {
  const kind = headingKind(column ?? { type: 'choice' });
  if (kind === 'range') return toHeadingRange(values);
  return kind === 'part' ? { like: values[0] } : values;
}

/** Serializes a column filter for the server. */
export function sieveQuery(
  { columns }: TableDeclaration,
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
