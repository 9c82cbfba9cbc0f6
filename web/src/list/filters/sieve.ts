import { isEmptyValue, isHiddenColumn } from '@tradehouse/contract';
import type { Conditions, HeadingFilters, Sieve, TableDeclaration } from '@tradehouse/contract';

export { headingKind, sieveQuery } from '@tradehouse/contract';
export type { Conditions, HeadingFilters, Sieve } from '@tradehouse/contract';

/** Returns columns available for conditions: shown in words, not hidden from the user. */
export const listFilterableColumns = (
  { columns }: TableDeclaration,
  hidden: readonly string[],
): readonly string[] =>
  Object.entries(columns).flatMap(([name, column]) =>
    column.hidden === true || column.trend !== undefined || isHiddenColumn(column, hidden)
      ? []
      : [name],
  );

/** Removes conditions on missing or hidden columns, which the server would refuse. */
export function dropUnavailableFilters(
  table: TableDeclaration,
  { conditions, headers = {} }: Sieve,
  hidden: readonly string[],
): Sieve {
  const names = new Set(listFilterableColumns(table, hidden));
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

/** Returns true if any row is filtered. */
export const hasColumnFilters = ({ conditions, headers }: Sieve): boolean =>
  conditions !== undefined || headers !== undefined;

/** Name of the parameter in an address, in JSON. */
const SIEVE = 'sieve';

const isJsonRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function conditionsFromJson(value: unknown): Conditions | undefined {
  if (!isJsonRecord(value) || !Array.isArray(value['rows'])) return undefined;
  const rows = value['rows'].filter(
    (row: unknown) =>
      isJsonRecord(row) && typeof row['field'] === 'string' && typeof row['rule'] === 'string',
  );
  // SAFETY: the server refuses an unknown rule or value.
  return { match: value['match'] === 'or' ? 'or' : 'and', rows: rows as Conditions['rows'] };
}

const headingsFromJson = (value: unknown): HeadingFilters =>
  Object.fromEntries(
    Object.entries(isJsonRecord(value) ? value : {}).flatMap(([name, values]) =>
      Array.isArray(values) ? [[name, values.map(String)]] : [],
    ),
  );

/** Reads the column filter from an address; empty if the JSON is invalid. */
export function sieveOf(given: URLSearchParams): Sieve {
  try {
    const value: unknown = JSON.parse(given.get(SIEVE) ?? '{}');
    if (!isJsonRecord(value)) return {};
    const conditions = conditionsFromJson(value['conditions']);
    return {
      ...(conditions === undefined ? {} : { conditions }),
      headers: headingsFromJson(value['headers']),
    };
  } catch {
    return {};
  }
}
