import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Shop } from './shop.ts';

/** What the product answered to a sale it had saved. */
export interface Answer {
  readonly id: string;
  readonly number: string;
}

/** A sale that a client asked for: under a key of its own, which also stands in its remark. */
export interface Sale {
  readonly key: string;
  readonly body: string;
  /** Null: no one heard an answer, or only that the server can't say. */
  answer: Answer | null;
}

export const LINES = 10;
const CLIENTS = 8;
const AFTER_A_FAILURE = 50;

/** A sale of goods drawn by chance, under a key of its own. */
export function aSale({ barcodes, customerIds, warehouseId, accountId }: Shop): Sale {
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
 * Asks for a sale; the same key makes one document however often it is asked.
 * @throws when no answer comes or the server can't say (5xx); then no one knows whether it is saved.
 */
export async function ask(port: number, token: string, { key, body }: Sale): Promise<Answer> {
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
  const { data }: { readonly data: Answer } = JSON.parse(text);
  return { id: data.id, number: data.number };
}

export interface Load {
  /** Every sale asked for so far. */
  readonly sales: readonly Sale[];
  /** Lets the clients finish what they wait for and ends. */
  stop(): Promise<void>;
}

/** Eight clients, or so many, that sell as fast as they are answered, through whatever happens to the server. */
export function sell(port: number, token: string, shop: Shop, count = CLIENTS): Load {
  const sales: Sale[] = [];
  const time = new AbortController();
  const client = async (): Promise<void> => {
    while (!time.signal.aborted) {
      const sale = aSale(shop);
      sales.push(sale);
      try {
        sale.answer = await ask(port, token, sale);
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
