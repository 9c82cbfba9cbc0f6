// Document lines sent by applications name goods by any form of the barcode.
import { goodsDocuments } from '@tradehouse/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { aShopServer, lineOf } from '../testShop.ts';
import type { TestProduct } from '../testShop.ts';

const { server, shop } = await aShopServer();
const { tenantId } = shop.company;

async function aProductOf(code: string, lots = false): Promise<TestProduct> {
  const product = await shop.product({ lots });
  await server.arrange(shop.company, (tx) =>
    sql`update barcode set code = ${code}
      where tenant_id = ${tenantId} and code = ${product.barcode}`.execute(tx),
  );
  return { ...product, barcode: code };
}

test('a line names goods by every form of their EAN-13', async () => {
  const product = await aProductOf('0042100005264', true);
  for (const [barcode, lot] of [
    ['0042100005264', 'L1'],
    ['042100005264', 'Ｌ１'],
    ['00042100005264', 'Ｌ１'],
    ['０４２１００００５２６４', 'Ｌ１'],
  ] as const) {
    const allocations = [{ quantity: '2', lot }];
    const line = { barcode, quantity: '2', unitPrice: '10', allocations };
    const { id } = await shop.goods('purchaseIn', [line]);
    const { lines } = await server.call(goodsDocuments.info, { id });
    expect(lines, barcode).toMatchObject([
      { barcode: product.barcode, allocations: [{ lot: 'L1' }] },
    ]);
  }
  expect(await shop.stock(product)).toBe('8');
  expect(await shop.broken()).toEqual([]);
});

test('an exact code takes precedence over another form of a barcode', async () => {
  const both = [await aProductOf('0036000291452'), await aProductOf('036000291452')];
  const lines = both.map((product) => lineOf(product, '1', '10'));
  const { id } = await shop.goods('saleOrder', lines);
  const saved = await server.call(goodsDocuments.info, { id });
  expect(saved.lines.map(({ barcode }) => barcode)).toEqual(['0036000291452', '036000291452']);
});
