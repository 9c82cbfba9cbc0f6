import { fork } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Connection } from '@tradehouse/database';

const PROGRAM = path.resolve(import.meta.dirname, '../../tools/crash/serve.ts');

/** The product's server as a process of its own. */
export interface Server {
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

export interface ServerOptions {
  readonly app: Connection;
  readonly worker: Connection;
  /** Where its logs go. */
  readonly log: string;
  /** A folder that gets a CPU profile when the server stops. */
  readonly profile?: string | undefined;
}

/** Starts the API on a free port of the loopback; its logs go to a file, as they would in production. */
export async function startServer({ app, worker, log, profile }: ServerOptions): Promise<Server> {
  const output = fs.openSync(log, 'w');
  const child = fork(PROGRAM, [], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      SERVE: JSON.stringify({ database: app, worker, port: 0 }),
    },
    execArgv: profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`],
    stdio: ['ignore', output, output, 'ipc'],
  });
  fs.closeSync(output);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { port: number }).port));
    void ended.then(() => reject(new Error(`the server did not start: see ${log}`)));
  });
  return {
    port,
    pid: child.pid ?? 0,
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
