import type { Filter, Mask, TableDeclaration } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { Expression, RawBuilder } from 'kysely';
import type { Context } from '../access/context.ts';
import type { TableQuery } from './tableQuery.ts';

type ValueOf<F extends Filter> = F['control'] extends 'choices' | 'warehouses' | 'accounts'
  ? readonly string[]
  : F['control'] extends 'dates'
    ? readonly [string | null, string | null]
    : F['control'] extends 'flag'
      ? boolean
      : string;

/** Checked filters of a request: a value for each declared filter in use. */
export type FiltersOf<T extends TableDeclaration> = {
  readonly [Name in keyof T['filters']]?: ValueOf<T['filters'][Name]>;
};

/**
 * Returns the filters of a request that uses only the named ones: a shorter query may then answer. null:
 * the request uses more.
 */
export function onlyNamedFilters<T extends TableDeclaration>(
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
 * Cost of a source's page. `alone`: only its own rows. `byKey`: also, every row can be read by key; a
 * page's keys are searched alone, and the rows before a deep page are not computed. `whole`: any row needs
 * all rows (running sums, grouped figures), so page and totals come from one pass.
 */
type PagingCost = 'alone' | 'byKey' | 'whole';

/**
 * Columns determined by the row alone, however many others exist. Looked up for the rows shown; for all
 * only if the request filters or sorts by one, and for a spreadsheet.
 */
interface LookupColumns<Name extends string> {
  /** Columns of the row used for the look-up, beside the key. */
  readonly by?: readonly string[];
  /** Left joins to the relation `row`, each with at most one row. */
  readonly joins: RawBuilder<unknown>;
  readonly columns: Readonly<Record<Name, RawBuilder<unknown>>>;
  /** `whole`: sums of these columns, each a query over the relation `found` of all rows. */
  readonly sums?: Readonly<Partial<Record<Name, RawBuilder<unknown>>>>;
}

export interface SourceOptions<Name extends string = string> {
  /** Price kind of the documents listed, shown by a column masked 'kind'. */
  readonly kind?: Mask | null;
  readonly pages?: PagingCost;
  readonly totals?: ShortTotals;
  readonly end?: ShortEnd;
  /** `byKey`: filters that few rows pass; if one is used, a single search serves page and totals. */
  readonly few?: readonly string[];
  /** `byKey`: filters with which the rows of a page's keys are read; default: none. */
  readonly ofKeys?: KeyFilters;
  readonly meaning?: FilterResolver;
  /** Non-additive summed columns of a request (stock at the end of each month), therefore without a total. */
  readonly nonAdditive?: NonAdditiveColumns;
  /** True for amounts in several currencies: `baseCurrencyColumn` names the column to add up. */
  readonly currencies?: boolean;
  readonly beside?: (context: Context, filters: TableFilterValues) => LookupColumns<Name>;
}

/** Column of the amount in the company's own currency, beside amounts in several. */
export const baseCurrencyColumn = (column: string): string => `${column} in base`;

/**
 * Columns that a statement reads: a wide query may leave out the rest, because the database evaluates every
 * expression before dropping it.
 */
export type WantedNames = ReadonlySet<string>;

/**
 * Resolves `own` filters before the query is built (the SKUs of a keyword), so that the database plans for
 * actual values. Returns the filters in the query's form.
 */
export type FilterResolver = (
  context: Context,
  filters: TableFilterValues,
) => Promise<TableFilterValues>;
type TableFilterValues = TableQuery['filters'];
type KeyFilters = (filters: TableFilterValues, keys: readonly string[]) => TableFilterValues;
type NonAdditiveColumns = (context: Context, filters: TableFilterValues) => readonly string[];

/**
 * Shorter query for the count (`#`) and column sums than over the rows: one row with the same result, or
 * null if the filters or the reader's scope need more than the roll-ups hold.
 */
export type ShortTotals = (
  context: Context,
  query: TableQuery,
  sums: readonly string[],
) => RawBuilder<unknown> | null;

/**
 * Shorter query for the first pages of a report that computes all rows: only the rows needed, from the end
 * where the table opens. Null if the request or the reader's scope needs other rows, or if the full query
 * is as quick for few data. The page uses the short totals, so they must have a short query too.
 */
export type ShortEnd = (
  context: Context,
  query: TableQuery,
) => RawBuilder<unknown> | null | Promise<RawBuilder<unknown> | null>;

export interface BoundTable<T extends TableDeclaration = TableDeclaration> {
  readonly table: T;
  readonly rows: (
    context: Context,
    filters: FiltersOf<T>,
    wanted: WantedNames,
  ) => Expression<unknown>;
  readonly kind: Mask | null;
  readonly pages: PagingCost;
  readonly totals: ShortTotals;
  readonly end: ShortEnd;
  readonly few: readonly string[];
  readonly ofKeys: KeyFilters;
  readonly meaning: FilterResolver;
  readonly nonAdditive: NonAdditiveColumns;
  readonly currencies: boolean;
  readonly beside: (context: Context, filters: TableFilterValues) => LookupColumns<string>;
}

/**
 * Binds a table to its query: a Kysely select or `sql` text, already scoped, with exactly the table's
 * columns. The reader adds declared filters, order, page, count and totals; the query handles `own`
 * filters. A query without one of the columns does not compile.
 */
export function bindTable<
  const T extends TableDeclaration,
  Row extends { readonly [Name in Exclude<keyof T['columns'], Lazy>]: unknown },
  Lazy extends keyof T['columns'] & string = never,
>(
  table: T,
  rows: (context: Context, filters: FiltersOf<T>, wanted: WantedNames) => Expression<Row>,
  options: SourceOptions<Lazy> = {},
): BoundTable<T> {
  const { kind = null, pages = 'alone', totals = () => null, end = () => null } = options;
  const { few = [], ofKeys = () => ({}), nonAdditive = () => [] } = options;
  const { meaning = async (_, filters) => filters, currencies = false } = options;
  const { beside = () => ({ joins: sql``, columns: {} }) } = options;
  const paging = { pages, totals, end, few, ofKeys };
  return { table, rows, kind, ...paging, meaning, nonAdditive, currencies, beside };
}
