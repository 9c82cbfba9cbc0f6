import type { ListQuery, Mask, Page, Table } from '@tradehouse/contract';
import { sql } from 'kysely';
import { cell } from './cell.ts';
import type { Context, Scope } from './context.ts';
import { seesAmounts } from './scope.ts';
import type { Source } from './source.ts';
import { tableQuery } from './tableQuery.ts';
import type { TableQuery } from './tableQuery.ts';
import { filtered, pageSql, totalsSql } from './tableSql.ts';

type Row = Readonly<Record<string, unknown>>;
export type Asked = ListQuery & { readonly ids?: string };

const priceMasks: readonly Mask[] = ['purchase', 'retail', 'sale'];

/** May whoever asks see the amounts of this column? Of mixed kinds only who may see all of them. */
export function seesColumn({ table, kind }: Source, scope: Scope, name: string): boolean {
  const mask = table.columns[name]?.mask;
  if (mask === undefined) return true;
  if (mask !== 'kind') return seesAmounts(scope, mask);
  const masks = kind === null ? priceMasks : [kind];
  return ['kind' as const, ...masks].every((each) => seesAmounts(scope, each));
}

/** A list request checked against its table and its reader's rights. */
export const askedOf = (source: Source, scope: Scope, asked: Asked): TableQuery =>
  tableQuery(source.table, asked, (name) => seesColumn(source, scope, name));

/** One page of a table with the count and the totals over everything that matches: two statements, one snapshot. */
export async function readPage(context: Context, source: Source, asked: Asked): Promise<Page<Row>> {
  const { scope, tx } = context;
  const query = askedOf(source, scope, asked);
  const from = filtered(source, query, context);
  const shown = query.columns.filter((name) => seesColumn(source, scope, name));
  const { rows } = await sql<Row>`${pageSql(source, query, shown, from, context)}`.execute(tx);
  const sums = Object.keys(source.table.columns).filter(
    (name) => source.table.columns[name]?.sum === true,
  );
  const visibleSums = sums.filter((name) => seesColumn(source, scope, name));
  const total = await totalsOf(context, query, from, visibleSums, rows.length);
  return {
    rows: rows.map((row) => shownRow(source.table, query.columns, row)),
    total: Number(total['#']),
    totals: Object.fromEntries(
      sums.map((name) => [
        name,
        Object.hasOwn(total, name) ? String(cell('quantity', total[name])) : null,
      ]),
    ),
  };
}

/** Counts and sums; a page that shows everything needs no count of its own. */
async function totalsOf(
  { tx }: Context,
  query: TableQuery,
  from: ReturnType<typeof filtered>,
  sums: readonly string[],
  shown: number,
): Promise<Row> {
  const isLast = shown < query.limit && (shown > 0 || query.offset === 0);
  if (sums.length === 0 && isLast) return { '#': query.offset + shown };
  const { rows } = await sql<Row>`${totalsSql(sums, from)}`.execute(tx);
  return rows[0] ?? { '#': 0 };
}

/** A row with every column asked for; masked ones are null. */
export const shownRow = (table: Table, columns: readonly string[], row: Row): Row =>
  Object.fromEntries(
    columns.map((name) => [name, cell(table.columns[name]?.type ?? 'text', row[name])]),
  );
