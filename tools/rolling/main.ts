// Three processes behind a proxy are restarted one after the other while clients call and windows listen: no call may fail
// and no window may miss a message. Needs haproxy.
// `--drain 1000` milliseconds that a process which is stopped answers on, at most 30,000; `--clients 32` that call, `--windows 16` that listen, `--rounds 2` how often each process is restarted.
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { migrate, startEmbedded, verify, withClient } from '@tradehouse/database';
import type { Order } from '../crash/serve.ts';
import { makeShop, signIn } from '../crash/shop.ts';
import { call } from './callers.ts';
import { hasProxy, startProxy } from './proxy.ts';
import { freePort } from '../freePort.ts';
import { running } from './running.ts';
import type { Running } from './running.ts';
import { openWindows } from './windows.ts';

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '32' },
    windows: { type: 'string', default: '16' },
    rounds: { type: 'string', default: '2' },
    // The proxy looks five times a second, so a second is enough for it to see that a process leaves.
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
/** A window that was told to leave is back after five seconds. */
const CATCH_UP = 12_000;

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'tradehouse-rolling-'));
fs.chmodSync(root, 0o755);
const embedded = await startEmbedded({ dataDir: path.join(root, 'data') });
const { app: database, worker } = await migrate(embedded.connection);
const shop = await makeShop(embedded.connection);

async function start(port: number): Promise<Running> {
  const output = fs.openSync(path.join(root, `${port}.log`), 'a');
  const order: Order = { port, database, worker, drain: Number(values.drain) };
  const child: ChildProcess = fork(SERVE, [], {
    env: { ...process.env, SERVE: JSON.stringify(order) },
    stdio: ['ignore', output, output, 'ipc'],
  });
  fs.closeSync(output);
  return running(child, port);
}

const ownerOf = (tenantId: string): Promise<string> =>
  withClient(embedded.connection, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'select id from app_user where tenant_id = $1 and owner',
      [tenantId],
    );
    return rows[0]?.id ?? '';
  });

/** Announces something to the company again and again, through the proxy; when each title was acknowledged. */
function announce(port: number, token: string) {
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

async function drill(processes: Running[]): Promise<string[]> {
  const proxy = await startProxy(
    root,
    processes.map(({ port }) => port),
  );
  const token = await signIn(proxy.port);
  const userId = await ownerOf(shop.tenantId);
  const windows = openWindows(proxy.port, token, userId, Number(values.windows));
  while (windows.ready() < Number(values.windows)) await wait(50);
  const callers = call(proxy.port, token, shop, Number(values.clients));
  const announced = announce(proxy.port, token);
  await wait(2_000);
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    for (const [n, running] of processes.entries()) {
      const began = performance.now();
      await running.stop();
      const stopped = performance.now();
      processes[n] = await start(running.port);
      const back = performance.now();
      const seconds = (from: number, to: number): string => ((to - from) / 1000).toFixed(1);
      console.log(
        `round ${round}, process ${n + 1}: stopped in ${seconds(began, stopped)} s, back in ${seconds(stopped, back)} s; ${callers.asked()} calls, ${callers.failed().length} failed`,
      );
      // A second more, so that the proxy has it again before the next one goes.
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
  const { total } = await verify(embedded.connection);
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

const processes: Running[] = [];
for (let n = 0; n < PROCESSES; n += 1) processes.push(await start(await freePort()));
const broken = await drill(processes).finally(async () => {
  await Promise.all(processes.map((running) => running.stop()));
  await embedded.stop();
});
for (const sentence of broken.slice(0, 20)) console.error(`  ${sentence}`);
if (broken.length === 0) fs.rmSync(root, { recursive: true, force: true });
else console.error(`  logs: ${root}`);
process.exit(broken.length === 0 ? 0 : 1);
