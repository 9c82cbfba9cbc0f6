import { fork } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Connection } from '@tradehouse/database';

const PROGRAM = path.resolve(import.meta.dirname, '../../tools/crash/serve.ts');

/** The product's server as a process of its own. */
export interface Server {
  readonly port: number;
  readonly pid: number;
  /** What it was started with, to start another. */
  readonly options: ServerOptions;
  /** Kept when the process has ended, however. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

export interface ServerOptions {
  readonly app: Connection;
  readonly worker: Connection;
  /** Where its logs go. */
  readonly log: string;
  /** A folder that gets a CPU profile when the server stops. */
  readonly profile?: string | undefined;
  /** Default: any that is free. */
  readonly port?: number;
}

/** Starts the API on a port of the loopback; its logs go to a file, as they would in production. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { app, worker, log, profile, port: wanted = 0 } = options;
  const output = fs.openSync(log, 'w');
  const child = fork(PROGRAM, [], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      SERVE: JSON.stringify({ database: app, worker, port: wanted }),
    },
    execArgv: profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`],
    stdio: ['ignore', output, output, 'ipc'],
  });
  fs.closeSync(output);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const port = await new Promise<number>((resolve, reject) => {
    // SAFETY: the first message of the server is its port.
    child.once('message', (message) => resolve((message as { port: number }).port));
    void ended.then(() => reject(new Error(`the server did not start: see ${log}`)));
  });
  return {
    port,
    pid: child.pid ?? 0,
    options,
    ended,
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
