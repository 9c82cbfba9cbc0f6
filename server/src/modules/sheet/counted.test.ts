// Import of counted quantities: template, preview, import, undo.
import {
  applySheet,
  countLineTable,
  products,
  sheetTemplate,
  startCount,
  enterCount,
  undoSheet,
} from '@tradehouse/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { compared, errorsOf, send, settled, stepTo } from './testSheets.ts';

let server: TestServer;
let count: { readonly id: string; readonly number: string };
beforeAll(async () => {
  server = await aServer();
  const warehouseId = await server.arrange(server.company, async (tx) => {
    const { id } = await tx
      .selectFrom('warehouse')
      .select('id')
      .orderBy('id')
      .executeTakeFirstOrThrow();
    return id;
  });
  for (const [name, code, more] of [
    ['Flask', '795001', { stock: [{ warehouseId, openingStock: '24' }] }],
    ['Cup', '795002', { stock: [{ warehouseId, openingStock: '6' }] }],
    ['Elsewhere', '795003', {}],
    ['Numbered', '795004', { serialManaged: true }],
  ] as const)
    await server.call(products.add, {
      name,
      unitName: 'piece',
      barcodes: [{ code, unit: 'piece', purchasePrice: '5' }],
      ...('stock' in more ? { stock: [...more.stock] } : more),
    });
  count = await server.call(startCount, { warehouseId });
});
afterAll(() => server.stop());

const head = ['盘点单号', '条码', '实盘数量'];
const lines = async () => {
  const reply = await server.request('GET', countLineTable.path, {
    search: JSON.stringify({ sheetId: count.id }),
    pageSize: 50,
  });
  const { data } = reply.json<{ data: { rows: { barcode: string; counted: string | null }[] } }>();
  return data.rows.map(({ barcode, counted }) => [barcode, counted]);
};

test('counted quantities are imported and undone; blanks and equal values change nothing', async () => {
  expect(await lines()).toEqual([
    ['795001', null],
    ['795002', null],
  ]);
  const came = await compared(server, 'counts', [
    head,
    [count.number, '795001', 23],
    [count.number, '795002', null],
  ]);
  expect(came).toMatchObject({ newRows: 1, changedRows: 0, sameRows: 1, wrongRows: 0 });
  await stepTo(server, applySheet, came, 'applied');
  expect(await lines()).toEqual([
    ['795001', '23'],
    ['795002', null],
  ]);
  const reply = await server.request('GET', sheetTemplate.path, { sheet: 'counts', filled: true });
  const own = await settled(server, await send(server, 'counts', reply.rawPayload));
  expect(own).toMatchObject({ newRows: 0, changedRows: 0, sameRows: 2, wrongRows: 0 });

  const second = await compared(server, 'counts', [head, [count.number, '795001', 22]]);
  expect(second).toMatchObject({ newRows: 0, changedRows: 1 });
  await stepTo(server, applySheet, second, 'applied');
  await stepTo(server, undoSheet, second, 'undone');
  expect(await lines()).toContainEqual(['795001', '23']);
  await server.call(enterCount, { id: count.id, entries: [{ code: '795001', add: '1' }] });
  expect(await stepTo(server, undoSheet, came, 'applied')).toMatchObject({
    failure: '795001 was changed after the import, so it cannot be undone',
  });
  await server.call(enterCount, { id: count.id, entries: [{ code: '795001', add: '-1' }] });
  await stepTo(server, undoSheet, came, 'undone');
  expect(await lines()).toContainEqual(['795001', null]);
  expect(await server.database.violations()).toEqual([]);
});

test('every row without a line of an open count is reported at its cell', async () => {
  const wrong = await compared(server, 'counts', [
    head,
    ['PD-none', '795001', 1],
    [count.number, '795009', 1],
    [count.number, '795003', 1],
    [count.number, '795004', 1],
    [count.number, '795002', -1],
    [count.number, '795001', 1],
    [count.number, '795001', 2],
  ]);
  expect((await errorsOf(server, wrong)).map(([cell]) => cell)).toEqual([
    'A2',
    'B3',
    'B4',
    'B5',
    'C5',
    'C6',
    'B8',
  ]);
});
