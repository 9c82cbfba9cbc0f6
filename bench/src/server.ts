import { fork } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Connection } from '@tradehouse/database';

const PROGRAM = path.resolve(import.meta.dirname, '../../tools/crash/serve.ts');

/** Server program in its own process. */
export interface Served {
  readonly port: number;
  readonly pid: number;
  /** Kept when the process has ended, however. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** The product's server in its own process. */
export interface Server extends Served {
  /** Options for starting another server. */
  readonly options: BenchServerOptions;
}

export interface BenchServerOptions {
  readonly app: Connection;
  /** null: no relaying or folding. */
  readonly worker: Connection | null;
  readonly log: string;
  /** Folder for a CPU profile at stop. */
  readonly profile?: string | undefined;
  /** Default: any free port. */
  readonly port?: number;
}

/** Starts the API on a loopback port, logging to a file like in production. */
export async function startServer(options: BenchServerOptions): Promise<Server> {
  const { app, worker, log, profile, port = 0 } = options;
  const served = await forkServerProgram(PROGRAM, {
    log,
    order: { database: app, worker, port },
    execArgv: profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`],
  });
  return { ...served, options };
}

export interface ServeOptions {
  readonly log: string;
  /** JSON in SERVE. */
  readonly order: object;
  readonly execArgv?: readonly string[];
}

/** Starts a program that reports its port over the channel. */
export async function forkServerProgram(
  program: string,
  { log, order, execArgv = [] }: ServeOptions,
): Promise<Served> {
  const output = fs.openSync(log, 'w');
  const child = fork(program, [], {
    env: { ...process.env, NODE_ENV: 'production', SERVE: JSON.stringify(order) },
    execArgv: [...execArgv],
    stdio: ['ignore', output, output, 'ipc'],
  });
  fs.closeSync(output);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const port = await new Promise<number>((resolve, reject) => {
    // SAFETY: the server's first message is its port.
    child.once('message', (message) => resolve((message as { port: number }).port));
    void ended.then(() => reject(new Error(`the server did not start: see ${log}`)));
  });
  return {
    port,
    pid: child.pid ?? 0,
    ended,
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
