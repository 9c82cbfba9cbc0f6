// A new kind without code of its own: a registry entry and a menu row, added before other modules read
// them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DocumentKind } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { TestServer } from '../../testing.ts';
import type { Saved, Shop } from './testShop.ts';

const CODE = 'sampleOut';
const URL = '/bill/sample_out';

let server: TestServer;
let shop: Shop;
let contract: typeof import('@tradehouse/contract');

beforeAll(async () => {
  const { documentKinds, goodsKindCodes, kindCodes } = await import('@tradehouse/domain');
  const entry: DocumentKind = {
    ...documentKinds.otherOut,
    prefix: 'YPCK',
    name: { 'zh-cn': '样品出库', en: 'Sample outbound' },
    wire: { type: '出库', subType: '样品' },
    url: URL,
    partner: { type: 'customer', required: true },
    sources: { saleOrder: 'fulfilled' },
  };
  Object.assign(documentKinds, { [CODE]: entry });
  (goodsKindCodes as unknown as string[]).push(CODE);
  (kindCodes as unknown as string[]).push(CODE);
  contract = await import('@tradehouse/contract');
  const [{ aServer }, { aShop }] = await Promise.all([
    import('../../testing.ts'),
    import('./testShop.ts'),
  ]);
  server = await aServer();
  await sql`
    insert into function (number, parent_number, name_zh, name_en, url, component, sort, buttons)
    values ('060399', '0603', '样品出库', 'Sample outbound', ${URL}, '/bill/SampleOutList', '0398', ${['1', '2', '3', '7']})`.execute(
    server.database.admin,
  );
  shop = await aShop(server);
});
afterAll(() => server.stop());

const listed = async (): Promise<readonly Record<string, unknown>[]> => {
  const token = await server.signIn('demo');
  const answer = await server.app.inject({
    method: 'GET',
    url: `/api/depotHead/list?search=${encodeURIComponent(JSON.stringify({ kind: CODE }))}`,
    headers: { 'x-access-token': token },
  });
  return answer.json().data.rows;
};

test('a document of a new kind is numbered, linked, posted, listed, reversed and deleted', async () => {
  const { documentToConvert, documentTables, goodsDocuments } = contract;
  const product = await shop.product();
  const line = (quantity: string) => ({ barcode: product.barcode, quantity, unitPrice: '10' });
  await shop.goods('purchaseIn', [line('10')]);
  const order = await shop.goods('saleOrder', [line('4')], { status: '1' });
  const from = (source: Saved, quantity: string) => ({
    ...line(quantity),
    sourceDocumentId: source.id,
    sourceLine: 1,
  });
  const offer = await server.call(documentToConvert, { ids: order.id, kind: CODE });
  expect(offer).toMatchObject({ partnerId: shop.customer, lines: [{ remaining: '4' }] });
  const partnerId = shop.customer;
  const sample = await shop.goods(CODE, [from(order, '3')], { status: '1', partnerId });
  expect(sample.number).toMatch(/^YPCK\d{4}0000001$/);
  expect(await shop.stock(product)).toBe('7');
  expect((await server.call(goodsDocuments.info, { id: order.id })).status).toBe('3');
  expect(
    await server.refusal(goodsDocuments.add, shop.input(CODE, [from(order, '2')], { partnerId })),
  ).toMatchObject({ key: 'document.overLinked', data: { left: '1' } });
  expect(await listed()).toMatchObject([
    { number: sample.number, sourceNumbers: order.number, partnerName: 'Cy Stores', status: '1' },
  ]);
  expect(Object.keys(documentTables)).toContain(CODE);
  // The checks don't take the registry's word for what a kind moves: they want to be told in a line of their own.
  expect(await shop.broken()).toEqual([
    expect.stringMatching(/^S5_posted_goods: YPCK.* lines owe 0, ledger moved -3/),
  ]);
  await server.call(goodsDocuments.setStatus, { ids: sample.id, status: '0' });
  await server.call(goodsDocuments.remove, { id: sample.id });
  expect(await shop.stock(product)).toBe('10');
  expect((await server.call(goodsDocuments.info, { id: order.id })).status).toBe('1');
  expect(await shop.broken()).toEqual([]);
});
