import type { ChildProcess } from 'node:child_process';
import net from 'node:net';
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

/** A port that no one listens at. */
export async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // SAFETY: it listens at a port, so it has one.
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function untilOk(address: string): Promise<void> {
  for (const end = Date.now() + 30_000; Date.now() < end; await wait(20)) {
    const reply = await fetch(address).catch(() => null);
    await reply?.arrayBuffer();
    if (reply?.ok === true) return;
  }
  throw new Error(`${address} does not answer`);
}
