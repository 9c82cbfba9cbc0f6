import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ownPlace } from './place.ts';
import { startKillableProduct } from './process.ts';
import type { KillableProduct } from './process.ts';
import { crashRound, victims } from './round.ts';
import type { Victim } from './round.ts';
import { makeShop } from './shop.ts';
import type { CrashShop } from './shop.ts';

/** Only `npm run test:all` plays these rounds; `npm run crash` plays more of them. */
const isPlayed = process.env['TEST_MATRIX'] === 'full';

describe.runIf(isPlayed)('a product killed under load', () => {
  let root: string;
  let place: ReturnType<typeof ownPlace>;
  let product: KillableProduct;
  let shop: CrashShop;
  /** Postings that were not folded when a round was reckoned. */
  let waited = 0;
  beforeAll(async () => {
    root = fs.mkdtempSync(path.join(os.tmpdir(), 'tradehouse-crash-'));
    fs.chmodSync(root, 0o755);
    place = ownPlace(root);
    product = await startKillableProduct(place);
    shop = await makeShop(await place.look());
  });
  afterAll(async () => {
    await product.stop();
    fs.rmSync(root, { recursive: true });
  });

  test.each(victims)('loses no acknowledged write and leaves no partial write: %s', killAndVerify);

  async function killAndVerify(victim: Victim): Promise<void> {
    const end = await crashRound(place, shop, product, { victim, milliseconds: 700 });
    product = end.product;
    const { acknowledged, waiting, looks, broken } = end.round;
    waited += waiting;
    expect(broken).toEqual([]);
    expect(acknowledged).toBeGreaterThan(0);
    expect(looks).toBeGreaterThan(0);
  }

  test('has correct books while pending rows exist', async () => {
    // The restarted server may have rolled up all rows before the books are read.
    for (let rounds = 0; waited === 0 && rounds < 3; rounds += 1) await killAndVerify('both');
    expect(waited).toBeGreaterThan(0);
  });
});
