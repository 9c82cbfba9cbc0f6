import type { Filter, Mask, Table } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { Expression, RawBuilder } from 'kysely';
import type { Context } from '../context.ts';
import type { TableQuery } from './tableQuery.ts';

type ValueOf<F extends Filter> = F['control'] extends 'choices' | 'warehouses' | 'accounts'
  ? readonly string[]
  : F['control'] extends 'dates'
    ? readonly [string | null, string | null]
    : F['control'] extends 'flag'
      ? boolean
      : string;

/** The filters of a request, checked: a value for each declared filter that was given. */
export type FiltersOf<T extends Table> = {
  readonly [Name in keyof T['filters']]?: ValueOf<T['filters'][Name]>;
};

/**
 * The filters of a request of a table, where it asks for nothing but these: then something shorter than its rows may answer it.
 * null: it asks for more.
 */
export function onlyAsked<T extends Table>(
  _: T,
  { filters, header, conditions, ids }: TableQuery,
  names: readonly (keyof T['filters'] & string)[],
): FiltersOf<T> | null {
  const wanted: readonly string[] = names;
  const more = Object.keys(filters).filter((name) => !wanted.includes(name)).length;
  // SAFETY: read from the request by the filters of this very table.
  return more + header.length + conditions.length + ids.length === 0
    ? (filters as FiltersOf<T>)
    : null;
}

/**
 * What a page of a source costs. `alone`: only its own rows. `byKey`: the same, and every row can be read by its key, so
 * that the keys of a page are looked for alone, and what stands before a deep one is not worked out. `whole`: all rows have to
 * be worked out to know any (running sums, grouped figures), so page and totals are taken from one pass.
 */
type Pages = 'alone' | 'byKey' | 'whole';

/**
 * Columns that a row can be told by what it is, however many others there are. They are looked up for the rows that are
 * shown; for all of them only where the request filters or sorts by one, and for a spreadsheet.
 */
interface Beside<Name extends string> {
  /** What of a row they are looked up by, beside its key. */
  readonly by?: readonly string[];
  /** Left joins to the relation `row`, each of one row at most. */
  readonly joins: RawBuilder<unknown>;
  readonly columns: Readonly<Record<Name, RawBuilder<unknown>>>;
}

export interface SourceOptions<Name extends string = string> {
  /** What a column masked as 'kind' shows here: the price kind of the documents listed. */
  readonly kind?: Mask | null;
  readonly pages?: Pages;
  readonly totals?: ShortTotals;
  readonly end?: ShortEnd;
  /** `byKey`: filters that few rows pass; where one is asked for, the rows are looked for once, for the page and the totals. */
  readonly few?: readonly string[];
  readonly meaning?: Meaning;
  /** Summed columns whose rows do not add up as they are asked for (what lay there at the end of each month): they have no total. */
  readonly apart?: Apart;
  /** Its amounts are of several currencies: beside each summed column stands what adds up, named by `inBase`. */
  readonly currencies?: boolean;
  readonly beside?: (context: Context, filters: Filters) => Beside<Name>;
}

/** What a column comes to in the company's own currency, as rows of several name it. */
export const inBase = (column: string): string => `${column} in base`;

/**
 * The names that a statement reads of its rows: a wide query may leave out the others, since the database looks at every
 * expression before it drops what no one reads.
 */
export type Wanted = ReadonlySet<string>;

/**
 * Looks up what `own` filters mean before the query is built (the SKUs of a keyword), so that the database plans for what
 * it will find. Answers the filters as the query takes them.
 */
export type Meaning = (context: Context, filters: Filters) => Promise<Filters>;
type Filters = TableQuery['filters'];
type Apart = (context: Context, filters: Filters) => readonly string[];

/**
 * A shorter way to the count (as `#`) and the sums of these columns than over the rows themselves: a query of one row
 * that says the same, or null where the filters or the reader's scope ask for more than is summed up.
 */
export type ShortTotals = (
  context: Context,
  query: TableQuery,
  sums: readonly string[],
) => RawBuilder<unknown> | null;

/**
 * A shorter way to the first pages of a report whose rows all have to be worked out: as many rows as they take, from the end
 * that the table opens with, worked out from there on; null where the request or the reader's scope asks for other rows. The
 * totals beside it are the short ones, so there must be a short way to them too.
 */
export type ShortEnd = (context: Context, query: TableQuery) => RawBuilder<unknown> | null;

/** A table and the query that fills it. */
export interface Source<T extends Table = Table> {
  readonly table: T;
  readonly rows: (context: Context, filters: FiltersOf<T>, wanted: Wanted) => Expression<unknown>;
  readonly kind: Mask | null;
  readonly pages: Pages;
  readonly totals: ShortTotals;
  readonly end: ShortEnd;
  readonly few: readonly string[];
  readonly meaning: Meaning;
  readonly apart: Apart;
  readonly currencies: boolean;
  readonly beside: (context: Context, filters: Filters) => Beside<string>;
}

/**
 * Binds a table to its query, a Kysely select or `sql` text whose columns are exactly the table's and which is already
 * scoped. The reader adds the declared filters, order, page, count and totals around it; `own` filters are the query's.
 * A query without one of the table's columns does not compile.
 */
export function source<
  const T extends Table,
  Row extends { readonly [Name in Exclude<keyof T['columns'], Lazy>]: unknown },
  Lazy extends keyof T['columns'] & string = never,
>(
  table: T,
  rows: (context: Context, filters: FiltersOf<T>, wanted: Wanted) => Expression<Row>,
  options: SourceOptions<Lazy> = {},
): Source<T> {
  const { kind = null, pages = 'alone', totals = () => null, end = () => null } = options;
  const { few = [], apart = () => [] } = options;
  const { meaning = async (_, filters) => filters, currencies = false } = options;
  const { beside = () => ({ joins: sql``, columns: {} }) } = options;
  return { table, rows, kind, pages, totals, end, few, meaning, apart, currencies, beside };
}
