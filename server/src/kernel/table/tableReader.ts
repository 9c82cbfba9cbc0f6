import { masksOf } from '@tradehouse/contract';
import type { ListQuery, Mask, Page, Table } from '@tradehouse/contract';
import { sql } from 'kysely';
import { cell } from './cell.ts';
import { inOnePlan } from '../tx/onePlan.ts';
import { together } from '../tx/recordset.ts';
import type { Context, Scope } from '../context.ts';
import { mayOpen, seesAmounts } from '../scope.ts';
import type { Source } from './source.ts';
import { tableQuery } from './tableQuery.ts';
import type { TableQuery } from './tableQuery.ts';
import {
  keysSql,
  keysWithTotalsSql,
  pageSql,
  pageWithTotalsSql,
  rowsByKeySql,
  totalsSql,
} from './tableSql.ts';

type Row = Readonly<Record<string, unknown>>;
export type Asked = ListQuery & { readonly ids?: string; readonly format?: 'xlsx' | 'csv' };

const priceMasks: readonly Mask[] = ['purchase', 'retail', 'sale'];

/** May the caller see what stands in this column: its amounts, of mixed kinds all of them, and the page it tells of? */
export function seesColumn({ table, kind }: Source, scope: Scope, name: string): boolean {
  const { page } = table.columns[name] ?? {};
  if (page !== undefined && !mayOpen(scope, page)) return false;
  const sides = kind === null ? priceMasks : [kind];
  const masks = masksOf(table.columns[name] ?? {});
  return masks
    .flatMap((mask) => (mask === 'kind' ? [mask, ...sides] : [mask]))
    .every((mask) => seesAmounts(scope, mask));
}

/** A list request checked against its table and its reader's rights. */
export const askedOf = (source: Source, scope: Scope, asked: Asked): TableQuery =>
  tableQuery(source.table, asked, (name) => seesColumn(source, scope, name));

/** The request with its filters as the source's query takes them. */
export async function meant(
  context: Context,
  source: Source,
  query: TableQuery,
): Promise<TableQuery> {
  return { ...query, filters: await source.meaning(context, query.filters) };
}

/** One page of a table with the count and the totals over everything that matches, all from one snapshot. */
export async function readPage(context: Context, source: Source, asked: Asked): Promise<Page<Row>> {
  const query = await meant(context, source, askedOf(source, context.scope, asked));
  const visible = (name: string): boolean => seesColumn(source, context.scope, name);
  const { columns, asksShown } = source.table;
  // Where each figure takes time, none is worked out for a total alone.
  const told = asksShown === true ? query.columns : Object.keys(columns);
  const sums = told.filter((name) => columns[name]?.sum === true);
  const apart = source.apart(context, query.filters);
  const added = sums.filter((name) => visible(name) && !apart.includes(name));
  const wanted = { query, shown: query.columns.filter(visible), sums: added };
  const { rows, count, totals } = await readerOf(source)(context, source, wanted);
  return {
    rows: rows.map((row) => shownRow(source.table, query.columns, row)),
    total: count,
    totals: Object.fromEntries(
      sums.map((name) => [
        name,
        Object.hasOwn(totals, name) ? String(cell('quantity', totals[name])) : null,
      ]),
    ),
  };
}

interface Wanted {
  readonly query: TableQuery;
  readonly shown: readonly string[];
  readonly sums: readonly string[];
}

interface Found {
  readonly rows: readonly Row[];
  readonly count: number;
  /** By column; columns that no one may see are missing. */
  readonly totals: Row;
}

function readerOf({ pages }: Source) {
  if (pages === 'whole') return inOnePass;
  return pages === 'byKey' ? byKeys : inTwo;
}

async function inOnePass(
  context: Context,
  source: Source,
  { query, shown, sums }: Wanted,
): Promise<Found> {
  const both = pageWithTotalsSql(source, query, shown, sums, context);
  const { rows } = await sql<Row>`${both}`.execute(context.tx);
  const [first = {}] = rows;
  return {
    rows: rows.filter((row) => row['#empty'] === false),
    count: Number(first['#'] ?? 0),
    totals: Object.fromEntries(sums.map((name) => [name, first[`#${name}`]])),
  };
}

/** The keys of the page with the count and the totals; then its rows are read by them. */
async function byKeys(context: Context, source: Source, wanted: Wanted): Promise<Found> {
  const few = source.few.some((name) => Object.hasOwn(wanted.query.filters, name));
  const { keys, totals } = await (few ? searched : apart)(context, source, wanted);
  const { query, shown } = wanted;
  const page = rowsByKeySql(source, query, shown, context, keys);
  const rows = keys.length === 0 ? [] : await inOnePlan<Row>(context, page);
  return { rows, count: Number(totals['#'] ?? 0), totals };
}

interface Keys {
  readonly keys: readonly string[];
  readonly totals: Row;
}

/** What matches is looked for once, for the totals and the keys. */
async function searched(context: Context, source: Source, { query, sums }: Wanted): Promise<Keys> {
  const both = keysWithTotalsSql(source, query, sums, context);
  const { rows: all } = await sql<Row>`${both}`.execute(context.tx);
  const [totals = {}] = all;
  // SAFETY: an array of keys, of a row that is always there.
  return { keys: (totals['#keys'] ?? []) as readonly string[], totals };
}

async function apart(context: Context, source: Source, { query, sums }: Wanted): Promise<Keys> {
  const page = keysSql(source, query, context);
  const keysOf = async () => {
    const { rows } = await sql<Row>`${page}`.execute(context.tx);
    return rows.map((row) => String(row[source.table.key ?? 'id']));
  };
  const [totals, keys] = await together([totalsOf(context, source, query, sums), keysOf()]);
  return { keys, totals };
}

async function inTwo(
  context: Context,
  source: Source,
  { query, shown, sums }: Wanted,
): Promise<Found> {
  const pageOf = async () => {
    const page = pageSql(source, query, shown, context);
    return (await sql<Row>`${page}`.execute(context.tx)).rows;
  };
  const found = (rows: readonly Row[], totals: Row): Found => ({
    rows,
    count: Number(totals['#'] ?? 0),
    totals,
  });
  if (sums.length > 0) {
    const [totals, rows] = await together([totalsOf(context, source, query, sums), pageOf()]);
    return found(rows, totals);
  }
  const rows = await pageOf();
  // A page that shows everything needs no count of its own.
  const isLast = rows.length < query.limit && (rows.length > 0 || query.offset === 0);
  if (isLast) return { rows, count: query.offset + rows.length, totals: {} };
  return found(rows, await totalsOf(context, source, query, sums));
}

async function totalsOf(
  context: Context,
  source: Source,
  query: TableQuery,
  sums: readonly string[],
): Promise<Row> {
  const short = source.totals(context, query, sums) ?? totalsSql(source, query, sums, context);
  const { rows } = await sql<Row>`${short}`.execute(context.tx);
  return rows[0] ?? {};
}

/** A row with every column asked for; masked ones are null. */
export const shownRow = (table: Table, columns: readonly string[], row: Row): Row =>
  Object.fromEntries(
    columns.map((name) => [name, cell(table.columns[name]?.type ?? 'text', row[name])]),
  );
