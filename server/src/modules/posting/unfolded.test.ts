import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { unfolded } from './unfolded.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
});
afterAll(() => server.stop());

test('every view with pending rows is named after its roll-up table', async () => {
  const { rows } = await sql<{ name: string; tables: string }>`
    select viewname as name, (select count(*) from pg_tables where 'whole_' || tablename = viewname) as tables
    from pg_views where viewname like 'whole\\_%'`.execute(server.database.admin);
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.filter(({ tables }) => tables !== '1')).toEqual([]);
  const unknown = rows.filter(
    ({ name }) => name.replaceAll(unfolded.viewPrefix, '') !== name.slice('whole_'.length),
  );
  expect(unknown).toEqual([]);
});
