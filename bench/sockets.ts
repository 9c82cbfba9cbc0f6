// Two thousand idle windows on one process: a notice's time to the last window, memory, and time until all
// are back after the process is killed and replaced. See bench/README.md.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { socketPath } from '@tradehouse/contract';
import {
  openDatabasePool,
  createTenant,
  migrateDatabase,
  seedPlatform,
  startEmbedded,
  withClient,
} from '@tradehouse/database';
import type { Connection, Migrated } from '@tradehouse/database';
import { createBenchClient, hashSha256 } from './src/client.ts';
import { startServer } from './src/server.ts';
import type { Server } from './src/server.ts';

const printSocketBenchLine = (text: string): void => console.log(text);
const { values: asked } = parseArgs({
  options: {
    clients: { type: 'string', default: '2000' },
    notices: { type: 'string', default: '5' },
    output: { type: 'string', default: path.resolve(import.meta.dirname, 'output') },
  },
});
const OUTPUT = path.resolve(asked.output);
const CLIENTS = Number(asked.clients);
const NOTICES = Number(asked.notices);
/**
 * Milliseconds until the browser reconnects, and until a notice must have reached the last
 * window.
 */
const RECONNECT = 5_000;
const PROMISED = 2_000;
/** Concurrent half-open handshakes, like many windows within a few seconds. */
const AT_ONCE = 100;

const tokenOfSocketUser = (n: number): string => hashSha256(`window ${n}`);

/** Creates a company of signed-in users: user n has token n, the owner token 0. */
async function createSocketUsers(
  migrated: Migrated,
  admin: Connection,
): Promise<readonly string[]> {
  const owner = openDatabasePool(migrated.owner, { size: 1 });
  await seedPlatform(owner, async () => 'none');
  const made = await createTenant(owner, {
    code: 'windows',
    name: 'windows',
    userLimit: CLIENTS + 1,
    owner: { loginName: 'windows', name: 'windows', passwordHash: 'none' },
  });
  await owner.destroy();
  return withClient(admin, async (db) => {
    const { rows } = await db.query<{ id: string }>(
      `insert into app_user (tenant_id, login_name, name)
       select $1, 'window' || n, 'window' || n from generate_series(1, $2::int) as n returning id::text`,
      [made.tenantId, CLIENTS],
    );
    const ids = rows.map(({ id }) => id);
    await db.query(
      `insert into login (login_name, tenant_id, user_id, password_hash)
       select 'window' || n, $1, id, 'none' from unnest($2::bigint[]) with ordinality as u (id, n)`,
      [made.tenantId, ids],
    );
    const all = [made.ownerId, ...ids];
    await db.query(
      `insert into session (token_hash, tenant_id, user_id, expires_at)
       select decode(hash, 'hex'), $1, id, now() + interval '1 day'
       from unnest($2::text[], $3::bigint[]) as s (hash, id)`,
      [made.tenantId, all.map((_, n) => hashSha256(tokenOfSocketUser(n))), all],
    );
    return ids;
  });
}

/**
 * Opens the users' windows: each connects, authenticates, counts messages, and reconnects when
 * disconnected.
 */
