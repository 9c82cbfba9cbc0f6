import {
  detachRelations,
  matchRelations,
  myWarehouses,
  products,
  relations,
} from '@tradehouse/contract';
import type { InputOf, RowOf } from '@tradehouse/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
});
afterAll(() => server.stop());

let next = 0;
/** A product with one barcode; its id and that of the barcode. */
async function product(more: Partial<InputOf<typeof products.add>> = {}) {
  next += 1;
  const code = String(70_000_000 + next);
  const barcodes = [{ code, unit: '个' }];
  const { id } = await server.call(products.add, {
    name: `Cup ${code}`,
    unitName: '个',
    barcodes,
    ...more,
  });
  const { barcodes: kept, version } = await server.call(products.infoCall, { id });
  return { id, version, code, barcodeId: kept[0]?.id ?? '' };
}

const relate = (more: Partial<InputOf<typeof relations.add>> = {}) => {
  next += 1;
  return server.call(relations.add, {
    platform: '淘宝',
    shop: '旗舰店',
    outerSkuCode: `TB-${next}`,
    ...more,
  });
};
const info = (id: string) => server.call(relations.infoCall, { id });

type Listed = RowOf<typeof relations.table>;
async function listed(search: object): Promise<Listed[]> {
  const reply = await server.request('GET', relations.table.path, { search });
  return reply.json<{ data: { rows: Listed[] } }>().data.rows;
}

test('an external SKU maps to a single barcode with a ratio, once per shop', async () => {
  const { barcodeId, code } = await product();
  const { id } = await relate({ outerSkuCode: ' T-1 ', barcodeId, ratio: '12' });
  expect(await info(id)).toMatchObject({ outerSkuCode: 'T-1', barcodeId, ratio: '12' });
  expect(await listed({ outer: 'T-1' })).toMatchObject([
    { barcode: code, productName: `Cup ${code}`, relationStatus: 'matched', available: '0' },
  ]);
  const again = { platform: '淘宝', shop: '旗舰店', outerSkuCode: 'T-1' };
  expect(await server.refusal(relations.add, again)).toMatchObject({ key: 'relation.taken' });
  // Another shop has codes of its own.
  await server.call(relations.add, { ...again, shop: '' });
  for (const ratio of ['0', '-1', '0.0000001'])
    expect((await server.refusal(relations.add, { ...again, shop: 'x', ratio })).key).toBe(
      'request.field',
    );
  expect(
    (await server.refusal(relations.add, { ...again, shop: 'y', barcodeId: '999999' })).key,
  ).toBe('record.missing');
});

test('a platform SKU is searched in the named shop, and without a shop where none is named', async () => {
  const code = { platform: '淘宝', outerSkuCode: 'T-once' };
  await server.call(relations.add, { ...code, shop: '' });
  await server.call(relations.add, { ...code, shop: 'second', outerSkuCode: 'T-second' });
  const taken = async (name: string, scope: object) =>
    (await server.call(relations.nameExists, { name, ...scope })).status;
  expect(await taken('T-once', { platform: '淘宝' })).toBe(true);
  expect(await taken('T-once', { platform: '京东' })).toBe(false);
  expect(await taken('T-once', { platform: '淘宝', shop: 'second' })).toBe(false);
  expect(await taken('T-second', { platform: '淘宝' })).toBe(false);
  expect(await taken('T-second', { platform: '淘宝', shop: 'second' })).toBe(true);
});

test('stock for sale is shown in platform units, rounded down, while stock sharing is on', async () => {
  const [place] = await server.call(myWarehouses, {});
  const stock = [{ warehouseId: place?.id ?? '', openingStock: '25', openingPrice: '1' }];
  const { barcodeId } = await product({ stock });
  const fields = { platform: '淘宝', outerSkuCode: 'BOX', barcodeId, ratio: '12' };
  const saved = await server.call(relations.add, fields);
  expect(await listed({ outer: 'BOX' })).toMatchObject([{ available: '2' }]);
  await server.call(relations.update, { ...saved, ...fields, stockSync: false });
  expect(await listed({ outer: 'BOX' })).toMatchObject([{ available: null }]);
});

test('relations without a barcode are matched by equal codes; a code with several matches stays open', async () => {
  const [one, two] = [await product(), await product({ skuCode: 'K-1' })];
  await product({ skuCode: 'K-2' });
  await product({ outerSkuCode: 'K-2' });
  const off = await product();
  await server.call(products.setStatus, { ids: off.id, status: '0' });
  const wanted = [one.code, 'K-1', 'K-2', off.code, 'nothing'];
  const ids = [];
  for (const outerSkuCode of wanted) ids.push((await relate({ platform: 'M', outerSkuCode })).id);
  const reply = await server.call(matchRelations, {});
  expect(reply).toMatchObject({ matched: 2, ambiguous: 1, ambiguousCodes: ['K-2'] });
  const found = await Promise.all(ids.map(async (id) => (await info(id)).barcodeId));
  expect(found).toEqual([one.barcodeId, two.barcodeId, null, null, null]);
  expect(await server.call(matchRelations, {})).toMatchObject({ matched: 0, ambiguous: 1 });
  const all = ids.join(',');
  expect(await server.call(detachRelations, { ids: all })).toEqual({ changed: 2 });
  expect(await listed({ platform: 'M', relationStatus: 'unmatched' })).toHaveLength(5);
  expect(await server.refusal(detachRelations, { ids: `${all},999999` })).toMatchObject({
    key: 'record.missing',
  });
});

test('a UPC-A of the platform is matched to the EAN-13 with a leading zero', async () => {
  await server.call(products.add, {
    name: 'Mug',
    unitName: '个',
    barcodes: [{ code: '0012345678905', unit: '个' }],
  });
  const { id } = await relate({ platform: 'U', outerSkuCode: '012345678905' });
  expect((await info(id)).barcodeId).toBeNull();
  await server.call(matchRelations, {});
  expect((await info(id)).barcodeId).not.toBeNull();
});

test('deleting a barcode removes the barcode from its relation and keeps the relation', async () => {
  const gone = await product();
  const whole = await relate({ barcodeId: gone.barcodeId });
  await server.call(products.remove, { id: gone.id });
  expect(await info(whole.id)).toMatchObject({ barcodeId: null, version: 2 });

  const left = await product();
  const one = await relate({ barcodeId: left.barcodeId });
  await server.call(products.update, {
    id: left.id,
    version: left.version,
    name: `Cup ${left.code}`,
    unitName: '个',
    barcodes: [{ code: '79999999', unit: '个' }],
  });
  expect(await info(one.id)).toMatchObject({ barcodeId: null });
});

test('a relation changed without a shop keeps the shop', async () => {
  const { id, version } = await relate({ outerSkuCode: 'T-SHOP' });
  const change = { id, version, platform: '淘宝', outerSkuCode: 'T-SHOP', remark: 'mugs' };
  await server.call(relations.update, change);
  expect(await info(id)).toMatchObject({ shop: '旗舰店', remark: 'mugs' });
});
