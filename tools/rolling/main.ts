// Restarts three processes behind a proxy in turn while clients call and windows listen: no call may fail,
// no window miss a message. Needs haproxy. `--drain 1000` milliseconds of answering after a stop, at most
// 30,000; `--clients 32` callers; `--windows 16` listeners; `--rounds 2` restarts per process.
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { migrateDatabase, startEmbedded, verifyDatabase, withClient } from '@tradehouse/database';
import type { ServeOrder } from '../crash/serve.ts';
import { makeShop, signInToCrashShop } from '../crash/shop.ts';
import { startCallers } from './callers.ts';
import { hasProxy, startProxy } from './proxy.ts';
import { freePort } from '../freePort.ts';
import { waitForProgram } from './running.ts';
import type { RunningProgram } from './running.ts';
import { openWindows } from './windows.ts';

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '32' },
    windows: { type: 'string', default: '16' },
    rounds: { type: 'string', default: '2' },
    // The proxy polls five times a second: a second suffices to notice a leaving process.
    drain: { type: 'string', default: '1000' },
  },
});
if (!hasProxy()) {
  console.error('There is no haproxy here: apt-get install haproxy.');
  process.exit(1);
}
const SERVE = path.resolve(import.meta.dirname, '../crash/serve.ts');
const PROCESSES = 3;
const ANNOUNCE_EVERY = 500;
/** Milliseconds; a window told to leave returns after five seconds. */
const CATCH_UP = 12_000;

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'tradehouse-rolling-'));
fs.chmodSync(root, 0o755);
const embedded = await startEmbedded({ dataDir: path.join(root, 'data') });
const { app: database, worker } = await migrateDatabase(embedded.connection);
const shop = await makeShop(embedded.connection);

async function startRollingProcess(port: number): Promise<RunningProgram> {
  const output = fs.openSync(path.join(root, `${port}.log`), 'a');
  const order: ServeOrder = { port, database, worker, drain: Number(values.drain) };
  const child: ChildProcess = fork(SERVE, [], {
    env: { ...process.env, SERVE: JSON.stringify(order) },
    stdio: ['ignore', output, output, 'ipc'],
  });
  fs.closeSync(output);
  return waitForProgram(child, port);
}

const findTenantOwner = (tenantId: string): Promise<string> =>
  withClient(embedded.connection, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'select id from app_user where tenant_id = $1 and owner',
      [tenantId],
    );
    return rows[0]?.id ?? '';
  });

/** Announces something to the company again and again, through the proxy; when each title was acknowledged. */
function startAnnouncements(port: number, token: string) {
  const moments = new Map<string, number>();
  const failed: string[] = [];
  const time = new AbortController();
  const running = (async () => {
    for (let n = 1; !time.signal.aborted; n += 1) {
      const title = `Announcement ${n}`;
      const reply = await fetch(`http://127.0.0.1:${port}/api/announcement/add`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-access-token': token },
        body: JSON.stringify({ title, content: title, audience: 'company', audienceIds: [] }),
      }).catch((error: unknown) => String(error));
      if (typeof reply === 'string') failed.push(reply);
      else if (reply.ok) moments.set(title, performance.now());
      else failed.push(`${reply.status} ${await reply.text()}`);
      await wait(ANNOUNCE_EVERY);
    }
  })();
  const stop = async (): Promise<void> => {
    time.abort();
    await running;
  };
  return { moments, failed, stop };
}

async function drillRollingRestart(processes: RunningProgram[]): Promise<string[]> {
  const proxy = await startProxy(
    root,
    processes.map(({ port }) => port),
  );
  const token = await signInToCrashShop(proxy.port);
  const userId = await findTenantOwner(shop.tenantId);
  const windows = openWindows(proxy.port, token, userId, Number(values.windows));
  while (windows.ready() < Number(values.windows)) await wait(50);
  const callers = startCallers(proxy.port, token, shop, Number(values.clients));
  const announced = startAnnouncements(proxy.port, token);
  await wait(2_000);
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    for (const [n, running] of processes.entries()) {
      const began = performance.now();
      await running.stop();
      const stopped = performance.now();
      processes[n] = await startRollingProcess(running.port);
      const back = performance.now();
      const seconds = (from: number, to: number): string => ((to - from) / 1000).toFixed(1);
      console.log(
        `round ${round}, process ${n + 1}: stopped in ${seconds(began, stopped)} s, back in ${seconds(stopped, back)} s; ${callers.asked()} calls, ${callers.failed().length} failed`,
      );
      // Another second, so that the proxy has the process back before the next restart.
      await wait(1_000);
    }
  }
  await callers.stop();
  await announced.stop();
  const titles = [...announced.moments.keys()];
  const end = performance.now() + CATCH_UP;
  while (windows.missing(titles).length > 0 && performance.now() < end) await wait(100);
  const missing = windows.missing(titles);
  const latest = (windows.latest(announced.moments) / 1000).toFixed(1);
  const { total } = await verifyDatabase(embedded.connection);
  console.log(
    `${callers.asked()} calls of ${values.clients} clients, ${callers.failed().length} failed, the slowest took ${(callers.slowest() / 1000).toFixed(1)} s; ` +
      `${titles.length} messages to ${values.windows} windows, which came back ${windows.reconnected()} times: ${missing.length} missed, the last known after ${latest} s; verify: ${total} violations`,
  );
  windows.stop();
  await proxy.stop();
  return [
    ...callers.failed(),
    ...announced.failed,
    ...windows.failed(),
    ...missing,
    ...(total > 0 ? [`verify finds ${total} violations`] : []),
  ];
}

const processes: RunningProgram[] = [];
for (let n = 0; n < PROCESSES; n += 1) processes.push(await startRollingProcess(await freePort()));
const broken = await drillRollingRestart(processes).finally(async () => {
  await Promise.all(processes.map((running) => running.stop()));
  await embedded.stop();
});
for (const sentence of broken.slice(0, 20)) console.error(`  ${sentence}`);
if (broken.length === 0) fs.rmSync(root, { recursive: true, force: true });
else console.error(`  logs: ${root}`);
process.exit(broken.length === 0 ? 0 : 1);
