import path from 'node:path';
import { formOf, readMigrations, statementsIn } from '@tradehouse/database';
import { loadModule, parseSync } from 'libpg-query';
import { expect, test } from 'vitest';
import { readKnown } from './known.ts';
import { listConstraintChanges, troublesOf } from './rules.ts';

await loadModule();
const known = await readKnown();
const migrations = [
  ...(await readMigrations()),
  ...(await readMigrations(path.resolve(import.meta.dirname, '../../bench/migration'))),
];

/** How many statements PostgreSQL reads in a text. */
const parsed = (sql: string): number => {
  // SAFETY: what the parser answers.
  const { stmts } = parseSync(sql) as { readonly stmts: readonly unknown[] };
  return stmts.length;
};

/** With roles in place of what stands for them, so that it can be read. */
const readable = (sql: string): string => sql.replaceAll(/\{\{\w+\}\}/g, 'a_role');

test.each(migrations)('$name is split into statements like in PostgreSQL', ({ sql }) => {
  const text = readable(sql);
  const statements = statementsIn(text);
  expect(statements).toHaveLength(parsed(text));
  for (const statement of statements) expect(parsed(statement)).toBe(1);
});

test.each(migrations.filter((migration) => formOf(migration).fills !== null))(
  '$name fills rows in statements accepted by a cluster',
  ({ sql }) => {
    for (const statement of statementsIn(sql)) expect(troublesOf(statement, known)).toEqual([]);
  },
);

// Those before were merged before any cluster had to take them.
test.each(migrations.filter(({ name }) => name > '0059'))(
  '$name changes tables in statements accepted by a cluster',
  ({ sql }) => {
    for (const statement of statementsIn(readable(sql)))
      expect(listConstraintChanges(statement).length, statement).toBeLessThanOrEqual(1);
  },
);

test('a constraint added in the statement of a column is detected', () => {
  const both = 'alter table a add column b text, add constraint c check (b is null)';
  expect(listConstraintChanges(both)).toHaveLength(2);
});
