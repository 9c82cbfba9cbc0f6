import { randomUUID } from 'node:crypto';
import { client, signIn } from './client.ts';
import type { Client } from './client.ts';
import { PASSWORD } from './company.ts';
import type { Company } from './company.ts';
import { draw, oneOf } from './draw.ts';
import { load } from './load.ts';
import type { Figure, Run } from './load.ts';

export const SAVE = '/depotHead/addDepotHeadAndDetail';

/** What a browser sends to save a sale. */
export interface Sale {
  readonly kind: string;
  readonly partnerId: string;
  readonly accountId: string;
  readonly paidNow: string;
  readonly lines: readonly {
    readonly barcode: string;
    readonly warehouseId: string;
    readonly quantity: string;
    readonly unitPrice: string;
  }[];
}

/** A sale of so many different products on credit, out of one warehouse, at the listed prices. */
export function aSale(
  { customerIds, warehouseIds, accountId, barcodes }: Company,
  lines = 10,
): Sale {
  const goods = new Set<Company['barcodes'][number]>();
  while (goods.size < lines) goods.add(oneOf(barcodes));
  const warehouseId = oneOf(warehouseIds);
  return {
    kind: 'saleOut',
    partnerId: oneOf(customerIds),
    accountId,
    paidNow: '0',
    lines: [...goods].map(({ code, price }) => ({
      barcode: code,
      warehouseId,
      quantity: String(1 + draw(3)),
      unitPrice: price,
    })),
  };
}

/** Posts sales over HTTP, each client with a connection of its own, spread over the companies. */
export async function postSales(
  port: number,
  companies: readonly Company[],
  { lines, ...run }: Run & { readonly lines?: number },
): Promise<Figure> {
  const tokens = new Map<string, string>();
  for (const { code } of companies) tokens.set(code, await signIn(port, code, PASSWORD));
  const clients = Array.from({ length: run.clients }, (_, index) => {
    // Several companies per client when there are more of them than clients.
    const own = companies.filter((_, at) => at % run.clients === index % companies.length);
    return own.map((company) => ({ company, http: client(port, tokens.get(company.code) ?? '') }));
  });
  try {
    return await load(run, (index) => post(clients[index] ?? [], lines));
  } finally {
    for (const { http } of clients.flat()) http.close();
  }
}

async function post(
  seats: readonly { readonly company: Company; readonly http: Client }[],
  lines?: number,
): Promise<unknown> {
  const seat = seats[draw(seats.length)];
  return seat?.http.post(SAVE, aSale(seat.company, lines), randomUUID());
}
