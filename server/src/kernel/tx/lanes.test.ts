import { Closed, endpoint } from '@tradehouse/contract';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { mount } from '../index.ts';
import type { Context } from '../index.ts';
import { usualSizes } from './lanes.ts';

const Holding = Closed({ lock: Type.Integer() });
const declare = (method: 'GET' | 'POST', path: string) =>
  endpoint({
    call: `${method} ${path}`,
    summary: 'Hold',
    access: 'signedIn',
    input: Holding,
    reply: Closed({}),
  });
const write = declare('POST', '/probe/write');
const report = declare('GET', '/probe/report');

/** As one document waits for another on a row, with no end of its own: the lock is the test's. */
const waitFor = async ({ tx }: Context, lock: number) => {
  await sql`set local lock_timeout = 0`.execute(tx);
  await sql`select pg_advisory_xact_lock(${lock})`.execute(tx);
  return {};
};

let server: TestServer;
let strangers: string;
beforeAll(async () => {
  server = await aServer({
    extra: [
      (app) => {
        mount(app, write, ({ lock }, { transact }) =>
          transact((context) => waitFor(context, lock)),
        );
        mount(app, report, ({ lock }, { read }) => read((context) => waitFor(context, lock)));
      },
    ],
  });
});
afterAll(() => server.stop());
beforeEach(async () => {
  strangers = await server.signIn('other');
  await server.signIn('demo');
});

/** Waits until as many of the server's statements wait for a lock. */
async function waiting(many: number): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ waiting: string }>`
      select count(*) as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(
      server.database.admin,
    );
    if (Number(rows[0]?.waiting) >= many) return;
  }
}

test.each([
  ['ten writers that wait for one row', 'writing', write, 10],
  ['fifty reports of one user', 'reading', report, 50],
] as const)('%s hold up nothing of another company', async (_what, lane, call, many) => {
  const mine = 1;
  const theirs = 2;
  await server.database.admin.connection().execute(async (holder) => {
    await sql`select pg_advisory_lock(${mine})`.execute(holder);
    let answered = 0;
    const held = Array.from({ length: many }, async () => {
      await server.call(call, { lock: mine }).catch(() => null);
      answered += 1;
    });
    // As many as one company gets.
    await waiting(usualSizes[lane] * 0.75);
    for (const other of [write, report])
      expect(await server.call(other, { lock: theirs }, strangers)).toEqual({});
    expect(answered).toBe(0);
    await sql`select pg_advisory_unlock(${mine})`.execute(holder);
    await Promise.all(held);
  });
});
