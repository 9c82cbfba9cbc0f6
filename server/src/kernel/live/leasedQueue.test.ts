// Leased queues: several processes share due rows, and rows survive failed, slow and crashed work.
import { setTimeout as wait } from 'node:timers/promises';
import { driverConfig } from '@tradehouse/database';
import { testDatabase } from '@tradehouse/database/testing';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createJobs } from './jobs.ts';
import { endLease, workDueRows } from './leasedQueue.ts';
import type { Lease, LeasedQueue } from './leasedQueue.ts';

const database = await testDatabase();
const { admin, connections } = database;
/** Connections of two processes. */
const pools = [0, 1].map(() => {
  const pool = new pg.Pool({ ...driverConfig(connections.worker), max: 4 });
  // The database goes with its connections.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', () => {});
  return pool;
});
const [pool = new pg.Pool()] = pools;

const errandQueue: LeasedQueue = {
  table: 'errand',
  key: 'id',
  due: 'queued.due_at <= now()',
  joins: '',
  order: 'queued.due_at, queued.id',
  leaseSeconds: 30,
  atOnce: 3,
  roundLimit: 10_000,
};

beforeAll(async () => {
  await sql`
    create table errand (
      tenant_id bigint, id bigint, due_at timestamptz not null default now(), taken_until timestamptz,
      tries int not null default 0, primary key (tenant_id, id))`.execute(admin);
  await sql`grant select, update on errand to ${sql.id(connections.worker.user ?? '')}`.execute(
    admin,
  );
});
afterAll(async () => {
  await Promise.all(pools.map((each) => each.end()));
  await database.drop();
});
beforeEach(() => sql`delete from errand`.execute(admin));

/** Due errands of each company, numbered throughout. */
const addErrands = (companies: number, each = 1) =>
  sql`
    insert into errand (tenant_id, id)
    select number % ${companies} + 1, number from generate_series(1, ${companies * each}) as number`.execute(
    admin,
  );
const change = (what: string) => sql`update errand set ${sql.raw(what)}`.execute(admin);
const leasedIds = async () => {
  const { rows } = await sql<{ id: string }>`
    select id from errand where taken_until > now() order by id`.execute(admin);
  return rows.map(({ id }) => id);
};
/** Work ending with a settled, free row. */
const settle = async ({ tenantId, id }: Lease): Promise<number> => {
  await sql`
    update errand set due_at = 'infinity', taken_until = null
    where tenant_id = ${tenantId} and id = ${id}`.execute(admin);
  return 1;
};
const run = (
  work: (lease: Lease) => Promise<number>,
  more: Partial<LeasedQueue> = {},
  options = {},
) => workDueRows(pool, { ...errandQueue, ...more }, work, options);

test('a row is leased by a single process, which works a single row of a company at a time', async () => {
  await addErrands(4, 15);
  const held = new Set<string>();
  const worked: string[] = [];
  const twice: string[] = [];
  const companies = pools.map(() => new Set<string>());
  const sums = await Promise.all(
    pools.map((each, at) =>
      workDueRows(each, errandQueue, async (lease) => {
        const { tenantId, id } = lease;
        if (held.has(id) || companies[at]?.has(tenantId) === true) twice.push(id);
        held.add(id);
        companies[at]?.add(tenantId);
        worked.push(id);
        await wait(5);
        held.delete(id);
        companies[at]?.delete(tenantId);
        return settle(lease);
      }),
    ),
  );
  expect(twice).toEqual([]);
  expect(new Set(worked).size).toBe(60);
  expect(worked).toHaveLength(60);
  expect(sums.reduce((sum, one) => sum + one, 0)).toBe(60);
  expect(Math.min(...sums)).toBeGreaterThan(0);
});

test('a row selected by two processes at once is leased by a single process', async () => {
  for (let at = 0; at < 20; at += 1) {
    await sql`delete from errand`.execute(admin);
    await addErrands(1);
    const leases = await Promise.all(
      pools.map((each) => workDueRows(each, errandQueue, async () => 1)),
    );
    expect(leases.toSorted()).toEqual([0, 1]);
  }
});

