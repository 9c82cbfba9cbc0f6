import { setTimeout as wait } from 'node:timers/promises';
import { Closed, defineEndpoint, units } from '@tradehouse/contract';
import { sql } from 'kysely';
import { Type } from 'typebox';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import { waiting } from '../../attack/testWaits.ts';
import type { TestServer } from '../../testing.ts';
import { mountEndpoint } from '../http/index.ts';
import type { Context } from '../access/index.ts';
import { usualSizes } from './lanes.ts';

const Holding = Closed({ lock: Type.Integer() });
const declare = (method: 'GET' | 'POST', path: string) =>
  defineEndpoint({
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

const probes = (app: FastifyInstance): void => {
  mountEndpoint(app, write, ({ lock }, { transact }) =>
    transact((context) => waitFor(context, lock)),
  );
  mountEndpoint(app, report, ({ lock }, { read }) => read((context) => waitFor(context, lock)));
};

let server: TestServer;
let strangers: string;
beforeAll(async () => {
  server = await aServer({ extra: [probes] });
});
afterAll(() => server.stop());
beforeEach(async () => {
  strangers = await server.signIn('other');
  await server.signIn('demo');
});

/** Does work while somebody holds the lock that calls wait for. */
const whileHeld = <T>({ database }: TestServer, lock: number, work: () => Promise<T>): Promise<T> =>
  database.admin.connection().execute(async (holder) => {
    await sql`select pg_advisory_lock(${lock})`.execute(holder);
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(holder);
    }
  });

test.each([
  ['ten writers that wait for one row', 'writing', write, 10],
  ['fifty reports of one user', 'reading', report, 50],
] as const)('%s delay no call of another company', async (_what, lane, call, many) => {
  const mine = 1;
  const theirs = 2;
  let answered = 0;
  const held = await whileHeld(server, mine, async () => {
    const calls = Array.from({ length: many }, async () => {
      await server.call(call, { lock: mine }).catch(() => null);
      answered += 1;
    });
    // As many as one company gets.
    await waiting(server, usualSizes[lane] * 0.75);
    for (const other of [write, report])
      expect(await server.call(other, { lock: theirs }, strangers)).toEqual({});
    expect(answered).toBe(0);
    return calls;
  });
  await Promise.all(held);
});

test('while the slow reports of a company wait, lists and writes go on', async () => {
  const { places } = server.app.kernel.lanes.reading;
  const reports = await whileHeld(server, 1, async () => {
    const calls = Array.from({ length: 20 }, () => server.call(report, { lock: 1 }));
    await waiting(server, 6);
    expect(places.counts()).toMatchObject({ all: 8, taken: 6, waiting: 14 });
    const list = await server.request(
      'GET',
      '/depotHead/list',
      { search: { kind: 'saleOut' } },
      strangers,
    );
    expect([list.statusCode, list.json().data.total]).toEqual([200, 0]);
    for (const token of [strangers, await server.signIn('demo')]) {
      const { id } = await server.call(
        units.add,
        { baseUnit: 'piece', subUnit: 'crate', ratio: '12' },
        token,
      );
      expect(id).toMatch(/^\d+$/);
    }
    expect(places.counts().waiting).toBe(14);
    return calls;
  });
  await Promise.all(reports);
  await expect.poll(() => places.counts().taken).toBe(0);
});

describe('an overlong reading statement', () => {
  let hasty: TestServer;
  beforeAll(async () => {
    // One connection to read with: what comes after gets the one that was stopped.
    const lanes = { ...usualSizes, reading: 1 };
    hasty = await aServer({ extra: [probes], lanes, readLimit: 1_000 });
  });
  afterAll(() => hasty.stop());

  test.each([
    ['en', 'This took too long and was stopped: ask for less at once, such as a shorter period'],
    ['zh-cn', '耗时过长，已中止；请减少一次处理的内容，例如缩短查询期间'],
  ] as const)(
    'is stopped with a message (%s), and its connection serves the next statement',
    async (language, message) => {
      const as = { language };
      await whileHeld(hasty, 1, async () => {
        expect(await hasty.refusal(report, { lock: 1 }, as)).toMatchObject({
          status: 503,
          code: 503001,
          message,
        });
        expect(await hasty.call(report, { lock: 2 })).toEqual({});
      });
    },
  );

  test('leaves longer write statements running', async () => {
    const saved = await whileHeld(hasty, 1, async () => {
      const writing = hasty.call(write, { lock: 1 });
      await waiting(hasty, 1);
      // Twice as long as reading may take.
      await wait(2_000);
      await waiting(hasty, 1);
      return { writing };
    });
    expect(await saved.writing).toEqual({});
  });
});
