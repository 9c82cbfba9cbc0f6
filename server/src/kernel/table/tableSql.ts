import type { TableColumn, Filter, TableDeclaration, ConditionRule } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { Expression, RawBuilder } from 'kysely';
import type { Context } from '../access/context.ts';
import { dayStart } from './dayStart.ts';
import { quoteSqlName } from './quoted.ts';
import { textEndsSql, containsTextSql } from './searchSql.ts';
import { baseCurrencyColumn } from './source.ts';
import type { BoundTable } from './source.ts';
import type { Condition, FilterValue, TableQuery } from './tableQuery.ts';

type TableSql = RawBuilder<unknown>;

/** SQL types of columns, for compared values. */
const casts: Readonly<Record<TableColumn['type'], string>> = {
  text: 'text',
  choice: 'text',
  tags: 'text',
  integer: 'numeric',
  quantity: 'numeric',
  money: 'numeric',
  price: 'numeric',
  percent: 'numeric',
  day: 'date',
  time: 'timestamptz',
  flag: 'boolean',
  id: 'bigint',
};

const refText = (column: string): string => `"row".${quoteSqlName(column)}`;
const columnRefSql = (column: string): TableSql => sql.raw(refText(column));
const joinTestsSql = (parts: readonly TableSql[], word: 'and' | 'or'): TableSql =>
  sql`(${sql.join(parts, sql.raw(` ${word} `))})`;

/**
 * Builds the source's query with all filters of the request, for a statement that reads the named columns.
 */
function filteredRowsSql(
  source: BoundTable,
  query: TableQuery,
  context: Context,
  names: readonly string[],
): TableSql {
  const { columns, filters, key = 'id' } = source.table;
  const zone = tenantZoneSql(context);
  const tests = [
    ...Object.entries(query.filters).flatMap(([name, value]) =>
      filterTest(filters[name], columns, value, zone),
    ),
    ...query.header.map((condition) => conditionTest(condition, columns[condition.column], zone)),
    ...advancedFilterSql(query, columns, zone),
    ...(query.ids.length > 0 ? [sql`${columnRefSql(key)}::text = any(${query.ids}::text[])`] : []),
  ];
  const rows = shownRowsSql(source, query, context, names);
  return sql`from ${rows}${tests.length > 0 ? sql` where ${joinTestsSql(tests, 'and')}` : sql``}`;
}

/** Builds the source's rows with the columns read, filtered and sorted by. */
function shownRowsSql(
  source: BoundTable,
  query: TableQuery,
  context: Context,
  names: readonly string[],
): TableSql {
  const { filters, key = 'id' } = source.table;
  const { columns: beside, joins, by = [] } = source.beside(context, query.filters);
  const wanted = new Set([
    ...names,
    key,
    query.order.column,
    ...Object.keys(query.filters).flatMap((name) => filters[name]?.columns ?? []),
    ...[...query.header, ...query.conditions].map(({ column }) => column),
  ]);
  const found = Object.keys(beside).filter((name) => wanted.has(name));
  const read = found.length === 0 ? wanted : new Set([...wanted, ...by]);
  // SAFETY: read from the request by the filters of this very table.
  const rows = namedRowsSql(source.rows(context, query.filters as never, read));
  if (found.length === 0) return rows;
  return namedRowsSql(
    sql`select ${sql.raw('"row".*')}, ${lookedUp(beside, found)} from ${rows} ${joins}`,
  );
}

const lookedUp = (beside: Readonly<Record<string, TableSql>>, names: readonly string[]): TableSql =>
  sql.join(names.map((name) => sql`${beside[name]} as ${sql.ref(name)}`));

/** Adds parentheses, which plain text needs; the builder's selects get a harmless second pair. */
const namedRowsSql = (rows: Expression<unknown>): TableSql => sql`(${rows}) as ${sql.ref('row')}`;

/** The company's clock, read where a day is compared with an instant. */
const tenantZoneSql = ({ tenantId }: Context): TableSql =>
  sql`(select time_zone from tenant_setting where tenant_id = ${tenantId})`;

