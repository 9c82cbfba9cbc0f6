import { applySheet, priceLists, products, sheetTemplate, undoSheet } from '@tradehouse/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { compared, errorsOf, send, settled, stepTo } from './testSheets.ts';

let server: TestServer;
let id = '';
beforeAll(async () => {
  server = await aServer();
  for (const code of ['69010001', '69010002']) {
    const barcodes = [{ code, unit: '个', salePrice: '20' }];
    await server.call(products.add, { name: `Cup ${code}`, unitName: '个', barcodes });
  }
  ({ id } = await server.call(priceLists.add, { name: '批发', base: 'none' }));
});
afterAll(() => server.stop());

const agreed = async (): Promise<string[]> =>
  ((await server.call(priceLists.infoCall, { id })).prices ?? []).map(
    ({ barcode, price }) => `${barcode} ${price}`,
  );

test('prices are imported by list and barcode, change existing prices, and can be undone', async () => {
  const first = await compared(server, 'listPrices', [
    ['价格表*', '条码*', '表价*'],
    ['批发', '69010001', 18],
  ]);
  await stepTo(server, applySheet, first, 'applied');
  expect(await agreed()).toEqual(['69010001 18']);
  const more = await compared(server, 'listPrices', [
    ['Price list', 'Barcode', 'List price'],
    ['批发', '69010001', '17.5'],
    ['批发', '69010002', 19],
  ]);
  expect(more).toMatchObject({ newRows: 1, changedRows: 1, wrongRows: 0 });
  await stepTo(server, applySheet, more, 'applied');
  expect(await agreed()).toEqual(['69010001 17.5', '69010002 19']);
  await stepTo(server, undoSheet, more, 'undone');
  expect(await agreed()).toEqual(['69010001 18']);
});

test('saving a price list opened before an import or its undo is refused as stale', async () => {
  const form = async () => {
    const { prices, version } = await server.call(priceLists.infoCall, { id });
    const kept = (prices ?? []).map(({ barcodeId, price }) => ({ barcodeId, price: price ?? '0' }));
    return { id, version, name: '批发', base: 'none', prices: kept } as const;
  };
  const before = await form();
  const brought = await compared(server, 'listPrices', [
    ['Price list', 'Barcode', 'List price'],
    ['批发', '69010001', 16],
    ['批发', '69010002', 20],
  ]);
  await stepTo(server, applySheet, brought, 'applied');
  expect((await server.refusal(priceLists.update, before)).key).toBe('record.stale');
  const after = await form();
  await stepTo(server, undoSheet, brought, 'undone');
  expect((await server.refusal(priceLists.update, after)).key).toBe('record.stale');
  expect(await agreed()).toEqual(['69010001 18']);
});

test('an unknown list or barcode, a wrong price or a repeated row is reported at its cell', async () => {
  const wrong = await compared(server, 'listPrices', [
    ['Price list', 'Barcode', 'List price'],
    ['Nowhere', '69010001', 1],
    ['批发', '69019999', 1],
    ['批发', '69010001', 'cheap'],
    ['批发', '69010002', 1],
    ['批发', '69010002', 2],
  ]);
  expect(await errorsOf(server, wrong)).toMatchSnapshot();
});

test('importing the filled template changes nothing', async () => {
  const reply = await server.request('GET', sheetTemplate.path, {
    sheet: 'listPrices',
    filled: true,
  });
  const again = await settled(
    server,
    await send(server, 'listPrices', new Uint8Array(reply.rawPayload)),
  );
  expect(again).toMatchObject({ newRows: 0, changedRows: 0, wrongRows: 0, sameRows: 1 });
});
