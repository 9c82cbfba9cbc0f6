import type { Column, Filter, Table, ConditionRule } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { Expression, RawBuilder } from 'kysely';
import type { Context } from '../context.ts';
import { dayStart } from '../dayStart.ts';
import { quoted } from './quoted.ts';
import { ends, holds } from './searchSql.ts';
import { inBase } from './source.ts';
import type { Source } from './source.ts';
import type { Condition, FilterValue, TableQuery } from './tableQuery.ts';

type Sql = RawBuilder<unknown>;

/** What a column is in SQL, for the values that are compared with it. */
const casts: Readonly<Record<Column['type'], string>> = {
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

const refText = (column: string): string => `"row".${quoted(column)}`;
const ref = (column: string): Sql => sql.raw(refText(column));
const all = (parts: readonly Sql[], word: 'and' | 'or'): Sql =>
  sql`(${sql.join(parts, sql.raw(` ${word} `))})`;

/** The source's query with every filter of the request around it, for a statement that reads these columns of it. */
function filtered(
  source: Source,
  query: TableQuery,
  context: Context,
  names: readonly string[],
): Sql {
  const { columns, filters, key = 'id' } = source.table;
  const zone = zoneOf(context);
  const tests = [
    ...Object.entries(query.filters).flatMap(([name, value]) =>
      filterTest(filters[name], columns, value, zone),
    ),
    ...query.header.map((condition) => conditionTest(condition, columns[condition.column], zone)),
    ...advanced(query, columns, zone),
    ...(query.ids.length > 0 ? [sql`${ref(key)}::text = any(${query.ids}::text[])`] : []),
  ];
  const rows = rowsOf(source, query, context, names);
  return sql`from ${rows}${tests.length > 0 ? sql` where ${all(tests, 'and')}` : sql``}`;
}

/** The source's rows, with what is read of them beside what they are filtered and sorted by. */
function rowsOf(
  source: Source,
  query: TableQuery,
  context: Context,
  names: readonly string[],
): Sql {
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
  const rows = named(source.rows(context, query.filters as never, read));
  if (found.length === 0) return rows;
  return named(sql`select ${sql.raw('"row".*')}, ${lookedUp(beside, found)} from ${rows} ${joins}`);
}

const lookedUp = (beside: Readonly<Record<string, Sql>>, names: readonly string[]): Sql =>
  sql.join(names.map((name) => sql`${beside[name]} as ${sql.ref(name)}`));

/** Text of its own needs no more parentheses; the builder's selects would get a second pair, which is harmless. */
const named = (rows: Expression<unknown>): Sql => sql`(${rows}) as ${sql.ref('row')}`;

/** The company's clock, read where a day is compared with an instant. */
const zoneOf = ({ tenantId }: Context): Sql =>
  sql`(select time_zone from tenant_setting where tenant_id = ${tenantId})`;

function filterTest(
  filter: Filter | undefined,
  columns: Readonly<Record<string, Column>>,
  value: FilterValue,
  zone: Sql,
): Sql[] {
  const names = filter?.columns ?? [];
  if (filter === undefined || filter.by === 'own' || names.length === 0) return [];
  const tests = names.map((name) => test(filter, name, columns[name]?.type ?? 'text', value, zone));
  return [all(tests, 'or')];
}

function test(
  filter: Filter,
  name: string,
  type: Column['type'],
  value: FilterValue,
  zone: Sql,
): Sql {
  switch (filter.by) {
    case 'contains':
      return holds(ref(name), String(value));
    case 'range':
      // SAFETY: a range is read from the request as its two ends.
      return between(name, type, value as readonly [string | null, string | null], zone);
    case 'choices':
      return among(name, { type }, Array.isArray(value) ? value : [String(value)]);
    default:
      return among(name, { type }, [String(value)]);
  }
}

function among(
  name: string,
  column: Pick<Column, 'type'> | undefined,
  values: readonly string[],
): Sql {
  const type = column?.type ?? 'text';
  const list = sql`${values}::${sql.raw(casts[type])}[]`;
  return type === 'tags' ? sql`${ref(name)} && ${list}` : sql`${ref(name)} = any(${list})`;
}

function between(
  name: string,
  type: Column['type'],
  [since, until]: readonly [string | null, string | null],
  zone: Sql,
): Sql {
  const start = (day: string, days: 0 | 1): Sql =>
    type === 'time'
      ? dayStart(sql`(${day}::date + ${sql.lit(days)})`, zone)
      : sql`${day}::date + ${sql.lit(days)}`;
  const tests = [
    ...(since === null ? [] : [sql`${ref(name)} >= ${start(since, 0)}`]),
    ...(until === null ? [] : [sql`${ref(name)} < ${start(until, 1)}`]),
  ];
  return tests.length === 0 ? sql`true` : all(tests, 'and');
}

function advanced(
  { conditions, match }: TableQuery,
  columns: Readonly<Record<string, Column>>,
  zone: Sql,
): Sql[] {
  if (conditions.length === 0) return [];
  return [
    all(
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
  declared: Column | undefined,
  zone: Sql,
): Sql {
  const type = declared?.type ?? 'text';
  const [value = ''] = values;
  if (rule === 'empty') return isBlank(column, type);
  if (rule === 'filled') return sql`not ${isBlank(column, type)}`;
  if (rule === 'in') return among(column, declared, values);
  if (rule === 'like' || rule === 'left' || rule === 'right') {
    const text = sql`${ref(column)}::text`;
    // `left` means the pattern's open end is on the left: the text ends so.
    return rule === 'like' ? holds(text, value) : ends(text, value, rule);
  }
  if (type === 'tags' || (type === 'time' && value.length === 10)) {
    const is =
      type === 'tags' ? among(column, declared, [value]) : onDay(column, rule, value, zone);
    return rule === 'ne' ? sql`(${is}) is not true` : is;
  }
  const cast = sql.raw(casts[type]);
  if (rule === 'ne') return sql`${ref(column)} is distinct from ${value}::${cast}`;
  return sql`${ref(column)} ${sql.raw(operators[rule] ?? '=')} ${value}::${cast}`;
}

/** Nothing stands in it: for a text also where it is empty, for a list where it has no member. */
function isBlank(name: string, type: Column['type']): Sql {
  if (type === 'tags') return sql`(coalesce(cardinality(${ref(name)}), 0) = 0)`;
  return casts[type] === 'text'
    ? sql`(coalesce(${ref(name)}, '') = '')`
    : sql`(${ref(name)} is null)`;
}

/** A day against an instant: what day it is there, on the company's clock. */
function onDay(name: string, rule: ConditionRule, day: string, zone: Sql): Sql {
  const since = rule === 'ge' || rule === 'eq' || rule === 'ne' ? day : null;
  const until = rule === 'le' || rule === 'eq' || rule === 'ne' ? day : null;
  if (rule === 'gt') return sql`not ${between(name, 'time', [null, day], zone)}`;
  if (rule === 'lt') return sql`not ${between(name, 'time', [day, null], zone)}`;
  return between(name, 'time', [since, until], zone);
}

/** The rows of all pages. Ties are broken by the key, so pages never overlap. */
export const allRowsSql = (
  source: Source,
  query: TableQuery,
  names: readonly string[],
  context: Context,
): Sql =>
  sql`select ${columns(names)} ${filtered(source, query, context, names)} ${inOrder(query, source.table)}`;

/** The rows of one page. */
export const pageSql = (
  source: Source,
  query: TableQuery,
  names: readonly string[],
  context: Context,
): Sql =>
  sql`select ${columns(names)} ${filtered(source, query, context, names)} ${onPage(query, source.table)}`;

/** The keys of the rows of one page. */
export const keysSql = (source: Source, query: TableQuery, context: Context): Sql =>
  pageSql(source, query, [source.table.key ?? 'id'], context);

/** The rows with these keys, in order. What was asked for picked the keys, and does not change the text. */
export function rowsByKeySql(
  source: Source,
  query: TableQuery,
  names: readonly string[],
  context: Context,
  keys: readonly string[],
): Sql {
  const { key = 'id', columns: declared } = source.table;
  const type = casts[declared[key]?.type ?? 'text'];
  const all: TableQuery = { ...query, filters: {}, header: [], conditions: [], ids: [] };
  return sql`
    select ${columns(names)} from ${rowsOf(source, all, context, names)}
    where ${ref(key)} = any(${keys}::${sql.raw(type)}[]) ${inOrder(all, source.table)}`;
}

const onPage = (query: TableQuery, table: Table): Sql =>
  sql`${inOrder(query, table)} limit ${query.limit} offset ${query.offset}`;

/** The totals as `totalsSql` has them, and beside them the keys of the rows of a page as `#keys`, from one search. */
export function keysWithTotalsSql(
  source: Source,
  query: TableQuery,
  sums: readonly string[],
  context: Context,
): Sql {
  const { key = 'id' } = source.table;
  const summed = source.currencies ? inBase : (name: string): string => name;
  const needed = [...new Set([key, query.order.column, ...sums.map(summed)])];
  const found = sql`from found as ${sql.ref('row')}`;
  const page = onPage(query, source.table);
  return sql`with found as materialized (select ${columns(needed)} ${filtered(source, query, context, needed)})
    select total.*, array(select ${ref(key)} ${found} ${page}) as ${sql.ref('#keys')}
    from (${countAndSums(sums, (name) => name, summed)} ${found}) as total`;
}

/**
 * One page beside the totals over everything, from one pass over the rows, or from the end of them beside the totals that
 * are known: each row carries the count as `#` and the sum
 * of a column as `#` and its name. Where the page is empty one row comes all the same, with `#empty` true.
 */
export function pageWithTotalsSql(
  source: Source,
  query: TableQuery,
  names: readonly string[],
  sums: readonly string[],
  context: Context,
): Sql {
  const { key = 'id' } = source.table;
  const { columns: beside, joins, by = [] } = source.beside(context, query.filters);
  const known = [...sums, query.order.column, key, ...by];
  const late = names.filter((name) => Object.hasOwn(beside, name) && !known.includes(name));
  const own = names.filter((name) => !late.includes(name));
  const needed = [...new Set([...own, ...known])];
  const shown = [columns(own), ...(late.length > 0 ? [lookedUp(beside, late)] : [])];
  const order = inOrder(query, source.table);
  const found = sql`from found as ${sql.ref('row')}`;
  const end = source.end(context, query);
  const short = end === null ? null : source.totals(context, query, sums);
  const totals =
    short === null
      ? sql`${countAndSums(sums, (name) => `#${name}`)} ${found}`
      : sql`select ${columns(['#'])}${sql.join(
          sums.map((name) => sql`, ${ref(name)} as ${sql.ref(`#${name}`)}`),
          sql``,
        )} from ${named(short)}`;
  const rows =
    short === null || end === null
      ? sql`select ${columns(needed)} ${filtered(source, query, context, needed)}`
      : end;
  return sql`with found as materialized (${rows})
    select total.*, ${ref(key)} is null as ${sql.ref('#empty')}, ${sql.join(shown)}
    from (${totals}) as total
    left join (select * ${found} ${order} limit ${query.limit} offset ${query.offset}) as ${sql.ref('row')} on true
    ${late.length > 0 ? joins : sql``} ${order}`;
}

const columns = (names: readonly string[]): Sql =>
  sql.raw(names.map((name) => `${refText(name)} as ${quoted(name)}`).join(', '));

function inOrder(
  { order: { column, direction } }: TableQuery,
  { columns, key = 'id' }: Table,
): Sql {
  const way = sql.raw(direction);
  const ties = column === key ? sql`` : sql`, ${ref(key)} ${way}`;
  return sql`order by ${sortedBy(column, columns[column])} ${way}${ties}`;
}

/** Words stand as a Chinese dictionary has them, by pinyin; numbers and keys as their indexes hold them. */
const sortedBy = (name: string, declared: Column | undefined): Sql =>
  declared?.type === 'text' && declared.code !== true
    ? sql`${ref(name)} collate ${sql.ref('zh-x-icu')}`
    : ref(name);

/** How many rows there are as `#`, and the sums over all of them, each under its column's name. */
export function totalsSql(
  source: Source,
  query: TableQuery,
  sums: readonly string[],
  context: Context,
): Sql {
  const summed = source.currencies ? inBase : (name: string): string => name;
  const from = filtered(source, query, context, sums.map(summed));
  return sql`${countAndSums(sums, (name) => name, summed)} ${from}`;
}

/** The count as `#` and the sum of each of these, under the name that it gets, of the column that adds up. */
function countAndSums(
  sums: readonly string[],
  as: (name: string) => string,
  of = (name: string): string => name,
): Sql {
  const parts = sums.map((name) => `coalesce(sum(${refText(of(name))}), 0) as ${quoted(as(name))}`);
  return sql.raw(`select ${['count(*) as "#"', ...parts].join(', ')}`);
}