function filterTest(
  filter: Filter | undefined,
  columns: Readonly<Record<string, TableColumn>>,
  value: FilterValue,
  zone: TableSql,
): TableSql[] {
  const names = filter?.columns ?? [];
  if (filter === undefined || filter.by === 'own' || names.length === 0) return [];
  const tests = names.map((name) =>
    singleFilterSql(filter, name, columns[name]?.type ?? 'text', value, zone),
  );
  return [joinTestsSql(tests, 'or')];
}

function singleFilterSql(
  filter: Filter,
  name: string,
  type: TableColumn['type'],
  value: FilterValue,
  zone: TableSql,
): TableSql {
  switch (filter.by) {
    case 'contains':
      return containsTextSql(columnRefSql(name), String(value));
    case 'range':
      // SAFETY: the request reader reads a range into two ends.
      return betweenDaysSql(name, type, value as readonly [string | null, string | null], zone);
    case 'choices':
      return amongValuesSql(name, { type }, Array.isArray(value) ? value : [String(value)]);
    default:
      return amongValuesSql(name, { type }, [String(value)]);
  }
}

function amongValuesSql(
  name: string,
  column: Pick<TableColumn, 'type'> | undefined,
  values: readonly string[],
): TableSql {
  const type = column?.type ?? 'text';
  const list = sql`${values}::${sql.raw(casts[type])}[]`;
  return type === 'tags'
    ? sql`${columnRefSql(name)} && ${list}`
    : sql`${columnRefSql(name)} = any(${list})`;
}

function betweenDaysSql(
  name: string,
  type: TableColumn['type'],
  [since, until]: readonly [string | null, string | null],
  zone: TableSql,
): TableSql {
  const start = (day: string, days: 0 | 1): TableSql =>
    type === 'time'
      ? dayStart(sql`(${day}::date + ${sql.lit(days)})`, zone)
      : sql`${day}::date + ${sql.lit(days)}`;
  const tests = [
    ...(since === null ? [] : [sql`${columnRefSql(name)} >= ${start(since, 0)}`]),
    ...(until === null ? [] : [sql`${columnRefSql(name)} < ${start(until, 1)}`]),
  ];
  return tests.length === 0 ? sql`true` : joinTestsSql(tests, 'and');
}

function advancedFilterSql(
  { conditions, match }: TableQuery,
  columns: Readonly<Record<string, TableColumn>>,
  zone: TableSql,
): TableSql[] {
  if (conditions.length === 0) return [];
  return [
    joinTestsSql(
      conditions.map((condition) => conditionTest(condition, columns[condition.column], zone)),
      match,
    ),
  ];
}

const operators: Readonly<Partial<Record<ConditionRule, string>>> = {
  eq: '=',
  gt: '>',
  ge: '>=',
  lt: '<',
  le: '<=',
};

function conditionTest(
  { column, rule, values }: Condition,
  declared: TableColumn | undefined,
  zone: TableSql,
): TableSql {
  const type = declared?.type ?? 'text';
  const [value = ''] = values;
  if (rule === 'empty') return isBlankSql(column, type);
  if (rule === 'filled') return sql`not ${isBlankSql(column, type)}`;
  if (rule === 'in') return amongValuesSql(column, declared, values);
  if (rule === 'like' || rule === 'left' || rule === 'right') {
    const text = sql`${columnRefSql(column)}::text`;
    // `left`: the pattern is open on the left, so the text ends with the value.
    return rule === 'like' ? containsTextSql(text, value) : textEndsSql(text, value, rule);
  }
  if (type === 'tags' || (type === 'time' && value.length === 10)) {
    const is =
      type === 'tags'
        ? amongValuesSql(column, declared, [value])
        : onDaySql(column, rule, value, zone);
    return rule === 'ne' ? sql`(${is}) is not true` : is;
  }
  const cast = sql.raw(casts[type]);
  if (rule === 'ne') return sql`${columnRefSql(column)} is distinct from ${value}::${cast}`;
  return sql`${columnRefSql(column)} ${sql.raw(operators[rule] ?? '=')} ${value}::${cast}`;
}

