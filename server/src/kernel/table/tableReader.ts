import { masksOf } from '@tradehouse/contract';
import type { ListQuery, Mask, Page, TableDeclaration } from '@tradehouse/contract';
import { sql } from 'kysely';
import { toCellValue } from './cell.ts';
import { inOnePlan } from '../tx/onePlan.ts';
import { runTogether } from '../tx/recordset.ts';
import type { Context, Scope } from '../access/context.ts';
import { mayOpen, seesAmounts } from '../access/scope.ts';
import type { BoundTable } from './source.ts';
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

type ReadTableRow = Readonly<Record<string, unknown>>;
export type TableRequest = ListQuery & { readonly ids?: string; readonly format?: 'xlsx' | 'csv' };

const priceMasks: readonly Mask[] = ['purchase', 'retail', 'sale'];

/** May the caller see the column: its amounts (for mixed kinds all), and the page that it shows? */
export function seesColumn({ table, kind }: BoundTable, scope: Scope, name: string): boolean {
  const { page } = table.columns[name] ?? {};
  if (page !== undefined && !mayOpen(scope, page)) return false;
  const sides = kind === null ? priceMasks : [kind];
  const masks = masksOf(table.columns[name] ?? {});
  return masks
    .flatMap((mask) => (mask === 'kind' ? [mask, ...sides] : [mask]))
    .every((mask) => seesAmounts(scope, mask));
}

/** Checks a list request against the table and the reader's rights. */
export const toTableQuery = (source: BoundTable, scope: Scope, asked: TableRequest): TableQuery =>
  tableQuery(source.table, asked, (name) => seesColumn(source, scope, name));

/** Converts the request's filters to the form of the source's query. */
export async function resolveQueryFilters(
  context: Context,
  source: BoundTable,
  query: TableQuery,
): Promise<TableQuery> {
  return { ...query, filters: await source.meaning(context, query.filters) };
}

/** Reads a page of a table with count and totals over all matches, from one snapshot. */
export async function readPage(
  context: Context,
  source: BoundTable,
  asked: TableRequest,
): Promise<Page<ReadTableRow>> {
  const query = await resolveQueryFilters(
    context,
    source,
    toTableQuery(source, context.scope, asked),
  );
  const visible = (name: string): boolean => seesColumn(source, context.scope, name);
  const { columns, asksShown } = source.table;
  // Where each figure takes time, none is worked out for a total alone.
  const shownColumns = asksShown === true ? query.columns : Object.keys(columns);
  const sums = shownColumns.filter((name) => columns[name]?.sum === true);
  const nonAdditive = source.nonAdditive(context, query.filters);
  const added = sums.filter((name) => visible(name) && !nonAdditive.includes(name));
  const wanted = { query, shown: query.columns.filter(visible), sums: added };
  const { rows, count, totals } = await tableReaderOf(source)(context, source, wanted);
  return {
    rows: rows.map((row) => toShownRow(source.table, query.columns, row)),
    total: count,
    totals: Object.fromEntries(
      sums.map((name) => [
        name,
        Object.hasOwn(totals, name) ? String(toCellValue('quantity', totals[name])) : null,
      ]),
    ),
  };
}

interface TableReadPlan {
  readonly query: TableQuery;
  readonly shown: readonly string[];
  readonly sums: readonly string[];
}

interface TableReadResult {
  readonly rows: readonly ReadTableRow[];
  readonly count: number;
  /** Totals by column, without hidden columns. */
  readonly totals: ReadTableRow;
}

function tableReaderOf({ pages }: BoundTable) {
  if (pages === 'whole') return inOnePass;
  return pages === 'byKey' ? byKeys : inTwo;
}

