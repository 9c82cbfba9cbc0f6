import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

/** A program that serves at a port of the loopback. */
export interface Running {
  readonly port: number;
  /** Asks it to end, and waits until it has. */
  readonly stop: () => Promise<void>;
}

/** The program, once it is ready. */
export async function running(child: ChildProcess, port: number): Promise<Running> {
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

async function untilOk(address: string): Promise<void> {
  for (const end = Date.now() + 30_000; Date.now() < end; await wait(20)) {
    const reply = await fetch(address).catch(() => null);
    await reply?.arrayBuffer();
    if (reply?.ok === true) return;
  }
  throw new Error(`${address} does not answer`);
}
