import { lineTemplate, products, readSheetLines } from '@tradehouse/contract';
import type { ReplyOf } from '@tradehouse/contract';
import { documentKinds, goodsKindCodes } from '@tradehouse/domain';
import type { CellValue } from 'hucre';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { Refusal, TestServer } from '../../testing.ts';
import { workbook } from './testSheets.ts';

let server: TestServer;
let warehouse: { id: string; name: string };
beforeAll(async () => {
  server = await aServer();
  warehouse = await server.arrange(server.company, (tx) =>
    tx.selectFrom('warehouse').select(['id', 'name']).orderBy('id').executeTakeFirstOrThrow(),
  );
  for (const [name, code] of [
    ['Flask', '690001'],
    ['Cup', '690002'],
  ] as const)
    await server.call(products.add, {
      name,
      unitName: 'piece',
      barcodes: [{ code, unit: 'piece', purchasePrice: '5' }],
    });
});
afterAll(() => server.stop());

const read = async (
  kind: string,
  rows: readonly (readonly CellValue[])[],
  token?: string,
): Promise<ReplyOf<typeof readSheetLines> & Partial<Refusal>> =>
  server.upload(
    readSheetLines,
    { name: 'lines.xlsx', bytes: await workbook(rows) },
    { kind },
    token,
  );

test('lines of a receipt are understood, blanks left to the editor (screens 5.9)', async () => {
  const { lines, errors, ignored } = await read('purchaseIn', [
    ['Keep the headings'],
    ['仓库*', '条码*', '名称', '数量*', '单价', '税率(%)', '备注', 'Whatever'],
    [warehouse.name, 690001, 'anything', 12, 4.5, 13, 'urgent', 1],
    [warehouse.name, '690002', null, '1,200', null, null, null],
  ]);
  expect(errors).toEqual([]);
  expect(ignored).toEqual(['名称', 'Whatever']);
  const common = { warehouseId: warehouse.id, warehouseName: warehouse.name };
  expect(lines).toEqual([
    {
      ...common,
      row: 3,
      barcode: '690001',
      name: 'Flask',
      quantity: '12',
      unitPrice: '4.5',
      taxRate: '13',
      remark: 'urgent',
    },
    {
      ...common,
      row: 4,
      barcode: '690002',
      name: 'Cup',
      quantity: '1200',
      unitPrice: null,
      taxRate: null,
      remark: '',
    },
  ]);
});

test('every wrong cell is told at once, and no line of it is taken', async () => {
  const { lines, errors } = await read('saleOut', [
    ['Warehouse', 'Barcode', 'Quantity', 'Unit price', 'Tax rate (%)'],
    ['Nowhere', '690001', 1, 2, 3],
    [warehouse.name, '699999', null, 'much', 101],
    [warehouse.name, '690001', 0, 1, 1],
  ]);
  expect(lines).toEqual([]);
  expect(errors.map(({ cell, message }) => [cell, message])).toEqual([
    ['A2', 'Nowhere does not exist'],
    ['C3', 'Must be filled'],
    ['D3', 'Much is not a number'],
    ['E3', '101 is out of range'],
    ['B3', '699999 does not exist'],
    ['C4', 'Must be filled'],
  ]);
});

test('a document takes 2,000 lines, and only who may write it reads them', async () => {
  const many = Array.from({ length: 2_001 }, () => ['690001', 1]);
  expect(await read('purchaseRequest', [['Barcode', 'Quantity'], ...many])).toMatchObject({
    key: 'sheet.tooManyRows',
  });
  expect(
    await read('moneyIn', [
      ['Barcode', 'Quantity'],
      ['690001', 1],
    ]),
  ).toMatchObject({
    key: 'document.kind',
  });
  await server.addUser({ loginName: 'nobody' });
  expect(await read('purchaseIn', [['Barcode']], await server.signIn('nobody'))).toMatchObject({
    key: 'access.denied',
  });
});

test.each(goodsKindCodes)(
  'the template of %s has the headings its lines are read by',
  async (kind) => {
    if (documentKinds[kind].url === null) return;
    const reply = await server.request('GET', lineTemplate.path, { kind, language: 'zh-cn' });
    expect(reply.statusCode).toBe(200);
    const again = await server.upload(
      readSheetLines,
      { name: 'lines.xlsx', bytes: reply.rawPayload },
      { kind },
    );
    expect(again).toMatchObject({ lines: [], ignored: ['名称'] });
  },
);
