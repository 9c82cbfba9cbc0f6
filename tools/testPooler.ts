// A pgbouncer in front of the tests' database, in transaction mode: what the server's transactions may rely on there.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Connection } from '@tradehouse/database';
import { freePort } from './freePort.ts';

export interface Pooler {
  /** Whether it keeps named statements: before 1.21 it loses them. */
  readonly prepares: boolean;
  readonly reached: (connection: Connection) => Connection;
  readonly stop: () => Promise<void>;
}

const PREPARES = 1.21;

/**
 * Starts a connection pooler for a database of this machine reached by a unix socket. Fails if no pooler is
 * installed.
 */
export async function startPooler(folder: string, { host, port }: Connection): Promise<Pooler> {
  const version = /PgBouncer (\d+\.\d+)/.exec(
    spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' }).stdout ?? '',
  )?.[1];
  if (version === undefined)
    throw new Error('there is no pgbouncer here: apt-get install pgbouncer');
  const prepares = Number(version) >= PREPARES;
  const own = path.join(folder, 'pooler');
  const { uid, gid } = fs.statSync(host);
  fs.mkdirSync(own);
  fs.chownSync(own, uid, gid);
  const file = path.join(own, 'pgbouncer.ini');
  const listening = await freePort();
  fs.writeFileSync(file, configuration({ host, port, listening, own, prepares }));
  const child = spawn('pgbouncer', [file], { uid, gid, cwd: '/', stdio: 'ignore' });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await untilListening(listening);
  return {
    prepares,
    reached: (connection) => ({ ...connection, host: '127.0.0.1', port: listening }),
    stop() {
      child.kill('SIGINT');
      return gone;
    },
  };
}

interface Wanted {
  readonly host: string;
  readonly port: number;
  readonly listening: number;
  readonly own: string;
  readonly prepares: boolean;
}

/** As many connections as the lanes of one process share; of two that are free the last used is lent, so transactions change. */
const configuration = ({ host, port, listening, own, prepares }: Wanted): string => `
[databases]
* = host=${host} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listening}
unix_socket_dir =
auth_type = trust
auth_file = ${path.join(own, 'users')}
auth_user = postgres
pool_mode = transaction
default_pool_size = 30
max_client_conn = 1000
server_idle_timeout = 2
logfile = ${path.join(own, 'log')}
${prepares ? 'max_prepared_statements = 200' : ''}
`;

async function untilListening(port: number): Promise<void> {
  for (const end = Date.now() + 10_000; Date.now() < end; await wait(20)) {
    const socket = net.connect({ host: '127.0.0.1', port });
    const there = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (there) return;
  }
  throw new Error('pgbouncer does not listen');
}
