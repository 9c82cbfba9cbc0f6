// New columns during normal work: migrations that give way to users, and fills in the background.
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runBackfills } from './backfill.ts';
import { withClient } from './connection.ts';
import { runWithAdvisoryLock, runInClientTransaction } from './giveWay.ts';
import type { Connection } from './connection.ts';
import { migrateDatabase } from './migrate.ts';
import type { Migration } from './migrations.ts';
import { rolesOf } from './roles.ts';
import { TEST_SERVER } from './testing.ts';
import type { TestServer } from './testing.ts';

// SAFETY: the tests' own start wrote it.
const { admin } = JSON.parse(process.env[TEST_SERVER] ?? '') as TestServer;
const to: Connection = { ...admin, database: `backfill_${randomBytes(6).toString('hex')}` };
const wall = (table: string): string => `
  alter table ${table} enable row level security; alter table ${table} force row level security;
  create policy own_tenant on ${table} using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);`;

const step = (name: string, sql: string): Migration => ({ name, sql, checksum: name });
const before = step(
  '0001_before.sql',
  `create table tenant (id bigint primary key);
  create table backfill (tenant_id bigint, name text, reached numeric(20), over boolean, primary key (tenant_id, name));
  create table thing (tenant_id bigint, id bigint, name text, primary key (tenant_id, id));
  grant insert, select on thing to {{app}};
  ${wall('backfill')} ${wall('thing')}`,
);
const expand = step('0002_expand.sql', 'alter table thing add column loud text');
const filling = step(
  '0003_fill.sql',
  `-- Fills:     thing.id, 2 at a time
update thing set loud = upper(name) where tenant_id = $1 and id > $2 and id <= $3 and loud is null;`,
);
const indexed = step(
  '0004_index.sql',
  `-- Apart:     writers go on
drop index concurrently if exists thing__loud;
create index concurrently thing__loud on thing (tenant_id, loud);
`,
);
const contract = step(
  '0005_contract.sql',
  `-- After:     0003_fill.sql
alter table thing alter column loud set not null;`,
);
const all = [before, expand, filling, indexed, contract];

const rows = async (client: pg.Client, text: string): Promise<unknown[]> =>
  (await client.query({ text, rowMode: 'array' })).rows;
const loud = (client: pg.Client) =>
  rows(client, 'select tenant_id, id, loud from thing order by 1, 2');

let client: pg.Client;
let done: () => void = () => {};
let owner: Connection;
let app: Connection;
beforeAll(async () => {
  ({ owner, app } = await migrateDatabase(to, { migrations: [before] }));
  await new Promise<void>((ready) => {
    void withClient(to, async (opened) => {
      client = opened;
      ready();
      await new Promise<void>((resolve) => (done = resolve));
    });
  });
  await client.query(`
    insert into tenant values (1), (2);
    insert into thing values (1, 1, 'a'), (1, 2, 'b'), (1, 5, 'c'), (2, 1, 'd')`);
});
afterAll(async () => {
  done();
  await withClient(admin, async (last) => {
    await last.query(`drop database ${to.database} with (force)`);
    for (const role of Object.values(rolesOf(to.database))) await last.query(`drop role ${role}`);
  });
});

test('a migration step that waits for a long reader does not block writers', async () => {
  await client.query('begin; select from thing');
  const onRows = Promise.withResolvers<string>();
  const migrating = migrateDatabase(to, { migrations: [before, expand], say: onRows.resolve });
  expect(await onRows.promise).toMatch(/^0002_expand\.sql waits/);
  await withClient(app, (writer) =>
    writer.query(
      `begin; set local app.tenant_id = '1'; insert into thing values (1, 7, 'e'); commit`,
    ),
  );
  await client.query('commit');
  expect((await migrating).applied).toEqual([expand.name]);
});