/** Tests for a blank value: null, an empty text, or a list without members. */
function isBlankSql(name: string, type: TableColumn['type']): TableSql {
  if (type === 'tags') return sql`(coalesce(cardinality(${columnRefSql(name)}), 0) = 0)`;
  return casts[type] === 'text'
    ? sql`(coalesce(${columnRefSql(name)}, '') = '')`
    : sql`(${columnRefSql(name)} is null)`;
}

/** Compares an instant with a day on the company's clock. */
function onDaySql(name: string, rule: ConditionRule, day: string, zone: TableSql): TableSql {
  const since = rule === 'ge' || rule === 'eq' || rule === 'ne' ? day : null;
  const until = rule === 'le' || rule === 'eq' || rule === 'ne' ? day : null;
  if (rule === 'gt') return sql`not ${betweenDaysSql(name, 'time', [null, day], zone)}`;
  if (rule === 'lt') return sql`not ${betweenDaysSql(name, 'time', [day, null], zone)}`;
  return betweenDaysSql(name, 'time', [since, until], zone);
}

/** Selects the rows of all pages. The key breaks ties, therefore pages never overlap. */
export const allRowsSql = (
  source: BoundTable,
  query: TableQuery,
  names: readonly string[],
  context: Context,
): TableSql =>
  sql`select ${namedColumnsSql(names)} ${filteredRowsSql(source, query, context, names)} ${orderBySql(query, source.table)}`;

export const pageSql = (
  source: BoundTable,
  query: TableQuery,
  names: readonly string[],
  context: Context,
): TableSql =>
  sql`select ${namedColumnsSql(names)} ${filteredRowsSql(source, query, context, names)} ${onPage(query, source.table)}`;

export const keysSql = (source: BoundTable, query: TableQuery, context: Context): TableSql =>
  pageSql(source, query, [source.table.key ?? 'id'], context);

/** Selects rows by key, in order. The filters only picked the keys, and do not change the text. */
export function rowsByKeySql(
  source: BoundTable,
  query: TableQuery,
  names: readonly string[],
  context: Context,
  keys: readonly string[],
): TableSql {
  const { key = 'id', columns: declared } = source.table;
  const type = casts[declared[key]?.type ?? 'text'];
  const filters = source.ofKeys(query.filters, keys);
  const all: TableQuery = { ...query, filters, header: [], conditions: [], ids: [] };
  return sql`
    select ${namedColumnsSql(names)} from ${shownRowsSql(source, all, context, names)}
    where ${columnRefSql(key)} = any(${keys}::${sql.raw(type)}[]) ${orderBySql(all, source.table)}`;
}

const onPage = (query: TableQuery, table: TableDeclaration): TableSql =>
  sql`${orderBySql(query, table)} limit ${query.limit} offset ${query.offset}`;

/** Selects the totals of `totalsSql` and a page's keys in `#keys`, from one search. */
export function keysWithTotalsSql(
  source: BoundTable,
  query: TableQuery,
  sums: readonly string[],
  context: Context,
): TableSql {
  const { key = 'id' } = source.table;
  const summed = source.currencies ? baseCurrencyColumn : (name: string): string => name;
  const needed = [...new Set([key, query.order.column, ...sums.map(summed)])];
  const found = sql`from found as ${sql.ref('row')}`;
  const page = onPage(query, source.table);
  return sql`with found as materialized (select ${namedColumnsSql(needed)} ${filteredRowsSql(source, query, context, needed)})
    select total.*, array(select ${columnRefSql(key)} ${found} ${page}) as ${sql.ref('#keys')}
    from (${countAndSums(sums, (name) => name, summed)} ${found}) as total`;
}

/** Rows of a report's end and its totals, each by a query shorter than that of all rows. */
export interface ShortPage {
  readonly rows: TableSql;
  readonly totals: TableSql;
}

