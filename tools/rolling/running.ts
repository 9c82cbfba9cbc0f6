import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

/** Program serving on a loopback port. */
export interface RunningProgram {
  readonly port: number;
  /** Requests the program's end and waits. */
  readonly stop: () => Promise<void>;
}

/** Waits until the program is ready. */
export async function waitForProgram(child: ChildProcess, port: number): Promise<RunningProgram> {
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