test('a migration step that gets no table lock in time fails and leaves the table unchanged', async () => {
  const never = step('0003_never.sql', 'alter table thing add column never text');
  await client.query('begin; select from thing');
  await expect(
    migrateDatabase(to, { migrations: [before, expand, never], patience: 0 }),
  ).rejects.toThrow(/^0003_never\.sql found no moment/);
  await client.query('commit');
});

test('rows are filled in batches in every company, and an aborted fill continues later', async () => {
  await migrateDatabase(to, { migrations: [before, expand, filling] });
  const changed: number[] = [];
  const time = new AbortController();
  const options = { migrations: [before, expand, filling], rest: 0 };
  const onRows = (count: number): void => {
    changed.push(count);
    if (changed.length === 1) time.abort();
  };
  await runBackfills(owner, { ...options, onRows, signal: time.signal });
  expect(await loud(client)).toEqual([
    ['1', '1', 'A'],
    ['1', '2', 'B'],
    ['1', '5', null],
    ['1', '7', null],
    ['2', '1', null],
  ]);
  // What is filled is not looked at again.
  await client.query(`update thing set loud = null where id = 1 and tenant_id = 1`);
  await runBackfills(owner, { ...options, onRows });
  expect(changed).toEqual([2, 2, 1]);
  expect((await loud(client)).map((row) => (row as unknown[])[2])).toEqual([
    null,
    'B',
    'C',
    'E',
    'D',
  ]);
  await client.query(`update thing set loud = 'A' where id = 1 and tenant_id = 1`);
});

test('two concurrent fills wait for each other, and also fill a company added since', async () => {
  await client.query(
    `insert into tenant values (3); insert into thing values (3, 1, 'f'), (3, 2, 'g')`,
  );
  const changed: number[] = [];
  const options = {
    migrations: [before, expand, filling],
    onRows: (n: number) => void changed.push(n),
  };
  await Promise.all([runBackfills(owner, options), runBackfills(owner, options)]);
  expect(changed).toEqual([2]);
});

test('an aborted fill ends without waiting for locked rows', async () => {
  await client.query(`insert into tenant values (6); insert into thing values (6, 1, 'i')`);
  await client.query('begin; select from thing where tenant_id = 6 for update');
  const time = new AbortController();
  const ended = runBackfills(owner, {
    migrations: [before, expand, filling],
    signal: time.signal,
  });
  setTimeout(() => time.abort(), 100);
  await expect(ended).resolves.toBeUndefined();
  await client.query(
    'commit; delete from thing where tenant_id = 6; delete from tenant where id = 6',
  );
});

test('an index is built concurrently, also over a broken attempt, after rows are filled', async () => {
  await client.query('create index thing__loud on thing (id)');
  await client.query(`insert into tenant values (4); insert into thing values (4, 1, 'h')`);
  await migrateDatabase(to, { migrations: all });
  expect(
    await rows(client, `select indexdef from pg_indexes where indexname = 'thing__loud'`),
  ).toEqual([['CREATE INDEX thing__loud ON public.thing USING btree (tenant_id, loud)']]);
  expect((await loud(client)).at(-1)).toEqual(['4', '1', 'H']);
  // Nothing comes unfilled from here on, so nothing is looked for.
  await client.query(`insert into tenant values (5)`);
  await runBackfills(owner, { migrations: all });
  expect(await rows(client, 'select name from backfill where tenant_id = 5')).toEqual([]);
});

test('a lost connection during work reports the error of the work', async () => {
  const loses = (client: pg.Client) => async (): Promise<void> => {
    client.on('error', () => {});
    await client.query('select pg_terminate_backend(pg_backend_pid())').catch(() => {});
    throw new Error('the work');
  };
  await withClient(admin, (client) =>
    expect(runWithAdvisoryLock(client, 471, loses(client))).rejects.toThrow('the work'),
  );
  await withClient(admin, (client) =>
    expect(runInClientTransaction(client, loses(client))).rejects.toThrow('the work'),
  );
});
