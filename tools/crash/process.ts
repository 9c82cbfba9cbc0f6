import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Place } from './place.ts';
import type { Order } from './serve.ts';

const PROGRAM = path.join(import.meta.dirname, 'serve.ts');

/** The product as a process that can be killed: the API alone. */
export interface Product {
  readonly port: number;
  /** Milliseconds from its start to its first answer. */
  readonly startedIn: number;
  /** Ends the process as a power cut would, and waits until it is gone. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the product; whatever an earlier one left in its place is cleared by itself. */
export async function startProduct({ order, log }: Pick<Place, 'order' | 'log'>): Promise<Product> {
  const began = performance.now();
  const output = fs.openSync(log, 'a');
  const child = fork(PROGRAM, [], {
    env: { ...process.env, SERVE: JSON.stringify({ ...order, port: 0 } satisfies Order) },
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

/** Waits until a product whose database was taken away reaches it again. */
export async function untilReady(port: number): Promise<void> {
  const until = Date.now() + 60_000;
  while (Date.now() < until) {
    const { ok } = await fetch(`http://127.0.0.1:${port}/ready`);
    if (ok) return;
    await wait(50);
  }
  throw new Error('the product did not find its database again within a minute');
}
