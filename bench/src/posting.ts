import { randomUUID } from 'node:crypto';
import { createBenchClient, signInBenchUser } from './client.ts';
import type { BenchClient } from './client.ts';
import { PASSWORD } from './company.ts';
import type { BenchCompany } from './company.ts';
import { drawNumberBelow, drawOneOf } from './draw.ts';
import { runLoadScenario } from './load.ts';
import type { LoadFigure, LoadRun } from './load.ts';

export const SAVE = '/depotHead/addDepotHeadAndDetail';

/** Body of a browser's request that saves a sale. */
export interface BenchSale {
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

/** Makes a sale of distinct products on credit, from one warehouse, at list prices. */
export function drawBenchSale(
  { customerIds, warehouseIds, accountId, barcodes }: BenchCompany,
  lines = 10,
): BenchSale {
  const goods = new Set<BenchCompany['barcodes'][number]>();
  while (goods.size < lines) goods.add(drawOneOf(barcodes));
  const warehouseId = drawOneOf(warehouseIds);
  return {
    kind: 'saleOut',
    partnerId: drawOneOf(customerIds),
    accountId,
    paidNow: '0',
    lines: [...goods].map(({ code, price }) => ({
      barcode: code,
      warehouseId,
      quantity: String(1 + drawNumberBelow(3)),
      unitPrice: price,
    })),
  };
}

/** Posts sales over HTTP, one connection per client, spread over the companies. */
export async function postSales(
  port: number,
  companies: readonly BenchCompany[],
  { lines, ...run }: LoadRun & { readonly lines?: number },
): Promise<LoadFigure> {
  const tokens = new Map<string, string>();
  for (const { code } of companies) tokens.set(code, await signInBenchUser(port, code, PASSWORD));
  const clients = Array.from({ length: run.clients }, (_, index) => {
    // Clients own several companies if outnumbered.
    const own = companies.filter((_, at) => at % run.clients === index % companies.length);
    return own.map((company) => ({
      company,
      http: createBenchClient(port, tokens.get(company.code) ?? ''),
    }));
  });
  try {
    return await runLoadScenario(run, (index) => postDrawnSale(clients[index] ?? [], lines));
  } finally {
    for (const { http } of clients.flat()) http.close();
  }
}

async function postDrawnSale(
  seats: readonly { readonly company: BenchCompany; readonly http: BenchClient }[],
  lines?: number,
): Promise<unknown> {
  const seat = seats[drawNumberBelow(seats.length)];
  return seat?.http.post(SAVE, drawBenchSale(seat.company, lines), randomUUID());
}