function openSocketWindows(port: number, ids: readonly string[]) {
  let ready = 0;
  let heard: number[] = [];
  let coming = 0;
  const waiting: (() => void)[] = [];
  let stopped = false;
  const open = new Set<WebSocket>();

  function connectOne(n: number): void {
    if (stopped) return;
    if (coming >= AT_ONCE) {
      waiting.push(() => connectOne(n));
      return;
    }
    coming += 1;
    let done = false;
    const arrived = (): void => {
      if (done) return;
      done = true;
      coming -= 1;
      waiting.shift()?.();
    };
    let admitted = false;
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api${socketPath(ids[n] ?? '')}`);
    open.add(socket);
    socket.addEventListener('open', () =>
      socket.send(JSON.stringify({ token: tokenOfSocketUser(n + 1) })),
    );
    socket.addEventListener('message', ({ data }) => {
      const { cmd }: { readonly cmd: string } = JSON.parse(String(data));
      if (cmd === 'topic') heard.push(performance.now());
      if (cmd !== 'ready') return;
      admitted = true;
      ready += 1;
      arrived();
    });
    socket.addEventListener('error', () => {});
    socket.addEventListener('close', () => {
      open.delete(socket);
      if (admitted) ready -= 1;
      arrived();
      setTimeout(() => connectOne(n), RECONNECT);
    });
  }

  for (const n of ids.keys()) connectOne(n);
  return {
    ready: () => ready,
    /** When each of the windows heard, since the last call. */
    takeHeard(): number[] {
      const taken = heard;
      heard = [];
      return taken;
    },
    heard: () => heard.length,
    stop() {
      stopped = true;
      for (const socket of open) socket.close();
    },
  };
}

async function waitForCondition(
  what: string,
  isSo: () => boolean,
  patience = 60_000,
): Promise<void> {
  const since = performance.now();
  while (!isSo()) {
    if (performance.now() - since > patience) throw new Error(`waited too long until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Resident memory of a process in megabytes. */
const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
const formatAsSeconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`;

async function measureSockets(api: Server, ids: readonly string[]): Promise<boolean> {
  const idle = memoryOf(api.pid);
  const began = performance.now();
  const all = openSocketWindows(api.port, ids);
  await waitForCondition('every window is in', () => all.ready() === ids.length);
  printSocketBenchLine(
    `${ids.length} windows in after ${formatAsSeconds(performance.now() - began)}`,
  );
  printSocketBenchLine(
    `memory of the server: ${idle.toFixed(0)} MB alone, ${memoryOf(api.pid).toFixed(0)} MB with them`,
  );

  const owner = createBenchClient(api.port, tokenOfSocketUser(0));
  let slowest = 0;
  for (let n = 1; n <= NOTICES; n += 1) {
    all.takeHeard();
    const sent = performance.now();
    const fields = { title: `Notice ${n}`, content: '<p>To all</p>' };
    await owner.post('/announcement/add', { ...fields, audience: 'company', audienceIds: [] });
    const answered = performance.now() - sent;
    await waitForCondition('everybody has heard', () => all.heard() >= ids.length);
    const times = all.takeHeard().map((time) => time - sent);
    slowest = Math.max(slowest, ...times);
    const middle = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
    printSocketBenchLine(
      `notice ${n}: answered after ${answered.toFixed(0)} ms, heard by half after ${middle.toFixed(0)} ms, ` +
        `by all after ${Math.max(...times).toFixed(0)} ms`,
    );
  }

  process.kill(api.pid, 'SIGKILL');
  await api.ended;
  await waitForCondition('the windows have noticed', () => all.ready() === 0);
  const killed = performance.now();
  const next = await startServer({ ...api.options, port: api.port });
  const up = performance.now() - killed;
  await waitForCondition('every window is back', () => all.ready() === ids.length);
  printSocketBenchLine(
    `killed: another process answers after ${formatAsSeconds(up)}, all windows are back after ${formatAsSeconds(performance.now() - killed)}`,
  );
  owner.close();
  all.stop();
  await next.stop();
  return slowest < PROMISED;
}

async function runSocketBench(): Promise<void> {
  fs.mkdirSync(OUTPUT, { recursive: true });
  const server = await startEmbedded({
    dataDir: path.join(OUTPUT, 'data'),
    movable: true,
    say: printSocketBenchLine,
  });
  try {
    const name = 'bench_sockets';
    await withClient({ ...server.connection, database: 'postgres' }, async (db) => {
      await db.query(`drop database if exists ${name} with (force)`);
    });
    const admin = { ...server.connection, database: name };
    const migrated = await migrateDatabase(admin);
    const ids = await createSocketUsers(migrated, admin);
    const log = path.join(OUTPUT, 'server_sockets.log');
    const kept = await measureSockets(await startServer({ ...migrated, log }), ids);
    printSocketBenchLine(
      kept
        ? 'every notice reached all in time'
        : `a notice took longer than ${formatAsSeconds(PROMISED)}`,
    );
    process.exitCode = kept ? 0 : 1;
  } finally {
    await server.stop();
  }
}

await runSocketBench();
