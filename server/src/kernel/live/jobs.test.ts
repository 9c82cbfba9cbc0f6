import { Closed, defineEndpoint } from '@tradehouse/contract';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { refuseWith } from '../access/index.ts';
import { mountEndpoint } from '../http/index.ts';
import { emitEvent } from '../tx/index.ts';
import type { JobEvent } from './jobs.ts';
import { createJobs } from './jobs.ts';
import { aWire } from '../testing.ts';

const shout = defineEndpoint({
  call: 'POST /probe/shout',
  summary: 'Emit',
  access: 'signedIn',
  input: Closed({ words: Type.Array(Type.String()), fail: Type.Optional(Type.Boolean()) }),
  reply: Closed({}),
});

let server: TestServer;
const heard: JobEvent[] = [];
beforeAll(async () => {
  server = await aServer({
    extra: [
      (app) =>
        mountEndpoint(app, shout, ({ words, fail }, { transact }) =>
          transact(async (context) => {
            for (const word of words)
              emitEvent(context, word === 'unheard' ? 'no.listener' : 'word', { word });
            return fail === true ? refuseWith('record.missing') : {};
          }),
        ),
    ],
  });
});
afterAll(() => server.stop());

const jobs = (handle = async (event: JobEvent): Promise<void> => void heard.push(event)) =>
  createJobs({
    connection: server.database.connections.worker,
    handlers: { word: handle },
    log: server.app.log,
  });
const words = (): unknown[] => heard.map(({ payload }) => (payload as { word: string }).word);
const waitingEvents = async (): Promise<number> => {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from outbox where relayed_at is null`.execute(server.database.admin);
  return rows[0]?.n ?? 0;
};

test('events of every company become jobs once, events of a refused call never', async () => {
  await server.call(shout, { words: ['a', 'unheard', 'b'] });
  await server.call(shout, { words: ['c'] }, await server.signIn('other'));
  await server.refusal(shout, { words: ['never'], fail: true });
  const running = [await jobs(), await jobs()];
  await expect.poll(words).toHaveLength(3);
  await expect.poll(waitingEvents).toBe(0);
  await Promise.all(running.map((each) => each.stop()));
  expect(words().toSorted()).toEqual(['a', 'b', 'c']);
  expect(heard.find(({ payload }) => (payload as { word: string }).word === 'c')).toEqual({
    tenantId: server.stranger.tenantId,
    id: expect.stringMatching(/^\d+$/),
    topic: 'word',
    payload: { word: 'c' },
  });
});

test('an event with a failed handler is delivered again', async () => {
  let calls = 0;
  await server.call(shout, { words: ['again'] });
  const running = await jobs(async () => {
    calls += 1;
    if (calls === 1) throw new Error('not yet');
  });
  await expect.poll(() => calls).toBe(2);
  await running.stop();
});

test('stored answers of idempotency keys are deleted after their retention period', async () => {
  await server.call(shout, { words: ['old'] }, { key: 'old' });
  await server.call(shout, { words: ['young'] }, { key: 'young' });
  await sql`update idempotency set created_at = now() - interval '3 days' where key = 'old'`.execute(
    server.database.admin,
  );
  const running = await jobs(async () => {});
  const keys = async () =>
    (await server.database.admin.selectFrom('idempotency').select('key').execute()).map(
      ({ key }) => key,
    );
  await expect.poll(keys).toEqual(['young']);
  await running.stop();
});

test('a job runner without a database can be stopped without an error', async () => {
  const wire = await aWire(server.database.connections.worker);
  const gaveUp = Promise.withResolvers<void>();
  const running = await createJobs({
    connection: wire.connection,
    // The end of this job can be told to no one.
    handlers: { word: () => wire.stop() },
    log: {
      error: () => {},
      warn: (message: unknown) => {
        if (String(message).startsWith('Runner stopping')) gaveUp.resolve();
      },
    } as never,
  });
  await server.call(shout, { words: ['last'] });
  await gaveUp.promise;
  await expect(running.stop()).resolves.toBeUndefined();
});