/**
 * Selects a page with the totals over all rows, from one pass over the rows, or from the short queries.
 * Each row carries the count in `#` and a column's sum in `#` plus its name. An empty page still has one
 * row, with `#empty` true.
 */
export function pageWithTotalsSql(
  source: BoundTable,
  query: TableQuery,
  names: readonly string[],
  sums: readonly string[],
  context: Context,
  short: ShortPage | null,
): TableSql {
  const { key = 'id' } = source.table;
  const {
    columns: beside,
    joins,
    by = [],
    sums: apart = {},
  } = source.beside(context, query.filters);
  const added = sums.filter((name) => !Object.hasOwn(apart, name));
  const known = [...added, query.order.column, key, ...by];
  const late = names.filter((name) => Object.hasOwn(beside, name) && !known.includes(name));
  const own = names.filter((name) => !late.includes(name));
  const needed = [...new Set([...own, ...known])];
  const shown = [namedColumnsSql(own), ...(late.length > 0 ? [lookedUp(beside, late)] : [])];
  const order = orderBySql(query, source.table);
  const found = sql`from found as ${sql.ref('row')}`;
  const totals =
    short === null
      ? sql`${countAndSums(added, (name) => `#${name}`)}${sql.join(
          sums.flatMap((name) =>
            apart[name] === undefined ? [] : [sql`, (${apart[name]}) as ${sql.ref(`#${name}`)}`],
          ),
          sql``,
        )} ${found}`
      : sql`select ${namedColumnsSql(['#'])}${sql.join(
          sums.map((name) => sql`, ${columnRefSql(name)} as ${sql.ref(`#${name}`)}`),
          sql``,
        )} from ${namedRowsSql(short.totals)}`;
  const rows =
    short === null
      ? sql`select ${namedColumnsSql(needed)} ${filteredRowsSql(source, query, context, needed)}`
      : short.rows;
  return sql`with found as materialized (${rows})
    select total.*, ${columnRefSql(key)} is null as ${sql.ref('#empty')}, ${sql.join(shown)}
    from (${totals}) as total
    left join (select * ${found} ${order} limit ${query.limit} offset ${query.offset}) as ${sql.ref('row')} on true
    ${late.length > 0 ? joins : sql``} ${order}`;
}

const namedColumnsSql = (names: readonly string[]): TableSql =>
  sql.raw(names.map((name) => `${refText(name)} as ${quoteSqlName(name)}`).join(', '));

function orderBySql(
  { order: { column, direction } }: TableQuery,
  { columns, key = 'id' }: TableDeclaration,
): TableSql {
  const way = sql.raw(direction);
  const ties = column === key ? sql`` : sql`, ${columnRefSql(key)} ${way}`;
  return sql`order by ${sortedBy(column, columns[column])} ${way}${ties}`;
}

/** Sorts words by pinyin like a Chinese dictionary; numbers and keys in index order. */
const sortedBy = (name: string, declared: TableColumn | undefined): TableSql =>
  declared?.type === 'text' && declared.code !== true
    ? sql`${columnRefSql(name)} collate ${sql.ref('zh-x-icu')}`
    : columnRefSql(name);

/** Selects the row count in `#`, and each column's sum under the column name. */
export function totalsSql(
  source: BoundTable,
  query: TableQuery,
  sums: readonly string[],
  context: Context,
): TableSql {
  const summed = source.currencies ? baseCurrencyColumn : (name: string): string => name;
  const from = filteredRowsSql(source, query, context, sums.map(summed));
  return sql`${countAndSums(sums, (name) => name, summed)} ${from}`;
}

/** Selects the count in `#` and each sum under the result name, computed from the additive column. */
function countAndSums(
  sums: readonly string[],
  as: (name: string) => string,
  of = (name: string): string => name,
): TableSql {
  const parts = sums.map(
    (name) => `coalesce(sum(${refText(of(name))}), 0) as ${quoteSqlName(as(name))}`,
  );
  return sql.raw(`select ${['count(*) as "#"', ...parts].join(', ')}`);
}
