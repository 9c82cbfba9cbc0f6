import { DatabaseError } from '@tradehouse/database';
import { testDatabase, type TestDatabase } from '@tradehouse/database/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedFirstRun } from './firstRun.ts';
import { readOperatorSettings } from './settings.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

test('an English first start names everything in English', async () => {
  const made = await seedFirstRun(
    database.connections.owner,
    readOperatorSettings({ TRADEHOUSE_LANGUAGE: 'en' }),
  );
  expect(made.map(({ loginName }) => loginName)).toEqual(['admin', 'demo']);
  const { rows } = await sql<{ name: string }>`
    select name from tenant union all select company_name from tenant_setting
    union all select name from warehouse union all select name from account union all select name from role
    union all select name from unit union all select name from in_out_item`.execute(database.admin);
  const names = rows.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['Demo Trading', 'Main warehouse', 'Cash', 'Rent']));
  expect(names.filter((name) => /\p{sc=Han}/u.test(name))).toEqual([]);
});

test('a database gone before the first records is reported in a sentence', async () => {
  const gone = { ...database.connections.owner, host: '127.0.0.1', port: 1 };
  const seeding = seedFirstRun(gone, readOperatorSettings({}));
  await expect(seeding).rejects.toThrow(DatabaseError);
  await expect(seeding).rejects.toThrow('went away');
});
