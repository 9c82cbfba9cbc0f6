import { applySheet, products, relations, sheetTemplate, undoSheet } from '@tradehouse/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { compared, errorsOf, send, settled, stepTo } from './testSheets.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
  for (const code of ['69010001', '69010002'])
    await server.call(products.add, {
      name: `Cup ${code}`,
      unitName: '个',
      barcodes: [{ code, unit: '个' }],
    });
});
afterAll(() => server.stop());

type Kept = Readonly<Record<string, string | boolean | null>>;
async function kept(): Promise<string[]> {
  const reply = await server.request('GET', relations.table.path, {
    column: 'outerSkuCode',
    order: 'asc',
  });
  return reply
    .json<{ data: { rows: Kept[] } }>()
    .data.rows.map((row) =>
      ['platform', 'shop', 'outerSkuCode', 'barcode', 'ratio', 'stockSync']
        .map((name) => String(row[name]))
        .join(' '),
    );
}

test('relations are imported by platform, shop and code, change existing ones, and can be undone', async () => {
  const first = await compared(server, 'productRelations', [
    ['平台*', '店铺', '外部SKU*', '本地条码', '换算', '库存同步'],
    ['淘宝', '旗舰店', 'A-1', '69010001', 12, '是'],
    ['淘宝', null, 'A-2', null, null, '否'],
  ]);
  expect(first).toMatchObject({ newRows: 2, wrongRows: 0 });
  await stepTo(server, applySheet, first, 'applied');
  expect(await kept()).toEqual(['淘宝 旗舰店 A-1 69010001 12 true', '淘宝  A-2 null 1 false']);

  const more = await compared(server, 'productRelations', [
    ['Platform', 'Shop', 'Outer SKU', 'Barcode'],
    ['淘宝', '旗舰店', 'A-1', null],
    ['淘宝', '', 'A-2', '69010002'],
    ['京东', '', 'A-3', '69010002'],
  ]);
  expect(more).toMatchObject({ newRows: 1, changedRows: 2, wrongRows: 0 });
  await stepTo(server, applySheet, more, 'applied');
  expect(await kept()).toEqual([
    '淘宝 旗舰店 A-1 null 12 true',
    '淘宝  A-2 69010002 1 false',
    '京东  A-3 69010002 1 true',
  ]);
  await stepTo(server, undoSheet, more, 'undone');
  expect(await kept()).toEqual(['淘宝 旗舰店 A-1 69010001 12 true', '淘宝  A-2 null 1 false']);
});

test('an unknown barcode, a wrong ratio or a repeated row is reported at its cell', async () => {
  const wrong = await compared(server, 'productRelations', [
    ['Platform', 'Outer SKU', 'Barcode', 'Ratio'],
    ['京东', 'B-1', '69019999', 1],
    ['京东', 'B-2', '69010001', 0],
    [null, 'B-3', '69010001', 1],
    ['京东', 'B-4', '69010001', 1],
    ['京东', 'B-4', '69010002', 1],
  ]);
  expect(await errorsOf(server, wrong)).toMatchSnapshot();
});

test('importing the filled template changes nothing', async () => {
  const sheet = 'productRelations';
  const reply = await server.request('GET', sheetTemplate.path, { sheet, filled: true });
  const again = await settled(server, await send(server, sheet, new Uint8Array(reply.rawPayload)));
  expect(again).toMatchObject({ newRows: 0, changedRows: 0, wrongRows: 0, sameRows: 2 });
});
