import { documentTables } from '@tradehouse/contract';
import { drawCrashSale, requestSale } from '../crash/sales.ts';
import type { CrashShop } from '../crash/shop.ts';

/** Clients that call through the proxy, without retries. */
export interface Callers {
  readonly asked: () => number;
  /** Calls answered without success or not at all. */
  readonly failed: () => readonly string[];
  /** Milliseconds of the slowest. */
  readonly slowest: () => number;
  readonly stop: () => Promise<void>;
}

/** Runs clients that sell and read lists in turn, at full speed. */
export function startCallers(
  port: number,
  token: string,
  shop: CrashShop,
  clients: number,
): Callers {
  const failed: string[] = [];
  let [asked, slowest] = [0, 0];
  const time = new AbortController();
  const { path, fixed } = documentTables.saleOut;
  const list = `/api${path}?search=${encodeURIComponent(JSON.stringify(fixed))}`;
  const look = async (): Promise<void> => {
    const reply = await fetch(`http://127.0.0.1:${port}${list}`, {
      headers: { 'x-access-token': token },
    });
    const text = await reply.text();
    if (reply.status !== 200) throw new Error(`${reply.status} ${text}`);
  };
  const one = async (work: () => Promise<unknown>): Promise<void> => {
    const began = performance.now();
    asked += 1;
    await work().catch((error: unknown) => {
      const cause =
        error instanceof Error && error.cause !== undefined ? ` ${String(error.cause)}` : '';
      failed.push(`${String(error)}${cause}`);
    });
    slowest = Math.max(slowest, performance.now() - began);
  };
  const client = async (): Promise<void> => {
    while (!time.signal.aborted) {
      await one(() => requestSale(port, token, drawCrashSale(shop)));
      await one(look);
    }
  };
  const running = Array.from({ length: clients }, client);
  return {
    asked: () => asked,
    failed: () => failed,
    slowest: () => slowest,
    async stop() {
      time.abort();
      await Promise.all(running);
    },
  };
}
