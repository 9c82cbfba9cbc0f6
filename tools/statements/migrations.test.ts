import path from 'node:path';
import { formOf, readMigrations, statementsIn } from '@tradehouse/database';
import { loadModule, parseSync } from 'libpg-query';
import { expect, test } from 'vitest';
import { readKnown } from './known.ts';
import { troublesOf } from './rules.ts';

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

test.each(migrations)('$name is taken apart as PostgreSQL reads it', ({ sql }) => {
  const text = sql.replaceAll(/\{\{\w+\}\}/g, 'a_role');
  const statements = statementsIn(text);
  expect(statements).toHaveLength(parsed(text));
  for (const statement of statements) expect(parsed(statement)).toBe(1);
});

test.each(migrations.filter((migration) => formOf(migration).fills !== null))(
  '$name fills as a cluster takes it',
  ({ sql }) => {
    for (const statement of statementsIn(sql)) expect(troublesOf(statement, known)).toEqual([]);
  },
);
