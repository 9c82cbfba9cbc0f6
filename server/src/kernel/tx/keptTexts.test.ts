import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import type { RawBuilder } from 'kysely';
import { expect, test } from 'vitest';
import { rowsAsTable } from './recordset.ts';
import { KeptTexts } from './keptTexts.ts';

const building = (compiler: PostgresQueryCompiler) =>
  new Kysely<{ t: { a: string } }>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => compiler,
    },
  });
const [keeping, plain] = [building(new KeptTexts()), building(new PostgresQueryCompiler())];

interface Written {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}
/** As it is written each time, and as it is kept. */
const both = (compile: (db: typeof plain) => Written): Written[] =>
  [plain, keeping].map((db) => {
    const { sql: text, parameters } = compile(db);
    return { sql: text, parameters };
  });

const where = (...parts: readonly RawBuilder<unknown>[]) =>
  sql`select ${1} from t where ${sql.join(parts, sql` and `)} limit ${2}`;
const is = (value: unknown) => sql`a = ${value}`;
const among = (values: readonly unknown[]) => sql`a in (${sql.join(values)})`;

test.each<[string, () => RawBuilder<unknown>]>([
  ['no values', () => sql`select 1`],
  ['values', () => sql`select ${'x'}, ${null}`],
  ['a value beside a literal', () => sql`select ${sql.lit(3)}, ${4}`],
  ['raw text', () => sql`select ${sql.raw('a, b')} from t where a = ${1}`],
  ['other raw text', () => sql`select ${sql.raw('a')} from t where a = ${1}`],
  ['names', () => sql`select ${sql.ref('t.a')} from ${sql.table('t')} where a = ${1}`],
  ['a recordset', () => sql`select * from ${rowsAsTable([{ a: 1 }], 'a int')}`],
  ['one part', () => where(is(1))],
  ['two parts', () => where(is(1), is(2))],
  ['a list of two', () => where(among([1, 2]))],
  ['a list of three', () => where(among([1, 2, 3]))],
  [
    'a query of the builder',
    () => sql`select exists (${plain.selectFrom('t').select('a').where('a', '=', 'x')})`,
  ],
])(
  '%s: cached text and values equal the written statement, again and again',
  (_what, statement) => {
    for (let round = 0; round < 3; round += 1) {
      const [written, kept] = both((db) => statement().compile(db));
      expect(kept).toEqual(written);
    }
  },
);

test('caching of statement texts leaves compiled statements unchanged', () => {
  for (const a of ['x', 'y']) {
    const [written, kept] = both((db) =>
      db.selectFrom('t').selectAll().where('a', '=', a).compile(),
    );
    expect(kept).toEqual(written);
  }
});

test('equal statement texts are a single object, whatever their values', () => {
  const texts = [1, 2].map((value) => is(value).compile(keeping).sql);
  expect(Object.is(texts[0], texts[1])).toBe(true);
});

test('each of many statements gets its own text', () => {
  for (let n = 0; n < 25_000; n += 1)
    expect(sql`select ${sql.raw(`f${n}()`)}, ${n}`.compile(keeping).sql).toBe(`select f${n}(), $1`);
  expect(where(is(1), among([2, 3])).compile(keeping).sql).toContain('in ($3, $4)');
});
