import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Closed, defineEndpoint, defineTable } from '@tradehouse/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { exportTable } from '../table/exportTable.ts';
import { refuseWith } from '../access/index.ts';
import { mountEndpoint } from './index.ts';
import { bindTable } from '../table/index.ts';
import type { EndpointCall, FileReply } from './index.ts';
import { spoolFile } from './spool.ts';

const numbers = defineTable({
  id: 'numbers',
  path: '/probe/numbers',
  access: 'signedIn',
  columns: { id: { type: 'id' } },
  filters: {},
  order: { column: 'id', direction: 'asc' },
});
const take = defineEndpoint({
  call: 'GET /probe/take',
  summary: 'Take',
  access: 'signedIn',
  input: Closed({}),
  reply: Closed({}),
});

const lose = defineEndpoint({
  call: 'GET /probe/lose',
  summary: 'Lose',
  access: 'signedIn',
  input: Closed({}),
  reply: Closed({}),
});

/** Exports whose reader has not read a byte yet. */
const unread: FileReply[] = [];
let server: TestServer;
beforeAll(async () => {
  const rows = bindTable(numbers, () => sql`select n as id from generate_series(1, 5000) as n`);
  server = await aServer({
    extra: [
      (app) =>
        mountEndpoint(app, take, async (_, call) => {
          unread.push(await exportTable(app.kernel, call, rows as never, {}));
          return {};
        }),
      (app) =>
        mountEndpoint(app, lose, async (_, call) => {
          // A replica that is lost with its last row: the rows are read again where they are written.
          const readAside: EndpointCall['readAside'] = async (use) => {
            await call.read((context) => use(context, app.kernel.db));
            const answer = await call.read((context) => use(context, app.kernel.db));
            return { answer, age: null, position: null };
          };
          const asked = { format: 'csv' } as const;
          unread.push(await exportTable(app.kernel, { ...call, readAside }, rows as never, asked));
          return {};
        }),
    ],
  });
});
afterAll(() => server.stop());

const letGo = async (): Promise<void> => {
  for (const { body } of unread.splice(0)) {
    const file = body as Readable;
    const closed = new Promise((resolve) => file.once('close', resolve));
    file.destroy();
    await closed;
  }
};

test('exports waiting for their readers hold neither slot nor connection', async () => {
  for (const user of ['demo', 'other'])
    for (let n = 0; n < 4; n += 1)
      expect(await server.call(take, {}, await server.signIn(user))).toEqual({});
  const open = async () => {
    const { rows } = await sql<{ open: string }>`
      select count(*) as open from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`.execute(
      server.database.admin,
    );
    return rows[0]?.open;
  };
  // A read answers before its commit does.
  await expect.poll(open).toBe('0');
  await letGo();
});

test('an export losing its replica midway is rewritten from the first row', async () => {
  await server.call(lose, {});
  const [reply] = unread.splice(0);
  const lines = (await text(reply?.body as Readable)).trim().split('\r\n');
  expect(lines.length).toBe(5_001);
});

test('a user has at most four unread exports, and reading an export releases its slot', async () => {
  for (let n = 0; n < 4; n += 1) await server.call(take, {});
  expect(await server.refusal(take, {})).toMatchObject({ status: 429, key: 'request.tooMany' });
  await letGo();
  expect(await server.call(take, {})).toEqual({});
  await letGo();
});

test('a failing export releases its slot', async () => {
  const { kernel } = server.app;
  const who = { tenantId: '7', userId: '7' };
  for (let n = 0; n < 10; n += 1)
    await expect(spoolFile(kernel, who, async () => refuseWith('record.missing'))).rejects.toThrow(
      'record.missing',
    );
});

test('an error between two rows is reported unchanged', async () => {
  const { kernel } = server.app;
  const rows = function* (): Generator<string> {
    yield 'one row';
    refuseWith('record.missing');
  };
  await expect(
    spoolFile(kernel, { tenantId: '7', userId: '7' }, (file) => pipeline(rows, file)),
  ).rejects.toThrow('record.missing');
});

test('an export stalled for a minute releases the slot, an export being read keeps the slot', async () => {
  const { kernel } = server.app;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const rows = Buffer.alloc(1_000_000, 'a');
  const file = await spoolFile(kernel, { tenantId: '7', userId: '7' }, (written) =>
    pipeline([rows], written),
  );
  for (let minute = 0; minute < 3; minute += 1) {
    file.read();
    await once(file, 'readable');
    vi.advanceTimersByTime(60_000);
    expect([file.destroyed, kernel.sending.taken()]).toEqual([false, 1]);
  }
  const closed = once(file, 'close');
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  await closed;
  expect(kernel.sending.taken()).toBe(0);
});

test('a spooled export has no entry in the folder and leaves no file behind', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tradehouse-spool-'));
  vi.stubEnv('TMPDIR', folder);
  const seen: string[][] = [];
  const file = await spoolFile(
    server.app.kernel,
    { tenantId: '7', userId: '7' },
    async (written) => {
      await pipeline(['rows'], written);
      seen.push(await readdir(folder));
    },
  );
  seen.push(await readdir(folder));
  expect([await text(file), seen]).toEqual(['rows', [[], []]]);
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});
