import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { CrashShop } from './shop.ts';

/** Reply to a saved sale. */
export interface SaleAnswer {
  readonly id: string;
  readonly number: string;
}

/** Sale requested by a client, under a unique key that is also its remark. */
export interface CrashSale {
  readonly key: string;
  readonly body: string;
  /** Null: no reply, or only a server error. */
  answer: SaleAnswer | null;
}

export const LINES = 10;
const CLIENTS = 8;
const AFTER_A_FAILURE = 50;

/** Creates a sale of random goods under a unique key. */
export function drawCrashSale({
  barcodes,
  customerIds,
  warehouseId,
  accountId,
}: CrashShop): CrashSale {
  const key = randomUUID();
  const one = (values: readonly string[]): string => values[randomInt(values.length)] ?? '';
  const goods = new Set<string>();
  while (goods.size < LINES) goods.add(one(barcodes));
  const body = JSON.stringify({
    kind: 'saleOut',
    partnerId: one(customerIds),
    accountId,
    remark: key,
    lines: [...goods].map((barcode) => ({
      barcode,
      warehouseId,
      quantity: String(randomInt(1, 5)),
      unitPrice: '20',
    })),
  });
  return { key, body, answer: null };
}

/**
 * Requests a sale; a key makes one document, however often requested. @throws without a reply or on 5xx;
 * the sale may or may not be saved
 */
export async function requestSale(
  port: number,
  token: string,
  { key, body }: CrashSale,
): Promise<SaleAnswer> {
  const reply = await fetch(`http://127.0.0.1:${port}/api/depotHead/addDepotHeadAndDetail`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-access-token': token,
      'idempotency-key': key,
    },
    body,
  });
  const text = await reply.text();
  if (reply.status !== 200) throw new Error(`${reply.status} ${text}`);
  const { data }: { readonly data: SaleAnswer } = JSON.parse(text);
  return { id: data.id, number: data.number };
}

export interface Load {
  /** Sales requested until now. */
  readonly sales: readonly CrashSale[];
  /** Ends the clients after their pending requests. */
  stop(): Promise<void>;
}

/** Starts eight clients, or `count`, that sell at full speed and continue after failures of the server. */
export function startSaleLoad(port: number, token: string, shop: CrashShop, count = CLIENTS): Load {
  const sales: CrashSale[] = [];
  const time = new AbortController();
  const client = async (): Promise<void> => {
    while (!time.signal.aborted) {
      const sale = drawCrashSale(shop);
      sales.push(sale);
      try {
        sale.answer = await requestSale(port, token, sale);
      } catch {
        await wait(AFTER_A_FAILURE);
      }
    }
  };
  const clients = Array.from({ length: count }, client);
  return {
    sales,
    async stop() {
      time.abort();
      await Promise.all(clients);
    },
  };
}
