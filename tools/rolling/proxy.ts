import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { freePort } from '../freePort.ts';
import { waitForProgram } from './running.ts';
import type { RunningProgram } from './running.ts';

export const hasProxy = (): boolean => spawnSync('haproxy', ['-v']).status === 0;

/** Proxy configuration of docs/scaling.md, with a check every fifth of a second to keep the drill short. */
const buildProxyConfiguration = (port: number, behind: readonly number[]): string => `
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

/** A haproxy in front of processes of this machine. */
export async function startProxy(
  folder: string,
  behind: readonly number[],
): Promise<RunningProgram> {
  const port = await freePort();
  const file = path.join(folder, 'haproxy.cfg');
  fs.writeFileSync(file, buildProxyConfiguration(port, behind));
  const log = fs.openSync(path.join(folder, 'haproxy.log'), 'a');
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', log, log] });
  return waitForProgram(child, port);
}
