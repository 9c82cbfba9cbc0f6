// Every list and report, filtered by each column in headings and conditions, equals its unfiltered rows
// after the filter. `npm test` filters by every sixth column, starting with another column in the next list.
import type { TableColumn, ConditionRule, Page, TableDeclaration } from '@tradehouse/contract';
import { rulesOf } from '@tradehouse/contract';
import { companyTables } from '@tradehouse/contract/declared';
import { decimal } from '@tradehouse/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rollUpPostings } from '../modules/posting/index.ts';
import { aServer, everyNth, isFullMatrix } from '../testing.ts';
import type { TestServer } from '../testing.ts';
import { searchFor } from './testSamples.ts';
import { aWorld, openEveryPage } from './testWorld.ts';
import type { World } from './testWorld.ts';

type Row = Readonly<Record<string, unknown>>;

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await aServer();
  await openEveryPage(server);
  const prices = { purchase: '12.5', retail: '30', sale: '25.75', minimum: '10' };
  world = await aWorld(server, server.company, 'Nrw', prices);
  await rollUpPostings(server.database.app, world.company.tenantId);
});
afterAll(() => server.stop());

const ZONE = 'Asia/Shanghai';
const dayOf = (instant: unknown): string =>
  new Date(String(instant)).toLocaleDateString('sv', { timeZone: ZONE });
const figures: ReadonlySet<TableColumn['type']> = new Set([
  'integer',
  'quantity',
  'money',
  'price',
  'percent',
]);

const isBlank = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** What a value is beside another one of its column: below zero where it stands before it. */
function beside({ type }: TableColumn, value: unknown, other: string): number {
  if (figures.has(type)) return decimal(String(value)).cmp(other);
  const text = type === 'time' ? dayOf(value) : String(value);
  return text === other ? 0 : text < other ? -1 : 1;
}

const compares: Readonly<Partial<Record<ConditionRule, (by: number) => boolean>>> = {
  eq: (by) => by === 0,
  gt: (by) => by > 0,
  ge: (by) => by >= 0,
  lt: (by) => by < 0,
  le: (by) => by <= 0,
};

/** The rule, written apart from the database's. */
function fits(column: TableColumn, value: unknown, rule: ConditionRule, val: string): boolean {
  if (rule === 'empty' || rule === 'filled') return isBlank(value) === (rule === 'empty');
  const is = Array.isArray(value)
    ? value.includes(val)
    : value !== null && beside(column, value, val) === 0;
  if (rule === 'in') return is;
  if (rule === 'ne') return !is;
  if (Array.isArray(value)) return rule === 'eq' && is;
  if (value === null) return false;
  const [text, part] = [String(value).toLowerCase(), val.toLowerCase()];
  if (rule === 'like') return text.includes(part);
  if (rule === 'left') return text.endsWith(part);
  if (rule === 'right') return text.startsWith(part);
  return compares[rule]?.(beside(column, value, val)) ?? false;
}

/** A value of the column as one asks for it; null where no row has one. */
function sought(column: TableColumn, rows: readonly Row[], name: string): string | null {
  const values = rows.map((row) => row[name]).filter((value) => !isBlank(value));
  const value = values[Math.floor(values.length / 2)];
  if (value === undefined) return null;
  if (column.type === 'time') return dayOf(value);
  return Array.isArray(value) ? String(value[0]) : String(value);
}

/** How often a list was read. */
let asked = 0;
async function read(table: TableDeclaration, more: object): Promise<Page<Row>> {
  asked += 1;
  const input = { search: searchFor(world, table), pageSize: 500, ...more };
  const reply = await server.request('GET', table.path, input, world.token);
  expect(reply.statusCode, `${table.id} ${JSON.stringify(more)} ${reply.body}`).toBe(200);
  return reply.json<{ data: Page<Row> }>().data;
}

/** What of the whole these rules leave, and what the server says of it where it says something else. */
async function faults(
  table: TableDeclaration,
  whole: Page<Row>,
  asked: object,
  stays: (row: Row) => boolean,
): Promise<readonly string[]> {
  const key = table.key ?? 'id';
  const left = whole.rows.filter(stays);
  const said = await read(table, asked);
  const keys = (rows: readonly Row[]): string => rows.map((row) => String(row[key])).join();
  const sums = Object.entries(table.columns).filter(
    ([name, { sum }]) => sum === true && !('currency' in table.columns) && said.totals[name],
  );
  const wrong = sums.filter(([name]) => {
    const total = left.reduce((sum, row) => sum.plus(String(row[name] ?? '0')), decimal('0'));
    return !total.eq(said.totals[name] ?? '0');
  });
  return [
    ...(keys(left) === keys(said.rows) ? [] : [`${keys(said.rows)} is not ${keys(left)}`]),
    ...(left.length === said.total ? [] : [`${said.total} is not ${left.length}`]),
    ...wrong.map(([name]) => `${name} comes to ${said.totals[name]}`),
  ].map((fault) => `${table.id} ${JSON.stringify(asked)}: ${fault}`);
}

/** What the heading of a column asks for, and which rows fit it. */
function heading(column: TableColumn, value: string): readonly [object, ConditionRule] {
  if (column.type === 'text') return [{ like: value }, 'like'];
  return figures.has(column.type) || column.type === 'day' || column.type === 'time'
    ? [{ ge: value }, 'ge']
    : [[value], 'in'];
}

async function faultsOf(table: TableDeclaration, offset: number): Promise<readonly string[]> {
  const whole = await read(table, {});
  expect(whole.total, table.id).toBeLessThanOrEqual(500);
  const found: string[] = [];
  const columns = Object.entries(table.columns).filter(([, { hidden }]) => hidden !== true);
  for (const [at, [name, column]] of everyNth([...columns.entries()], 6, offset)) {
    const value = sought(column, whole.rows, name);
    const rules = rulesOf[column.type];
    const rule = rules[at % rules.length] ?? 'eq';
    const val = value ?? (figures.has(column.type) ? '0' : null);
    if (val !== null) {
      const [asked, means] = heading(column, val);
      const filters = { [name]: asked };
      found.push(
        ...(await faults(table, whole, { filters }, (row) => fits(column, row[name], means, val))),
      );
      const [other = name] = columns[(at + 1) % columns.length] ?? [];
      const beside = table.columns[other] ?? column;
      const superQueryParams = [
        { field: name, rule, val },
        { field: other, rule: 'empty', val: '' },
      ];
      const any = (row: Row): boolean =>
        fits(column, row[name], rule, val) || fits(beside, row[other], 'empty', '');
      found.push(
        ...(await faults(table, whole, { superQueryParams, superQueryMatchType: 'or' }, any)),
      );
    }
  }
  return found;
}

test('every list and report can be filtered by each of its columns', async () => {
  const found: string[] = [];
  const left = [...companyTables.entries()];
  const some = async (): Promise<void> => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const [at, table] = next;
      found.push(...(await faultsOf(table, at)));
    }
  };
  await Promise.all([some(), some(), some(), some()]);
  expect(found).toEqual([]);
  expect(asked).toBeGreaterThan(isFullMatrix ? 1000 : 200);
});
