// Lists read on a replica always include the user's own writes: in step, lagging, crashed or restarted,
// through another process, and without a log position of the window.
import { setTimeout as wait } from 'node:timers/promises';
import { people } from '@tradehouse/contract';
import {
  openDatabasePool,
  createTenant,
  migrateDatabase,
  seedPlatform,
  withClient,
} from '@tradehouse/database';
import type { Connection } from '@tradehouse/database';
import { aPair } from '@tradehouse/database/testing';
import type { TestPair } from '@tradehouse/database/testing';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApp } from './app.ts';
import { POSITION } from './kernel/http/mount.ts';
import { passwordOf, sampledRuns, sha256, storedPasswordOf } from './testing.ts';

/** How many pairs of a write and a read each test asks; `npm run soak:replica` asks 10,000 in all. */
const PAIRS = Number(process.env['REPLICA_PAIRS'] ?? sampledRuns(16, 40));
const LAG = 2_000;

let pair: TestPair;
let apps: readonly FastifyInstance[];
let direct: Connection;
beforeAll(async () => {
  pair = await aPair(async (primary) => {
    const { owner, app } = await migrateDatabase(primary);
    direct = app;
    await seedTwo(owner);
    // As it is outside of tests: what is acknowledged is on its way to the replica.
    await withClient(primary, (client) =>
      client.query(`alter role ${app.user} set synchronous_commit = on`),
    );
  });
  direct = { ...direct, host: pair.primary.host };
  const database = direct;
  const replicas = [{ ...database, host: pair.replica.connection.host }];
  const options = { database, replicas, writesPerMinute: Number.POSITIVE_INFINITY };
  apps = [await createApp(options), await createApp(options)];
});
afterAll(async () => {
  for (const app of apps) await app.close();
  await pair.stop();
});

async function seedTwo(owner: Connection): Promise<void> {
  const db = openDatabasePool(owner, { size: 1 });
  await seedPlatform(db, () => storedPasswordOf('admin'));
  for (const code of ['one', 'two']) {
    const passwordHash = await storedPasswordOf(code);
    await createTenant(db, {
      code,
      name: code,
      owner: { loginName: code, name: code, passwordHash },
    });
  }
  await db.destroy();
}

interface Window {
  readonly token: string;
  /** What the server said last, as a browser keeps it. */
  position: string | undefined;
}

const signIn = async (loginName: string, app = apps[0]): Promise<Window> => {
  const payload = { loginName, password: sha256(passwordOf(loginName)) };
  const reply = await app?.inject({ method: 'POST', url: '/api/user/login', payload });
  return { token: reply?.json().data.token, position: undefined };
};

async function ask(
  app: FastifyInstance | undefined,
  window: Window,
  method: 'GET' | 'POST',
  path: string,
  input: Record<string, string>,
): Promise<LightMyRequestResponse> {
  const { token, position } = window;
  const headers = { 'x-access-token': token, ...(position && { [POSITION]: position }) };
  const asked = method === 'GET' ? { query: input } : { payload: input };
  const reply = await app?.inject({ method, url: `/api${path}`, headers, ...asked });
  expect(reply?.statusCode, reply?.body).toBe(200);
  const told = reply?.headers[POSITION];
  if (typeof told === 'string') window.position = told;
  return reply as LightMyRequestResponse;
}

let made = 0;
const write = async (window: Window, app = apps[0]): Promise<string> => {
  const name = `Person ${(made += 1)}`;
  await ask(app, window, 'POST', people.add.path, { name, type: 'keeper' });
  return name;
};

interface Seen {
  readonly found: boolean;
  /** Read on the replica. */
  readonly aside: boolean;
  readonly age: number;
}

const look = async (window: Window, name: string, app = apps[0]): Promise<Seen> => {
  const reply = await ask(app, window, 'GET', people.list.path, {
    search: JSON.stringify({ name }),
  });
  const { data } = reply.json<{ data: { rows: { name: string }[]; age?: number } }>();
  const found = data.rows.some((row) => row.name === name);
  return { found, aside: data.age !== undefined, age: data.age ?? 0 };
};

/** Writes and reads in turn, in as many windows at once. */
async function pairs(
  count: number,
  { windows = 4, reads = apps[0], forgets = false } = {},
): Promise<readonly Seen[]> {
  const one = async (): Promise<Seen[]> => {
    const window = await signIn('one');
    const seen: Seen[] = [];
    for (let n = 0; n < count / windows; n += 1) {
      const name = await write(window);
      if (forgets) window.position = undefined;
      seen.push(await look(window, name, reads));
    }
    return seen;
  };
  return (await Promise.all(Array.from({ length: windows }, one))).flat();
}

