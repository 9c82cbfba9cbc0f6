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

test('prices by quantity and day are imported, and overlapping days are reported at their rows', async () => {
  const header = [
    'Price list',
    'Barcode',
    'List price',
    'Minimum quantity',
    'First day',
    'Last day',
  ];
  const good = await compared(server, 'listPrices', [
    header,
    ['批发', '69010002', 15, 10, '', '2026-05-31'],
    ['批发', '69010002', 14, 10, '2026-06-01', ''],
  ]);
  expect(good).toMatchObject({ newRows: 2, wrongRows: 0 });
  await stepTo(server, applySheet, good, 'applied');
  const { prices } = await server.call(priceLists.infoCall, { id });
  expect(
    (prices ?? []).map(({ price, minimumQuantity, firstDay, lastDay }) => [
      price,
      minimumQuantity,
      firstDay,
      lastDay,
    ]),
  ).toEqual([
    ['18', '0', null, null],
    ['15', '10', null, '2026-05-31'],
    ['14', '10', '2026-06-01', null],
  ]);
  const wrong = await compared(server, 'listPrices', [
    header,
    ['批发', '69010002', 13, 10, '2026-07-01', '2026-07-31'],
    ['批发', '69010001', 13, 5, '2026-07-01', '2026-07-31'],
    ['批发', '69010001', 12, 5, '2026-07-31', ''],
    ['批发', '69010001', 12, 6, '2026-07-31', '2026-07-01'],
  ]);
  expect(await errorsOf(server, wrong)).toMatchSnapshot();
  await stepTo(server, undoSheet, good, 'undone');
});

const termed = ['Price list', 'Barcode', 'List price', 'Minimum quantity', 'First day', 'Last day'];
const untilMay = [termed, ['批发', '69010002', 15, 10, '', '2026-05-31']];

test.each([
  ['a wrong price', ['cheap', 10, '', '2026-04-30']],
  ['an unread first day', [13, 10, 'soon', '2026-04-30']],
])('a row overlapping the stored price of a row with %s is wrong', async (_, cells) => {
  const stored = await compared(server, 'listPrices', untilMay);
  await stepTo(server, applySheet, stored, 'applied');
  const read = await compared(server, 'listPrices', [
    termed,
    ['批发', '69010002', ...cells],
    ['批发', '69010002', 14, 10, '2026-05-01', ''],
  ]);
  expect(read).toMatchObject({ newRows: 0, changedRows: 0, wrongRows: 2 });
  await stepTo(server, undoSheet, stored, 'undone');
});

test('a sheet without last days compares the stored last days', async () => {
  const stored = await compared(server, 'listPrices', untilMay);
  await stepTo(server, applySheet, stored, 'applied');
  const read = await compared(server, 'listPrices', [
    termed.slice(0, 5),
    ['批发', '69010002', 12, 10, ''],
    ['批发', '69010002', 14, 10, '2026-06-01'],
  ]);
  expect(read).toMatchObject({ newRows: 1, changedRows: 1, wrongRows: 0 });
  await stepTo(server, undoSheet, stored, 'undone');
});

test('an undo that would overlap a later price is refused', async () => {
  const list = await server.call(priceLists.add, { name: 'Seasonal', base: 'none' });
  const importOf = async (...cells: readonly (string | number)[]) => {
    const read = await compared(server, 'listPrices', [termed, ['Seasonal', '69010002', ...cells]]);
    await stepTo(server, applySheet, read, 'applied');
    return read;
  };
  await importOf(15, 10, '', '');
  const ended = await importOf(15, 10, '', '2026-05-31');
  const later = await importOf(14, 10, '2026-06-01', '');
  expect(await stepTo(server, undoSheet, ended, 'applied')).toMatchObject({
    failure: 'Seasonal 69010002 was changed after the import, so it cannot be undone',
  });
  for (const at of [later, ended]) await stepTo(server, undoSheet, at, 'undone');
  await server.call(priceLists.remove, { id: list.id });
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
