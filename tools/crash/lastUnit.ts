import { withClient } from '@tradehouse/database';
import { addGoods } from './shop.ts';
import type { Seat, Shop } from './shop.ts';

const CLIENTS = 8;
const SHORTAGE = 'stock.shortage';

/** What the clients were answered in one round, sorted: 'sold' or the key of the refusal. */
type Outcome = readonly string[];

/** A product that no one has traded, with one unit of it in the warehouse; answers its barcode. */
async function oneUnit({ port, token, admin, shop }: Seat, round: number): Promise<string> {
  const code = `last-${round}`;
  await withClient(admin, (client) => addGoods(client, shop.tenantId, [code]));
  const bought = await save(port, token, document('purchaseIn', shop.supplierId, code, shop));
  if (bought !== 'sold') throw new Error(`the unit could not be bought: ${bought}`);
  return code;
}

const document = (kind: string, partnerId: string, barcode: string, shop: Shop): string =>
  JSON.stringify({
    kind,
    partnerId,
    accountId: shop.accountId,
    lines: [{ barcode, warehouseId: shop.warehouseId, quantity: '1', unitPrice: '20' }],
  });

async function save(port: number, token: string, body: string): Promise<string> {
  const reply = await fetch(`http://127.0.0.1:${port}/api/depotHead/addDepotHeadAndDetail`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-access-token': token },
    body,
  });
  // SAFETY: a refusal has its key in the data of its answer.
  const { data } = (await reply.json()) as { readonly data: { readonly key?: string } };
  return reply.status === 200 ? 'sold' : (data.key ?? String(reply.status));
}

/**
 * Rounds in which eight clients at once want the only unit of a product, with negative stock off.
 * @returns a sentence for each round in which not exactly one of them got it and the others were told of the shortage.
 */
export async function fightForLastUnits(seat: Seat, rounds: number): Promise<string[]> {
  const { port, token, admin, shop } = seat;
  await withClient(admin, (client) =>
    client.query('update tenant_setting set negative_stock = false where tenant_id = $1', [
      shop.tenantId,
    ]),
  );
  const expected: Outcome = ['sold', ...Array.from({ length: CLIENTS - 1 }, () => SHORTAGE)];
  const wrong: string[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const barcode = await oneUnit(seat, round);
    const sale = document('saleOut', shop.customerIds[0] ?? '', barcode, shop);
    const ends = await Promise.all(Array.from({ length: CLIENTS }, () => save(port, token, sale)));
    const outcome = ends.toSorted();
    if (outcome.join() !== expected.join()) wrong.push(`round ${round}: ${outcome.join(', ')}`);
  }
  return wrong;
}
