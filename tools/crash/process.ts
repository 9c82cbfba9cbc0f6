import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { CrashEnvironment } from './place.ts';
import type { ServeOrder } from './serve.ts';

const PROGRAM = path.join(import.meta.dirname, 'serve.ts');

/** Product in a killable process: the API alone. */
export interface KillableProduct {
  readonly port: number;
  /** Milliseconds from start to first reply. */
  readonly startedIn: number;
  /** Kills the process like a power cut and waits for its end. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the product, which clears any leftovers of an earlier process. */
export async function startKillableProduct({
  order,
  log,
}: Pick<CrashEnvironment, 'order' | 'log'>): Promise<KillableProduct> {
  const began = performance.now();
  const output = fs.openSync(log, 'a');
  const child = fork(PROGRAM, [], {
    env: { ...process.env, SERVE: JSON.stringify({ ...order, port: 0 } satisfies ServeOrder) },
    stdio: ['ignore', output, output, 'ipc'],
  });
  fs.closeSync(output);
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const port = await firstWord(child, gone, log);
  const end = (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    return gone;
  };
  return {
    port,
    startedIn: performance.now() - began,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

function firstWord(child: ChildProcess, gone: Promise<void>, log: string): Promise<number> {
  return new Promise((resolve, reject) => {
    // SAFETY: the first message of the server is its port.
    child.once('message', (message) => resolve((message as { readonly port: number }).port));
    void gone.then(() => reject(new Error(`the server did not start: see ${log}`)));
  });
}

/** Waits until the server on the port has reached its restarted database. */
export async function untilReady(port: number): Promise<void> {
  const until = Date.now() + 60_000;
  while (Date.now() < until) {
    const { ok } = await fetch(`http://127.0.0.1:${port}/ready`);
    if (ok) return;
    await wait(50);
  }
  throw new Error('the server did not reach its database again within a minute');
}
