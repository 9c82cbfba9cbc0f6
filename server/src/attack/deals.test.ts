// People of a company who try what goes with its goods: agreed prices, services, photos, gradings, counts, imports taken back.
import { auditCount, enterCount, finishCount, startCount } from '@tradehouse/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { aStockedServer, lineOf } from '../modules/document/testShop.ts';
import type { Shop, TestProduct } from '../modules/document/testShop.ts';
import type { TestServer } from '../testing.ts';

let server: TestServer;
let shop: Shop;
beforeAll(async () => {
  ({ server, shop } = await aStockedServer('100'));
});
afterAll(() => server.stop());
afterEach(async () => {
  const broken = await shop.broken();
  if (broken.length > 0) throw new Error(`the books are broken: ${broken.join('; ')}`);
});

const stocked = async (quantity: string): Promise<TestProduct> => {
  const goods = await shop.product();
  await shop.goods('purchaseIn', [lineOf(goods, quantity, '10')]);
  return goods;
};
/** How many of several calls at once succeeded. */
const won = async (calls: readonly Promise<unknown>[]): Promise<number> =>
  (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled').length;

/** Until so many wait for a lock. */
async function waiting(count: number): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      server.database.admin,
    );
    if (rows.length >= count) return;
  }
}

describe('two counts of one shelf', () => {
  const counted = async (goods: TestProduct, quantity: string): Promise<string> => {
    const { id } = await server.call(startCount, {
      warehouseId: shop.main,
      keyword: goods.barcode,
    });
    await server.call(enterCount, { id, entries: [{ code: goods.barcode, quantity }] });
    await server.call(finishCount, { id });
    return id;
  };
  const audited = (id: string) => server.call(auditCount, { ids: id });
  /** Does work while nobody can post a count of the shelf. */
  const held = (work: () => Promise<void>) =>
    server.arrange(shop.company, async (tx) => {
      await sql`select from warehouse where tenant_id = ${shop.company.tenantId} and id = ${shop.main}
        for no key update`.execute(tx);
      await work();
    });

  test('posted in the same instant take what is missing out once', async () => {
    const goods = await stocked('10');
    const [first, second] = [await counted(goods, '8'), await counted(goods, '8')];
    let ends: Promise<number> = Promise.resolve(0);
    await held(async () => {
      ends = won([audited(first), audited(second)]);
      await waiting(2);
    });
    expect([await ends, await shop.stock(goods)]).toEqual([1, '8']);
  });

  test('one made while the other was being posted takes nothing out again', async () => {
    const goods = await stocked('10');
    const first = await counted(goods, '8');
    let [posting, second] = [Promise.resolve(0), ''];
    await held(async () => {
      posting = won([audited(first)]);
      await waiting(1);
      second = await counted(goods, '8');
    });
    expect([await posting, await shop.stock(goods)]).toEqual([1, '8']);
    expect((await server.refusal(auditCount, { ids: second })).key).toBe('count.overtaken');
    expect(await shop.stock(goods)).toBe('8');
  });
});
