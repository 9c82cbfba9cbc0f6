import { withClient } from '@tradehouse/database';
import { insertCrashProducts } from './shop.ts';
import type { CrashSeat, CrashShop } from './shop.ts';

const CLIENTS = 8;
const SHORTAGE = 'stock.shortage';

/** Answers to the clients in a round, sorted: 'sold' or the refusal's key. */
type LastUnitOutcome = readonly string[];

/** Creates an untraded product with one unit in the warehouse; returns its barcode. */
async function oneUnit({ port, token, admin, shop }: CrashSeat, round: number): Promise<string> {
  const code = `last-${round}`;
  await withClient(admin, (client) => insertCrashProducts(client, shop.tenantId, [code]));
  const bought = await saveLastUnitDocument(
    port,
    token,
    makeLastUnitBody('purchaseIn', shop.supplierId, code, shop),
  );
  if (bought !== 'sold') throw new Error(`the unit could not be bought: ${bought}`);
  return code;
}

const makeLastUnitBody = (
  kind: string,
  partnerId: string,
  barcode: string,
  shop: CrashShop,
): string =>
  JSON.stringify({
    kind,
    partnerId,
    accountId: shop.accountId,
    lines: [{ barcode, warehouseId: shop.warehouseId, quantity: '1', unitPrice: '20' }],
  });

async function saveLastUnitDocument(port: number, token: string, body: string): Promise<string> {
  const reply = await fetch(`http://127.0.0.1:${port}/api/depotHead/addDepotHeadAndDetail`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-access-token': token },
    body,
  });
  // SAFETY: a refusal has its key in the data of its reply.
  const { data } = (await reply.json()) as { readonly data: { readonly key?: string } };
  return reply.status === 200 ? 'sold' : (data.key ?? String(reply.status));
}

/**
 * Rounds of eight concurrent clients for the only unit of a product, without negative stock. @returns a
 * sentence per round without exactly one sale and shortage refusals for the rest
 */
export async function fightForLastUnits(seat: CrashSeat, rounds: number): Promise<string[]> {
  const { port, token, admin, shop } = seat;
  await withClient(admin, (client) =>
    client.query('update tenant_setting set negative_stock = false where tenant_id = $1', [
      shop.tenantId,
    ]),
  );
  const expected: LastUnitOutcome = [
    'sold',
    ...Array.from({ length: CLIENTS - 1 }, () => SHORTAGE),
  ];
  const wrong: string[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const barcode = await oneUnit(seat, round);
    const sale = makeLastUnitBody('saleOut', shop.customerIds[0] ?? '', barcode, shop);
    const ends = await Promise.all(
      Array.from({ length: CLIENTS }, () => saveLastUnitDocument(port, token, sale)),
    );
    const outcome = ends.toSorted();
    if (outcome.join() !== expected.join()) wrong.push(`round ${round}: ${outcome.join(', ')}`);
  }
  return wrong;
}
