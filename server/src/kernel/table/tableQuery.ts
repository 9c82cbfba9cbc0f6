import type { Column, Filter, ListQuery, Table, ConditionRule } from '@tradehouse/contract';
import {
  DEFAULT_PAGE_SIZE,
  LARGEST_PAGE,
  lastPage,
  MOST_CONDITIONS,
  needsNoValue,
  readsAs,
  conditionRules,
} from '@tradehouse/contract';
import { DomainError } from '@tradehouse/domain';
import { refuse } from '../refuse.ts';

/** What a filter's value is, once checked: a text, several, two days, or a flag. */
export type FilterValue =
  | string
  | readonly string[]
  | readonly [string | null, string | null]
  | boolean;

/** One condition of the advanced query, or of a column's heading. */
export interface Condition {
  readonly column: string;
  readonly rule: ConditionRule;
  /** Several for `in`, none where the rule needs none. */
  readonly values: readonly string[];
}

/** A list request, checked against its table: every name in it is declared, every value has its column's type. */
export interface TableQuery {
  readonly filters: Readonly<Record<string, FilterValue>>;
  /** All of them hold, whatever the advanced query says. */
  readonly header: readonly Condition[];
  readonly conditions: readonly Condition[];
  readonly match: 'and' | 'or';
  readonly columns: readonly string[];
  readonly order: { readonly column: string; readonly direction: 'asc' | 'desc' };
  readonly limit: number;
  readonly offset: number;
  readonly ids: readonly string[];
}

const MOST_CHOICES = 500;

const unknown = (name: string): never => refuse('request.unknownName', { name });
const wrong = (field: string): never => refuse('request.field', { field }, { field });

/**
 * Reads the list protocol. `visible` says whether a column may be named by the caller: amounts that are masked can't
 * be sorted or filtered by, since the order would tell them.
 */
export function tableQuery(
  table: Table,
  asked: ListQuery & { readonly ids?: string },
  visible: (column: string) => boolean,
): TableQuery {
  try {
    return readQuery(table, asked, visible);
  } catch (error) {
    // What is wrong with a filter says so in the words of its table.
    throw error instanceof DomainError && error.key === 'request.field'
      ? error.retold({ ...error.facts, table: table.id })
      : error;
  }
}

function readQuery(
  table: Table,
  asked: ListQuery & { readonly ids?: string },
  visible: (column: string) => boolean,
): TableQuery {
  const column = (name: string): string =>
    Object.hasOwn(table.columns, name) && visible(name) ? name : unknown(name);
  const limit = Math.min(asked.pageSize ?? DEFAULT_PAGE_SIZE, LARGEST_PAGE);
  const page = asked.currentPage ?? 1;
  const last = lastPage(limit);
  if (page > last) refuse('request.tooDeep', { last }, { field: 'currentPage' });
  return {
    filters: filtersOf(table, searchOf(asked.search), visible),
    header: headerOf(table, asked.filters, column),
    conditions: conditionsOf(table, asked.superQueryParams, column),
    match: asked.superQueryMatchType ?? 'and',
    columns: columnsOf(table, asked.field),
    order: orderOf(table, asked, column, visible),
    limit,
    offset: (page - 1) * limit,
    ids: (asked.ids ?? '').split(',').filter((id) => id !== ''),
  };
}

const isEmpty = (value: unknown): boolean =>
  value === '' ||
  value === null ||
  value === undefined ||
  (Array.isArray(value) && value.every(isEmpty));

