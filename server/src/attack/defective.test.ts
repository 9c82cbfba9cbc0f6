// Concurrent marking of goods as defective.
import { gradingTable, markDefective, undoGrading } from '@tradehouse/contract';
import { expect, test } from 'vitest';
import { aStockedServer, lineOf } from '../modules/document/testShop.ts';

const { server, shop, one } = await aStockedServer('1');

/** What a call answers that three send at once, without a key. */
const thrice = async (send: () => ReturnType<typeof server.request>): Promise<number[]> => {
  const answers = await Promise.all([send(), send(), send()]);
  return answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
};

test('concurrent calls mark the last piece as defective once, and undo the marking once', async () => {
  const input = { skuId: one.skuId, warehouseId: shop.main, quantity: '1', reason: 'Fell' };
  const marked = { ...input, writeDown: '100' };
  expect(
    await thrice(() => server.request(markDefective.method, markDefective.path, marked)),
  ).toEqual([200, 422, 422]);
  expect(await shop.broken()).toEqual([]);
  const list = await server.request('GET', gradingTable.path);
  const { rows } = list.json<{ data: { rows: { id: string }[] } }>().data;
  expect(rows).toHaveLength(1);
  const back = { id: rows[0]?.id };
  expect(await thrice(() => server.request(undoGrading.method, undoGrading.path, back))).toEqual([
    200, 404, 404,
  ]);
  expect(await shop.broken()).toEqual([]);
});

test('a write-down is limited to the total stock value when a warehouse has negative stock', async () => {
  await shop.set({ negative_stock: true });
  const cup = await shop.product();
  await shop.goods('purchaseIn', [lineOf(cup, '5', '10')], { status: '1' });
  const elsewhere = { ...lineOf(cup, '4'), warehouseId: shop.branch };
  await shop.goods('saleOut', [elsewhere], { status: '1', paidNow: '0' });
  const { skuId } = cup;
  const whole = { skuId, warehouseId: shop.main, quantity: '5', reason: 'Wet', writeDown: '50' };
  await server.call(markDefective, whole);
  const list = await server.request('GET', gradingTable.path, { search: { keyword: cup.barcode } });
  expect(list.json()).toMatchObject({ data: { rows: [{ writtenDown: '10' }] } });
  expect(await shop.broken()).toEqual([]);
});