test('a lease holds neither lock nor transaction during the work', async () => {
  await addErrands(1);
  await run(async () => {
    const { rows } = await sql<{ idle: number }>`
      select count(*)::int as idle from pg_stat_activity
      where usename = ${connections.worker.user ?? ''} and state like 'idle in transaction%'`.execute(
      admin,
    );
    expect(rows).toEqual([{ idle: 0 }]);
    await sql`select from errand for update nowait`.execute(admin);
    return 1;
  });
});

test('a crashed process loses the row at the end of the lease, not before', async () => {
  await addErrands(1);
  await change(`taken_until = now() + interval '30 seconds'`);
  expect(await run(settle)).toBe(0);
  await change('taken_until = now()');
  expect(await run(settle)).toBe(1);
});

test('work that ends late does not change the lease of the next process', async () => {
  await addErrands(1);
  await run(async (lease) => {
    await change(`taken_until = now() + interval '1 hour'`);
    await endLease(pool, errandQueue, lease);
    return 1;
  });
  expect(await leasedIds()).toEqual(['1']);
});

test('work over the limit keeps the lease and blocks no further row', async () => {
  await addErrands(2);
  const slow = Promise.withResolvers<number>();
  const work = (lease: Lease) => (lease.id === '1' ? slow.promise : settle(lease));
  // The limit is five seconds before the end of the lease.
  await expect(run(work, { leaseSeconds: 5.2, atOnce: 1 })).rejects.toThrow('took longer');
  expect(await leasedIds()).toEqual(['1']);
  slow.resolve(1);
});

const failFirst = async (lease: Lease): Promise<number> => {
  if (lease.id === '1') throw new Error('no address');
  return settle(lease);
};

test('a failure is reported after all further rows, and retried at the end of the lease', async () => {
  await addErrands(3);
  await expect(run(failFirst)).rejects.toThrow('no address');
  expect(await leasedIds()).toEqual(['1']);
  expect(await run(settle)).toBe(0);
  await change(`taken_until = taken_until - interval '30 seconds'`);
  expect(await run(settle)).toBe(1);
  expect(await run(settle)).toBe(0);
});

test('failed work with an ended lease is retried in the next round, not in the same round', async () => {
  await addErrands(1);
  let attempts = 0;
  const work = (lease: Lease): Promise<number> => {
    attempts += 1;
    return failFirst(lease).finally(() => endLease(pool, errandQueue, lease));
  };
  await expect(run(work)).rejects.toThrow('no address');
  expect(attempts).toBe(1);
  await expect(run(work)).rejects.toThrow('no address');
  expect(attempts).toBe(2);
});

test('a row postponed after a failure is retried at the postponed time until settled', async () => {
  await addErrands(1);
  const minutes = (n: number) => new Date(Date.now() + n * 60_000).toISOString();
  const attempts: number[] = [];
  const attempt = (at: number) =>
    run(
      async ({ tenantId, id }) => {
        attempts.push(at);
        const done = attempts.length === 3;
        await sql`
          update errand set taken_until = null, tries = tries + 1,
            due_at = ${done ? 'infinity' : minutes(at + 5)}::timestamptz
          where tenant_id = ${tenantId} and id = ${id}`.execute(admin);
        return 1;
      },
      {},
      { at: minutes(at) },
    );
  for (let at = 1; at < 30; at += 3) await attempt(at);
  expect(attempts).toEqual([1, 7, 13]);
});

test('a stopping process finishes and frees the row in work, and leases no further row', async () => {
  await addErrands(3);
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const jobs = await createJobs({
    connection: connections.worker,
    handlers: {},
    rounds: [
      {
        every: 1,
        work: (worker, stopping) =>
          workDueRows(
            worker,
            { ...errandQueue, atOnce: 1 },
            async (lease) => {
              begun.resolve();
              await goOn.promise;
              await endLease(worker, errandQueue, lease);
              return settle(lease);
            },
            { stopping },
          ),
      },
    ],
    log: { error: () => {}, warn: () => {} } as never,
  });
  await begun.promise;
  const stopped = jobs.stop();
  goOn.resolve();
  await stopped;
  expect(await leasedIds()).toEqual([]);
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from errand where due_at <= now()`.execute(admin);
  expect(rows).toEqual([{ waiting: 2 }]);
});