async function inOnePass(
  context: Context,
  source: BoundTable,
  { query, shown, sums }: TableReadPlan,
): Promise<TableReadResult> {
  const end = await source.end(context, query);
  const totals = end === null ? null : source.totals(context, query, sums);
  const short = end === null || totals === null ? null : { rows: end, totals };
  const both = pageWithTotalsSql(source, query, shown, sums, context, short);
  const { rows } = await sql<ReadTableRow>`${both}`.execute(context.tx);
  const [first = {}] = rows;
  return {
    rows: rows.filter((row) => row['#empty'] === false),
    count: Number(first['#'] ?? 0),
    totals: Object.fromEntries(sums.map((name) => [name, first[`#${name}`]])),
  };
}

/** Reads the page's keys with count and totals, then the rows by key. */
async function byKeys(
  context: Context,
  source: BoundTable,
  wanted: TableReadPlan,
): Promise<TableReadResult> {
  const few = source.few.some((name) => Object.hasOwn(wanted.query.filters, name));
  const { keys, totals } = await (few ? readKeysInOneQuery : readKeysInTwoQueries)(
    context,
    source,
    wanted,
  );
  const { query, shown } = wanted;
  const page = rowsByKeySql(source, query, shown, context, keys);
  const rows = keys.length === 0 ? [] : await inOnePlan<ReadTableRow>(context, page);
  return { rows, count: Number(totals['#'] ?? 0), totals };
}

interface Keys {
  readonly keys: readonly string[];
  readonly totals: ReadTableRow;
}

/** Searches the matches once, for the totals and the keys. */
async function readKeysInOneQuery(
  context: Context,
  source: BoundTable,
  { query, sums }: TableReadPlan,
): Promise<Keys> {
  const both = keysWithTotalsSql(source, query, sums, context);
  const { rows: all } = await sql<ReadTableRow>`${both}`.execute(context.tx);
  const [totals = {}] = all;
  // SAFETY: the row always exists and holds an array of keys.
  return { keys: (totals['#keys'] ?? []) as readonly string[], totals };
}

async function readKeysInTwoQueries(
  context: Context,
  source: BoundTable,
  { query, sums }: TableReadPlan,
): Promise<Keys> {
  const page = keysSql(source, query, context);
  const keysOf = async () => {
    const { rows } = await sql<ReadTableRow>`${page}`.execute(context.tx);
    return rows.map((row) => String(row[source.table.key ?? 'id']));
  };
  const [totals, keys] = await runTogether([totalsOf(context, source, query, sums), keysOf()]);
  return { keys, totals };
}

async function inTwo(
  context: Context,
  source: BoundTable,
  { query, shown, sums }: TableReadPlan,
): Promise<TableReadResult> {
  const pageOf = async () => {
    const page = pageSql(source, query, shown, context);
    return (await sql<ReadTableRow>`${page}`.execute(context.tx)).rows;
  };
  const found = (rows: readonly ReadTableRow[], totals: ReadTableRow): TableReadResult => ({
    rows,
    count: Number(totals['#'] ?? 0),
    totals,
  });
  if (sums.length > 0) {
    const [totals, rows] = await runTogether([totalsOf(context, source, query, sums), pageOf()]);
    return found(rows, totals);
  }
  const rows = await pageOf();
  // A page that shows everything needs no separate count.
  const isLast = rows.length < query.limit && (rows.length > 0 || query.offset === 0);
  if (isLast) return { rows, count: query.offset + rows.length, totals: {} };
  return found(rows, await totalsOf(context, source, query, sums));
}

async function totalsOf(
  context: Context,
  source: BoundTable,
  query: TableQuery,
  sums: readonly string[],
): Promise<ReadTableRow> {
  const short = source.totals(context, query, sums) ?? totalsSql(source, query, sums, context);
  const { rows } = await sql<ReadTableRow>`${short}`.execute(context.tx);
  return rows[0] ?? {};
}

/** Returns a row with every requested column; masked columns are null. */
export const toShownRow = (
  table: TableDeclaration,
  columns: readonly string[],
  row: ReadTableRow,
): ReadTableRow =>
  Object.fromEntries(
    columns.map((name) => [name, toCellValue(table.columns[name]?.type ?? 'text', row[name])]),
  );
