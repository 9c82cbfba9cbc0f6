import type { Filter, Mask, Table } from '@tradehouse/contract';
import type { Expression } from 'kysely';
import type { Context } from './context.ts';

type ValueOf<F extends Filter> = F['control'] extends 'choices' | 'warehouses'
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

export interface SourceOptions {
  /** What a column masked as 'kind' shows here: the price kind of the documents listed. */
  readonly kind?: Mask | null;
  /**
   * Its rows stand for themselves: each can be read by its key alone. Of a deep page only the keys are then read in
   * order, and the rest of a row for the rows that are shown.
   */
  readonly byKey?: boolean;
}

/** A table and the query that fills it. */
export interface Source<T extends Table = Table> {
  readonly table: T;
  readonly rows: (context: Context, filters: FiltersOf<T>) => Expression<unknown>;
  readonly kind: Mask | null;
  readonly byKey: boolean;
}

/**
 * Binds a table to its query, a Kysely select or `sql` text whose columns are exactly the table's and which is already
 * scoped. The reader adds the declared filters, order, page, count and totals around it; `own` filters are the query's.
 * A query without one of the table's columns does not compile.
 */
export function source<
  const T extends Table,
  Row extends { readonly [Name in keyof T['columns']]: unknown },
>(
  table: T,
  rows: (context: Context, filters: FiltersOf<T>) => Expression<Row>,
  options: SourceOptions = {},
): Source<T> {
  return { table, rows, kind: options.kind ?? null, byKey: options.byKey ?? false };
}