/** A parameter that is JSON, as it is or percent-encoded once more. */
function parsed(text: string | undefined, field: string): unknown {
  if (text === undefined || text === '') return undefined;
  try {
    return JSON.parse(/^\s*[[{]/.test(text) ? text : decodeURIComponent(text));
  } catch {
    return wrong(field);
  }
}

function objectOf(text: string | undefined, field: string): [string, unknown][] {
  const value = parsed(text, field) ?? {};
  if (typeof value !== 'object' || Array.isArray(value)) return wrong(field);
  return Object.entries(value).filter(([, part]) => !isEmpty(part));
}

/** The filters of a request as they came, empty ones dropped. */
export const searchOf = (search: string | undefined): Readonly<Record<string, unknown>> =>
  Object.fromEntries(objectOf(search, 'search'));

function filtersOf(
  table: Table,
  search: Readonly<Record<string, unknown>>,
  visible: (column: string) => boolean,
): Record<string, FilterValue> {
  const asked = Object.entries(search).filter(([name]) => !Object.hasOwn(table.fixed ?? {}, name));
  const values = asked.map(([name, value]) => {
    const filter = Object.hasOwn(table.filters, name) ? table.filters[name] : undefined;
    if (filter === undefined || !(filter.columns ?? []).every(visible)) return unknown(name);
    const chosen = filterValue(table, name, filter, value);
    if (filter.ofColumns === true && typeof chosen === 'string' && !visible(chosen))
      return unknown(chosen);
    return [name, chosen] as const;
  });
  // A list of blanks asks for nothing.
  const given = Object.fromEntries(
    values.filter(([, value]) => !Array.isArray(value) || value.length > 0),
  );
  for (const [name, { required }] of Object.entries(table.filters)) {
    if (required === true && !Object.hasOwn(given, name)) wrong(name);
  }
  return given;
}

function filterValue(table: Table, name: string, filter: Filter, value: unknown): FilterValue {
  const typeOf = (text: string): string => {
    if (filter.choices !== undefined && !filter.choices.includes(text)) wrong(name);
    // A `contains` looks at texts only; what else is compared must be of its column's type.
    const exact = filter.by === 'equals' || filter.by === 'choices' ? (filter.columns ?? []) : [];
    for (const column of exact) checked(table.columns[column], text, name);
    return text;
  };
  switch (filter.control) {
    case 'flag':
      return flag(value) ?? wrong(name);
    case 'dates':
      return days(value, name);
    case 'day':
      return checked({ type: 'day' }, plain(value, name), name);
    case 'choices':
    case 'warehouses':
    case 'accounts':
      return list(value, name).map(typeOf);
    case 'year':
      return year(plain(value, name), name);
    case 'text':
    case 'choice':
      return typeOf(plain(value, name));
    default:
      return checked({ type: 'id' }, typeOf(plain(value, name)), name);
  }
}

function plain(value: unknown, name: string): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string' || value.length > 1000 || value.includes('\0')) return wrong(name);
  return value.trim();
}

function list(value: unknown, name: string): string[] {
  const values: unknown[] = Array.isArray(value) ? value : plain(value, name).split(',');
  if (values.length > MOST_CHOICES) wrong(name);
  return values.filter((part) => !isEmpty(part)).map((part) => plain(part, name));
}

function flag(value: unknown): boolean | undefined {
  if (value === true || value === 'true' || value === '1' || value === 1) return true;
  return value === false || value === 'false' || value === '0' || value === 0 ? false : undefined;
}

function days(value: unknown, name: string): readonly [string | null, string | null] {
  if (!Array.isArray(value) || value.length > 2) return wrong(name);
  const [since, until] = value.map((day: unknown) =>
    isEmpty(day) ? null : checked({ type: 'day' }, plain(day, name).slice(0, 10), name),
  );
  return [since ?? null, until ?? null];
}

const year = (text: string, name: string): string =>
  /^[12]\d{3}$/.test(text) ? text : wrong(name);

const isRule = (code: unknown): code is ConditionRule =>
  conditionRules.some((known) => known === code);

/** What the headings of columns ask for: any of several values, or what an object says by its rules. */
function headerOf(
  table: Table,
  text: string | undefined,
  column: (name: string) => string,
): Condition[] {
  return objectOf(text, 'filters').flatMap(([name, value]) => {
    const asked: [string, unknown][] =
      typeof value === 'object' && !Array.isArray(value)
        ? Object.entries({ ...value })
        : [['in', list(value, name)]];
    return asked
      .filter(([, part]) => !isEmpty(part))
      .map(([rule, part]) =>
        condition(table, column(name), isRule(rule) ? rule : wrong(name), part),
      );
  });
}

function conditionsOf(
  table: Table,
  text: string | undefined,
  column: (name: string) => string,
): Condition[] {
  const value = parsed(text, 'superQueryParams') ?? [];
  if (!Array.isArray(value) || value.length > MOST_CONDITIONS) return wrong('superQueryParams');
  return value.flatMap((part: unknown): Condition[] => {
    if (typeof part !== 'object' || part === null) return wrong('superQueryParams');
    const { field, rule, val }: { field?: unknown; rule?: unknown; val?: unknown } = part;
    if (!isRule(rule)) return isEmpty(val) ? [] : wrong('superQueryParams');
    if (isEmpty(val) && !needsNoValue(rule)) return [];
    return [condition(table, column(plain(field, 'superQueryParams')), rule, val)];
  });
}

const ofText: ReadonlySet<ConditionRule> = new Set(['like', 'left', 'right']);
const ofTags: ReadonlySet<ConditionRule> = new Set(['eq', 'ne', 'in', 'like', 'empty', 'filled']);

function condition(table: Table, name: string, rule: ConditionRule, value: unknown): Condition {
  const column = table.columns[name];
  if (column?.type === 'tags' && !ofTags.has(rule)) wrong(name);
  const values = needsNoValue(rule)
    ? []
    : rule === 'in'
      ? list(value, name)
      : [single(value, name)];
  if (!ofText.has(rule)) for (const one of values) checked(column, one, name);
  return { column: name, rule, values };
}

/** One value, also where it came as a list of one. */
const single = (value: unknown, name: string): string =>
  plain(Array.isArray(value) && value.length === 1 ? value[0] : value, name);

function columnsOf(table: Table, field: string | undefined): string[] {
  const all = Object.keys(table.columns);
  const asked = (field ?? '').split(',').filter((name) => name !== '');
  if (asked.length === 0) return all;
  for (const name of asked) if (!Object.hasOwn(table.columns, name)) unknown(name);
  const wanted = new Set([...asked, table.key ?? 'id']);
  return all.filter((name) => wanted.has(name));
}

function orderOf(
  table: Table,
  { column, order }: ListQuery,
  declared: (name: string) => string,
  visible: (column: string) => boolean,
): TableQuery['order'] {
  const direction = order === undefined ? null : order.startsWith('asc') ? 'asc' : 'desc';
  if (column === undefined || column === '') {
    const usual = visible(table.order.column) ? table.order.column : (table.key ?? 'id');
    return { column: usual, direction: direction ?? table.order.direction };
  }
  if (table.columns[declared(column)]?.sortable === false) unknown(column);
  return { column, direction: direction ?? 'desc' };
}

/** The text, which reads as a value of the column. */
const checked = (column: Pick<Column, 'type'> | undefined, text: string, name: string): string =>
  readsAs(column ?? { type: 'text' }, text) ? text : wrong(name);
