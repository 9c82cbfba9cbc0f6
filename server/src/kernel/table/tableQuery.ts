import type {
  TableColumn,
  Filter,
  ListQuery,
  TableDeclaration,
  ConditionRule,
} from '@tradehouse/contract';
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
import { refuseWith } from '../refuse.ts';

/** Checked filter value: a text, several texts, two days, or a flag. */
export type FilterValue =
  | string
  | readonly string[]
  | readonly [string | null, string | null]
  | boolean;

/** Condition of the advanced query, or of a column heading. */
export interface Condition {
  readonly column: string;
  readonly rule: ConditionRule;
  /** Several for `in`, none where the rule needs none. */
  readonly values: readonly string[];
}

/** List request checked against its table: every name is declared, every value has the column's type. */
export interface TableQuery {
  readonly filters: Readonly<Record<string, FilterValue>>;
  /** Conditions that all apply, independent of the advanced query. */
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

const refuseUnknownName = (name: string): never => refuseWith('request.unknownName', { name });
const refuseTableField = (field: string): never =>
  refuseWith('request.field', { field }, { field });

/**
 * Reads the list protocol. `visible` tests if the caller may name a column: masked amounts can't be sorted
 * or filtered by, because the order would reveal them.
 */
export function tableQuery(
  table: TableDeclaration,
  asked: ListQuery & { readonly ids?: string },
  visible: (column: string) => boolean,
): TableQuery {
  try {
    return readQuery(table, asked, visible);
  } catch (error) {
    // A filter's fault is reported in the words of the filter's table.
    throw error instanceof DomainError && error.key === 'request.field'
      ? error.retold({ ...error.facts, table: table.id })
      : error;
  }
}

function readQuery(
  table: TableDeclaration,
  asked: ListQuery & { readonly ids?: string },
  visible: (column: string) => boolean,
): TableQuery {
  const column = (name: string): string =>
    Object.hasOwn(table.columns, name) && visible(name) ? name : refuseUnknownName(name);
  const limit = Math.min(asked.pageSize ?? DEFAULT_PAGE_SIZE, LARGEST_PAGE);
  const page = asked.currentPage ?? 1;
  const last = lastPage(limit);
  if (page > last) refuseWith('request.tooDeep', { last }, { field: 'currentPage' });
  return {
    filters: parseTableFilters(table, searchOf(asked.search), visible),
    header: headerOf(table, asked.filters, column),
    conditions: parseTableConditions(table, asked.superQueryParams, column),
    match: asked.superQueryMatchType ?? 'and',
    columns: parseTableColumns(table, asked.field),
    order: parseTableOrder(table, asked, column, visible),
    limit,
    offset: (page - 1) * limit,
    ids: (asked.ids ?? '').split(',').filter((id) => id !== ''),
  };
}

const isEmptyFilterValue = (value: unknown): boolean =>
  value === '' ||
  value === null ||
  value === undefined ||
  (Array.isArray(value) && value.every(isEmptyFilterValue));

/** Parses a JSON parameter, plain or percent-encoded once more. */
function parseJsonParameter(text: string | undefined, field: string): unknown {
  if (text === undefined || text === '') return undefined;
  try {
    return JSON.parse(/^\s*[[{]/.test(text) ? text : decodeURIComponent(text));
  } catch {
    return refuseTableField(field);
  }
}

function objectOf(text: string | undefined, field: string): [string, unknown][] {
  const value = parseJsonParameter(text, field) ?? {};
  if (typeof value !== 'object' || Array.isArray(value)) return refuseTableField(field);
  return Object.entries(value).filter(([, part]) => !isEmptyFilterValue(part));
}

/** Returns the filters of a request unchanged, without empty filters. */
export const searchOf = (search: string | undefined): Readonly<Record<string, unknown>> =>
  Object.fromEntries(objectOf(search, 'search'));

function parseTableFilters(
  table: TableDeclaration,
  search: Readonly<Record<string, unknown>>,
  visible: (column: string) => boolean,
): Record<string, FilterValue> {
  const asked = Object.entries(search).filter(([name]) => !Object.hasOwn(table.fixed ?? {}, name));
  const values = asked.map(([name, value]) => {
    const filter = Object.hasOwn(table.filters, name) ? table.filters[name] : undefined;
    if (filter === undefined || !(filter.columns ?? []).every(visible))
      return refuseUnknownName(name);
    const chosen = filterValue(table, name, filter, value);
    if (filter.ofColumns === true && typeof chosen === 'string' && !visible(chosen))
      return refuseUnknownName(chosen);
    return [name, chosen] as const;
  });
  // A list of blanks asks for nothing.
  const given = Object.fromEntries(
    values.filter(([, value]) => !Array.isArray(value) || value.length > 0),
  );
  for (const [name, { required }] of Object.entries(table.filters)) {
    if (required === true && !Object.hasOwn(given, name)) refuseTableField(name);
  }
  return given;
}

function filterValue(
  table: TableDeclaration,
  name: string,
  filter: Filter,
  value: unknown,
): FilterValue {
  const typeOf = (text: string): string => {
    if (filter.choices !== undefined && !filter.choices.includes(text)) refuseTableField(name);
    // `contains` searches texts only; other comparisons need values of the column's type.
    const exact = filter.by === 'equals' || filter.by === 'choices' ? (filter.columns ?? []) : [];
    for (const column of exact) checkColumnText(table.columns[column], text, name);
    return text;
  };
  switch (filter.control) {
    case 'flag':
      return parseFilterFlag(value) ?? refuseTableField(name);
    case 'dates':
      return parseDayRange(value, name);
    case 'day':
      return checkColumnText({ type: 'day' }, toPlainFilterText(value, name), name);
    case 'choices':
    case 'warehouses':
    case 'accounts':
      return parseFilterList(value, name).map(typeOf);
    case 'year':
      return parseFilterYear(toPlainFilterText(value, name), name);
    case 'text':
    case 'choice':
      return typeOf(toPlainFilterText(value, name));
    default:
      return checkColumnText({ type: 'id' }, typeOf(toPlainFilterText(value, name)), name);
  }
}

function toPlainFilterText(value: unknown, name: string): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string' || value.length > 1000 || value.includes('\0'))
    return refuseTableField(name);
  return value.trim();
}

function parseFilterList(value: unknown, name: string): string[] {
  const values: unknown[] = Array.isArray(value)
    ? value
    : toPlainFilterText(value, name).split(',');
  if (values.length > MOST_CHOICES) refuseTableField(name);
  return values
    .filter((part) => !isEmptyFilterValue(part))
    .map((part) => toPlainFilterText(part, name));
}

function parseFilterFlag(value: unknown): boolean | undefined {
  if (value === true || value === 'true' || value === '1' || value === 1) return true;
  return value === false || value === 'false' || value === '0' || value === 0 ? false : undefined;
}

function parseDayRange(value: unknown, name: string): readonly [string | null, string | null] {
  if (!Array.isArray(value) || value.length > 2) return refuseTableField(name);
  const [since, until] = value.map((day: unknown) =>
    isEmptyFilterValue(day)
      ? null
      : checkColumnText({ type: 'day' }, toPlainFilterText(day, name).slice(0, 10), name),
  );
  return [since ?? null, until ?? null];
}

const parseFilterYear = (text: string, name: string): string =>
  /^[12]\d{3}$/.test(text) ? text : refuseTableField(name);

const isRule = (code: unknown): code is ConditionRule =>
  conditionRules.some((known) => known === code);

/** Reads the conditions of column headings: any of several values, or an object of rules. */
function headerOf(
  table: TableDeclaration,
  text: string | undefined,
  column: (name: string) => string,
): Condition[] {
  return objectOf(text, 'filters').flatMap(([name, value]) => {
    const asked: [string, unknown][] =
      typeof value === 'object' && !Array.isArray(value)
        ? Object.entries({ ...value })
        : [['in', parseFilterList(value, name)]];
    return asked
      .filter(([, part]) => !isEmptyFilterValue(part))
      .map(([rule, part]) =>
        toTableCondition(table, column(name), isRule(rule) ? rule : refuseTableField(name), part),
      );
  });
}

function parseTableConditions(
  table: TableDeclaration,
  text: string | undefined,
  column: (name: string) => string,
): Condition[] {
  const value = parseJsonParameter(text, 'superQueryParams') ?? [];
  if (!Array.isArray(value) || value.length > MOST_CONDITIONS)
    return refuseTableField('superQueryParams');
  return value.flatMap((part: unknown): Condition[] => {
    if (typeof part !== 'object' || part === null) return refuseTableField('superQueryParams');
    const { field, rule, val }: { field?: unknown; rule?: unknown; val?: unknown } = part;
    if (!isRule(rule)) return isEmptyFilterValue(val) ? [] : refuseTableField('superQueryParams');
    if (isEmptyFilterValue(val) && !needsNoValue(rule)) return [];
    return [
      toTableCondition(table, column(toPlainFilterText(field, 'superQueryParams')), rule, val),
    ];
  });
}

const ofText: ReadonlySet<ConditionRule> = new Set(['like', 'left', 'right']);
const ofTags: ReadonlySet<ConditionRule> = new Set(['eq', 'ne', 'in', 'like', 'empty', 'filled']);

function toTableCondition(
  table: TableDeclaration,
  name: string,
  rule: ConditionRule,
  value: unknown,
): Condition {
  const column = table.columns[name];
  if (column?.type === 'tags' && !ofTags.has(rule)) refuseTableField(name);
  const values = needsNoValue(rule)
    ? []
    : rule === 'in'
      ? parseFilterList(value, name)
      : [toSingleFilterText(value, name)];
  if (!ofText.has(rule)) for (const one of values) checkColumnText(column, one, name);
  return { column: name, rule, values };
}

/** Returns a single value, also from a list of one. */
const toSingleFilterText = (value: unknown, name: string): string =>
  toPlainFilterText(Array.isArray(value) && value.length === 1 ? value[0] : value, name);

function parseTableColumns(table: TableDeclaration, field: string | undefined): string[] {
  const all = Object.keys(table.columns);
  const asked = (field ?? '').split(',').filter((name) => name !== '');
  if (asked.length === 0) return all;
  for (const name of asked) if (!Object.hasOwn(table.columns, name)) refuseUnknownName(name);
  return [...new Set([...asked, table.key ?? 'id'])];
}

function parseTableOrder(
  table: TableDeclaration,
  { column, order }: ListQuery,
  declared: (name: string) => string,
  visible: (column: string) => boolean,
): TableQuery['order'] {
  const direction = order === undefined ? null : order.startsWith('asc') ? 'asc' : 'desc';
  if (column === undefined || column === '') {
    const usual = visible(table.order.column) ? table.order.column : (table.key ?? 'id');
    return { column: usual, direction: direction ?? table.order.direction };
  }
  if (table.columns[declared(column)]?.sortable === false) refuseUnknownName(column);
  return { column, direction: direction ?? 'desc' };
}

/** Returns the text if valid for the column. */
const checkColumnText = (
  column: Pick<TableColumn, 'type'> | undefined,
  text: string,
  name: string,
): string => (readsAs(column ?? { type: 'text' }, text) ? text : refuseTableField(name));
