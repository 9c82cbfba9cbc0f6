import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** A haproxy in front of processes of this machine. */
export interface Proxy {
  readonly port: number;
  readonly stop: () => Promise<void>;
}

/** Whether there is a haproxy here. */
export const hasProxy = (): boolean => spawnSync('haproxy', ['-v']).status === 0;

/** What docs/scaling.md says of a proxy; a look every fifth of a second here, so that the drill takes no longer than it must. */
const configuration = (port: number, behind: readonly number[]): string => `
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout tunnel 1h
  option redispatch
  retries 3
  retry-on conn-failure
  option forwardfor
frontend all
  bind 127.0.0.1:${port}
  default_backend processes
backend processes
  balance leastconn
  option httpchk GET /ready
  default-server check inter 200ms fall 1 rise 1
${behind.map((each, n) => `  server p${n} 127.0.0.1:${each}`).join('\n')}
`;

export async function startProxy(folder: string, behind: readonly number[]): Promise<Proxy> {
  const port = await freePort();
  const file = path.join(folder, 'haproxy.cfg');
  fs.writeFileSync(file, configuration(port, behind));
  const log = fs.openSync(path.join(folder, 'haproxy.log'), 'a');
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', log, log] });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await untilOk(`http://127.0.0.1:${port}/ready`);
  return {
    port,
    stop() {
      child.kill('SIGTERM');
      return gone;
    },
  };
}

/** A port that no one listens at. */
export async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // SAFETY: it listens at a port, so it has one.
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export async function untilOk(address: string): Promise<void> {
  for (const end = Date.now() + 30_000; Date.now() < end; await wait(20)) {
    const reply = await fetch(address).catch(() => null);
    await reply?.arrayBuffer();
    if (reply?.ok === true) return;
  }
  throw new Error(`${address} does not answer`);
}
