import { isEmptyValue, isHidden } from '@tradehouse/contract';
import type { Conditions, Headings, Sieve, Table } from '@tradehouse/contract';

export { headingKind, sieveQuery } from '@tradehouse/contract';
export type { Conditions, Headings, Sieve } from '@tradehouse/contract';

/** Columns that may be asked about: what is on the screen in words, and not hidden from the one who asks. */
export const askable = ({ columns }: Table, hidden: readonly string[]): readonly string[] =>
  Object.entries(columns).flatMap(([name, column]) =>
    column.hidden === true || column.trend !== undefined || isHidden(column, hidden) ? [] : [name],
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
