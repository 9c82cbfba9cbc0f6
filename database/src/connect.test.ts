import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from './connect.ts';
import { connectionOf } from './connection.ts';
import { statementNames } from './statementNames.ts';
import { testDatabase } from './testing.ts';
import type { TestDatabase } from './testing.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

test.each([
  ['9007199254740993::bigint', '9007199254740993'],
  ['1234567890.123456::numeric(24,6)', '1234567890.123456'],
  [`date '2024-02-29'`, '2024-02-29'],
  [`timestamptz '2024-02-29 08:00:00.123+08'`, '2024-02-29T00:00:00.123Z'],
  ['7::smallint', 7],
  ['true', true],
  [`array[1, null, 9007199254740993]::bigint[]`, ['1', null, '9007199254740993']],
  [`array[0.1]::numeric[]`, ['0.1']],
  [`array[date '2024-02-29']`, ['2024-02-29']],
  [`array[timestamptz '2024-02-29 08:00+08', null]`, ['2024-02-29T00:00:00.000Z', null]],
  [`'{"a": [1]}'::jsonb`, { a: [1] }],
])('%s reads as %j', async (expression, value) => {
  const { rows } = await sql<{ value: unknown }>`select ${sql.raw(expression)} as value`.execute(
    db.app,
  );
  expect(rows).toEqual([{ value }]);
});

const preparedOn = async (prepare: boolean): Promise<string[]> => {
  const single = connect(db.connections.app, { size: 1, prepare });
  for (const n of [1, 2, 3]) await sql`select ${n}::int as again`.execute(single);
  await sql`select ${1}::int as once`.execute(single);
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements`.execute(single);
  await single.destroy();
  return rows.map(({ statement }) => statement);
};

test('a statement is prepared from its second use on', async () => {
  expect(await preparedOn(true)).toEqual(['select $1::int as again']);
});

test('nothing is prepared when it is switched off', async () => {
  expect(await preparedOn(false)).toEqual([]);
});

test('after a thousand names no statement gets a new one, and long ones never do', () => {
  const nameOf = statementNames();
  const twice = (text: string) => [nameOf(text), nameOf(text)][1];
  const names = Array.from({ length: 1100 }, (_, n) => twice(`select ${n}`));
  expect(new Set(names.slice(0, 1000)).size).toBe(1000);
  expect(names.slice(1000)).toEqual(Array.from({ length: 100 }, () => undefined));
  expect(twice('select 0')).toBe(names[0]);
  expect(statementNames()('x'.repeat(30_000))).toBeUndefined();
});

test('an address is read as the driver reads it', () => {
  expect(connectionOf('postgres://me:s%20ecret@db.example:6543/books')).toEqual({
    host: 'db.example',
    port: 6543,
    database: 'books',
    user: 'me',
    password: 's ecret',
  });
});
