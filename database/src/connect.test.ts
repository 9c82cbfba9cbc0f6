import { setTimeout as wait } from 'node:timers/promises';
import { CompiledQuery, sql } from 'kysely';
import type { DatabaseConnection } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabasePool } from './connect.ts';
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
])('the SQL expression %s is read as %j', async (expression, value) => {
  const { rows } = await sql<{ value: unknown }>`select ${sql.raw(expression)} as value`.execute(
    db.app,
  );
  expect(rows).toEqual([{ value }]);
});

const preparedOn = async (prepare: boolean): Promise<string[]> => {
  const single = openDatabasePool(db.connections.app, { size: 1, prepare });
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

test('nothing is prepared while preparing is switched off', async () => {
  expect(await preparedOn(false)).toEqual([]);
});

test('only the first thousand short statements get a name', () => {
  const nameOf = statementNames();
  const twice = (text: string) => [nameOf(text), nameOf(text)][1];
  const names = Array.from({ length: 1100 }, (_, n) => twice(`select ${n}`));
  expect(new Set(names.slice(0, 1000)).size).toBe(1000);
  expect(names.slice(1000)).toEqual(Array.from({ length: 100 }, () => undefined));
  expect(twice('select 0')).toBe(names[0]);
  expect(statementNames()('x'.repeat(30_000))).toBeUndefined();
});

/** Does something on one connection, whose statements may be asked without waiting for each other. */
async function onOne<T>(
  work: (ask: (text: string, ...values: unknown[]) => Promise<unknown>) => Promise<T>,
): Promise<T> {
  const single = openDatabasePool(db.connections.admin, { size: 1 });
  const use = (connection: DatabaseConnection): Promise<T> =>
    work(async (text, ...values) => {
      const { rows } = await connection.executeQuery(CompiledQuery.raw(text, values));
      return rows;
    });
  return single
    .getExecutor()
    .provideConnection(use)
    .finally(() => single.destroy());
}

const told = async (asked: readonly Promise<unknown>[]): Promise<unknown[]> =>
  (await Promise.allSettled(asked)).map((end) =>
    end.status === 'fulfilled' ? end.value : Reflect.get(end.reason, 'code'),
  );

test('statements pipelined before a failure are answered, and later statements skipped', async () => {
  const answers = await onOne(async (ask) => {
    const rounds: unknown[] = [];
    for (let round = 0; round < 4; round += 1) {
      const divide = (by: number) => ask('select 6 / $1::int as n', by);
      await ask('begin');
      rounds.push(await told([divide(2), divide(0), ask('select $1::text as t', null)]));
      await ask('rollback');
      rounds.push(await told([divide(3), ask('select $1::text as t', 'kept')]));
    }
    return rounds;
  });
  const round = [
    [[{ n: 3 }], '22012', '25P02'],
    [[{ n: 2 }], [{ t: 'kept' }]],
  ];
  expect(answers).toEqual([round, round, round, round].flat());
});

test('a prepared statement with a changed result type fails once and is prepared again', async () => {
  const answers = await onOne(async (ask) => {
    const look = () => told([ask('select * from changing where a = $1', 1)]);
    await ask('create temp table changing as select 1 as a');
    const before = [await look(), await look(), await look()];
    await ask('alter table changing add column b int');
    return [...before, await look(), await look(), await look()];
  });
  const one = [[{ a: 1 }]];
  const other = [[{ a: 1, b: null }]];
  expect(answers).toEqual([one, one, one, ['0A000'], other, other]);
});

test('an unserializable value fails a single statement, and the connection stays usable', async () => {
  const circle: Record<string, unknown> = {};
  circle['itself'] = circle;
  const answers = await onOne(async (ask) => {
    const look = (value: unknown) => ask('select $1::text as t', value);
    await expect(look(circle)).rejects.toThrow('circular');
    return [await look('one'), await look(['a', null]), await look(Buffer.from('two'))];
  });
  expect(answers).toEqual([[{ t: 'one' }], [{ t: '{"a",NULL}' }], [{ t: 'two' }]]);
});

test('a connection address is parsed like in the driver', () => {
  expect(connectionOf('postgres://me:s%20ecret@db.example:6543/books')).toEqual({
    host: 'db.example',
    port: 6543,
    database: 'books',
    user: 'me',
    password: 's ecret',
  });
});

test('a pool keeps two idle connections, usable while PostgreSQL opens no new session', async () => {
  const pool = openDatabasePool(db.connections.app, { size: 3, name: 'idle pool' });
  await Promise.all([1, 2, 3].map(() => sql`select pg_sleep(0.2)`.execute(pool)));
  const open = async (): Promise<unknown> =>
    (
      await sql<{ count: number }>`
        select count(*)::int as count from pg_stat_activity where application_name = 'idle pool'`.execute(
        db.app,
      )
    ).rows[0]?.count;
  expect(await open()).toBe(3);
  await expect.poll(open, { interval: 500 }).toBeLessThan(3);
  await wait(500);
  expect(await open()).toBe(2);
  const limitSessions = (count: number) =>
    sql`alter database ${sql.id(db.name)} connection limit ${sql.lit(count)}`.execute(db.admin);
  await limitSessions(0);
  const fresh = openDatabasePool(db.connections.app, { size: 1 });
  await expect(sql`select`.execute(fresh)).rejects.toThrow('too many connections');
  const ask = () => sql<{ one: number }>`select 1 as one, pg_sleep(0.2)`.execute(pool);
  for (const { rows } of await Promise.all([ask(), ask()]))
    expect(rows).toMatchObject([{ one: 1 }]);
  await limitSessions(-1);
  await Promise.all([fresh.destroy(), pool.destroy()]);
});
