import { isHidden, needsNoValue } from '@tradehouse/contract';
import type { Column, HeadingRange, ListQuery, ListView, Table } from '@tradehouse/contract';
import { isEmptyValue } from './filterState.ts';

/** The advanced query: rows of column, rule and value, all of which hold, or any. */
export type Conditions = NonNullable<ListView['conditions']>;
/** What the headings of columns ask for, by column. */
export type Headings = NonNullable<ListView['headers']>;

/** What narrows a list besides its filters. */
export interface Sieve {
  readonly conditions?: Conditions;
  readonly headers?: Headings;
}

/** Ticks of choices; the part that a text holds; from one figure or day to another. */
export type HeadingKind = 'choices' | 'part' | 'range';

/** How the heading of a column filters. */
export function headingKind({ type }: Pick<Column, 'type'>): HeadingKind {
  if (type === 'choice' || type === 'tags' || type === 'flag') return 'choices';
  return type === 'text' || type === 'id' ? 'part' : 'range';
}

/** Columns that may be asked about: what is on the screen, and not hidden from the one who asks. */
export const askable = ({ columns }: Table, hidden: readonly string[]): readonly string[] =>
  Object.entries(columns).flatMap(([name, column]) =>
    column.hidden === true || isHidden(column, hidden) ? [] : [name],
  );

/** What is left of it where some columns are not there, or hidden from the one who asks: the server would refuse it. */
export function readable(
  table: Table,
  { conditions, headers = {} }: Sieve,
  hidden: readonly string[],
): Sieve {
  const names = new Set(askable(table, hidden));
  const rows = (conditions?.rows ?? []).filter(({ field }) => names.has(field));
  const heads = Object.entries(headers).filter(
    ([name, values]) => names.has(name) && !isEmptyValue(values),
  );
  return {
    ...(conditions === undefined || rows.length === 0
      ? {}
      : { conditions: { match: conditions.match, rows } }),
    ...(heads.length === 0 ? {} : { headers: Object.fromEntries(heads) }),
  };
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

/** Whether it narrows anything. */
export const narrows = ({ conditions, headers }: Sieve): boolean =>
  conditions !== undefined || headers !== undefined;

/** In an address it stands under this name, as JSON. */
const SIEVE = 'sieve';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function conditionsOf(value: unknown): Conditions | undefined {
  if (!isRecord(value) || !Array.isArray(value['rows'])) return undefined;
  const rows = value['rows'].filter(
    (row: unknown) =>
      isRecord(row) && typeof row['field'] === 'string' && typeof row['rule'] === 'string',
  );
  // SAFETY: a rule or a value that the server does not know is refused there.
  return { match: value['match'] === 'or' ? 'or' : 'and', rows: rows as Conditions['rows'] };
}

const headersOf = (value: unknown): Headings =>
  Object.fromEntries(
    Object.entries(isRecord(value) ? value : {}).flatMap(([name, values]) =>
      Array.isArray(values) ? [[name, values.map(String)]] : [],
    ),
  );

/** What an address says of it; nothing where it is not written as one. */
export function sieveOf(given: URLSearchParams): Sieve {
  try {
    const value: unknown = JSON.parse(given.get(SIEVE) ?? '{}');
    if (!isRecord(value)) return {};
    const conditions = conditionsOf(value['conditions']);
    return {
      ...(conditions === undefined ? {} : { conditions }),
      headers: headersOf(value['headers']),
    };
  } catch {
    return {};
  }
}