const stale = (all: readonly Seen[]): number => all.filter(({ found }) => !found).length;
const aside = (all: readonly Seen[]): number => all.filter((one) => one.aside).length;

/** Until lists are read on the replica again, at no more than this age. */
async function untilRead(app = apps[0]): Promise<void> {
  const window = await signIn('two');
  await expect.poll(async () => (await look(window, '', app)).aside).toBe(true);
}

beforeEach(async () => {
  await pair.replica.delay(0);
  for (const app of apps) await untilRead(app);
});

test('a list read on a replica includes the user’s own writes and reports its age', async ({
  annotate,
}) => {
  const all = await pairs(PAIRS);
  await annotate(
    `keeping up: ${all.length} pairs, ${aside(all)} read on the replica, ${stale(all)} stale`,
  );
  expect(stale(all)).toBe(0);
  expect(aside(all)).toBeGreaterThan(0);
  expect(Math.max(...all.map(({ age }) => age))).toBeLessThan(10_000);
});

test('a list read through another process includes the user’s own writes', async ({ annotate }) => {
  const [, other] = apps;
  const all = [
    ...(await pairs(PAIRS, { reads: other })),
    ...(await pairs(PAIRS, { reads: other, forgets: true })),
  ];
  await annotate(
    `other process: ${all.length} pairs, ${aside(all)} read on the replica, ${stale(all)} stale`,
  );
  expect(stale(all)).toBe(0);
});

test('a lagging replica serves users without recent writes and shows no user a stale list', async ({
  annotate,
}) => {
  await pair.replica.delay(LAG);
  const [, other] = apps;
  const window = await signIn('two');
  await look(window, '');
  const writer = await signIn('one', other);
  const all = await pairs(PAIRS * 2);
  const elsewhere = await pairs(PAIRS, { reads: other });
  await annotate(
    `lagging: ${all.length + elsewhere.length} pairs, ${stale([...all, ...elsewhere])} stale`,
  );
  expect(stale([...all, ...elsewhere])).toBe(0);
  const late = await write(writer, other);
  expect(await look(writer, late, other)).toMatchObject({ found: true, aside: false });
  let old = await look(window, late);
  while (!old.aside) old = await look(window, late);
  expect(old.age).toBeGreaterThan(LAG / 2);
});

test('a dead or frozen replica is left out without stale reads, and rejoins', async ({
  annotate,
}) => {
  const running = { on: true };
  const going = (async () => {
    const all: Seen[] = [];
    while (running.on) all.push(...(await pairs(8)));
    return all;
  })();
  await wait(300);
  pair.replica.signal('SIGKILL');
  await wait(1_000);
  await untilRead();
  pair.replica.signal('SIGSTOP');
  await wait(3_000);
  pair.replica.signal('SIGCONT');
  await untilRead();
  running.on = false;
  const all = await going;
  await annotate(
    `dying: ${all.length} pairs, ${aside(all)} read on the replica, ${stale(all)} stale`,
  );
  expect(stale(all)).toBe(0);
});

test('rights are read on the primary, and a replica shows no row of another company', async () => {
  const [one, two] = [await signIn('one'), await signIn('two')];
  const name = await write(one);
  two.position = undefined;
  expect(await look(two, name)).toMatchObject({ found: false });
  const admin = openDatabasePool(pair.primary, { size: 1 });
  await admin
    .updateTable('app_user')
    .set({ enabled: false })
    .where('login_name', '=', 'two')
    .execute();
  await wait(800);
  const reply = await apps[0]?.inject({
    url: `/api${people.list.path}`,
    headers: { 'x-access-token': two.token },
  });
  expect(reply?.statusCode).toBe(401);
  await admin
    .updateTable('app_user')
    .set({ enabled: true })
    .where('login_name', '=', 'two')
    .execute();
  await admin.destroy();
});

test('a forged position, or a position beyond the log, is ignored', async () => {
  const window = await signIn('one');
  for (const position of ['FFFFFFFF/FFFFFFFF', 'x', `0/1`, '0/0'.repeat(500)]) {
    const name = await write(window);
    window.position = position;
    expect(await look(window, name)).toMatchObject({ found: true });
  }
});
