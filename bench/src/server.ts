import { fork } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Connection } from '@tradehouse/database';

const PROGRAM = path.resolve(import.meta.dirname, '../../tools/crash/serve.ts');

/** A program that serves as a process of its own. */
export interface Served {
  readonly port: number;
  readonly pid: number;
  /** Kept when the process has ended, however. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** The product's server as a process of its own. */
export interface Server extends Served {
  /** What it was started with, to start another. */
  readonly options: ServerOptions;
}

export interface ServerOptions {
  readonly app: Connection;
  /** null: it relays and folds nothing. */
  readonly worker: Connection | null;
  /** Where its logs go. */
  readonly log: string;
  /** A folder that gets a CPU profile when the server stops. */
  readonly profile?: string | undefined;
  /** Default: any that is free. */
  readonly port?: number;
}

/** Starts the API on a port of the loopback; its logs go to a file, as they would in production. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { app, worker, log, profile, port = 0 } = options;
  const served = await serve(PROGRAM, {
    log,
    order: { database: app, worker, port },
    execArgv: profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`],
  });
  return { ...served, options };
}

export interface ServeOptions {
  readonly log: string;
  /** What the program finds in SERVE, as JSON. */
  readonly order: object;
  readonly execArgv?: readonly string[];
}

/** Starts a program that tells its port over the channel when it is ready. */
export async function serve(
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
    // SAFETY: the first message of the server is its port.
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
