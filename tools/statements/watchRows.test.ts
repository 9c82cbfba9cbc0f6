import fs from 'node:fs';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { watchRows } from './watchRows.ts';

const path = 'tools/statements/watchRows.test.ts';
const watched = watchRows(() => [{ path, text: fs.readFileSync(import.meta.filename, 'utf8') }]);
afterAll(watched.stop);

/** A database that answers every statement with the same row. */
const databaseOf = (row: object): Kysely<unknown> =>
  new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [
      {
        transformQuery: ({ node }) => node,
        // SAFETY: a row as the driver returns rows.
        transformResult: async () => ({ rows: [row as Record<string, unknown>] }),
      },
    ],
  });

const readUnit = async (row: object): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select id from unit where id = ${1}`.execute(
    databaseOf(row),
  );
  expect(rows).toEqual([row]);
  return watched.faults.splice(0);
};

test('a row of the declared type is returned without a fault', async () => {
  expect(await readUnit({ id: '1' })).toEqual([]);
});

test('a row of another type is a fault, reported once', async () => {
  const fault = 'column id is null, but declared string';
  expect(await readUnit({ id: null })).toEqual([expect.stringMatching(`^${path}:\\d+: ${fault}$`)]);
  expect(await readUnit({ id: null })).toEqual([]);
});
