import { createHash } from 'node:crypto';
import {
  applySheet,
  cancelSheet,
  lastSheetImport,
  productById,
  products,
  sheetImport,
  sheetImports,
  sheetRows,
  sheetTemplate,
  undoSheet,
} from '@tradehouse/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { compared, errorsOf, send, settled, stepTo, workbook } from './testSheets.ts';

let server: TestServer;
let warehouses: readonly { id: string; name: string }[];
const ids: Record<string, string> = {};
beforeAll(async () => {
  server = await aServer();
  warehouses = await server.arrange(server.company, (tx) =>
    tx.selectFrom('warehouse').select(['id', 'name']).orderBy('id').execute(),
  );
  for (const [name, code, more] of [
    ['Flask', '690001', {}],
    ['With lots', '690003', { lotManaged: true }],
  ] as const) {
    const { id } = await server.call(products.add, {
      name,
      unitName: 'piece',
      barcodes: [{ code, unit: 'piece', purchasePrice: '5', salePrice: '9' }],
      ...more,
    });
    ids[name] = id;
  }
});
afterAll(() => server.stop());

const clean = () => server.database.violations();
const head = ['Name', 'Base unit', 'Barcode', 'Sale price'];

test('opening stock is imported with unit costs, and the import can be undone', async () => {
  const place = warehouses[0]?.name ?? '';
  const columns = ['Warehouse', 'Barcode', 'Quantity', 'Opening unit cost'];
  const wrong = await compared(server, 'openingStock', [
    columns,
    [place, '690001', 10, 4],
    [place, '690001', 11, 4],
    ['Nowhere', '690009', -1, null],
    [place, '690003', 5, null],
  ]);
  expect(await errorsOf(server, wrong)).toEqual([
    ['B3', 'Repeats row 2'],
    ['A4', '“Nowhere” does not exist'],
    ['B4', '“690009” does not exist'],
    ['C4', '“-1” is below 0'],
    ['B5', 'Lot required for 690003'],
  ]);
  const came = await compared(server, 'openingStock', [columns, [place, '690001', 10, 4]]);
  await stepTo(server, applySheet, came, 'applied');
  const stock = async () => (await server.call(productById, { id: ids['Flask'] ?? '' })).stock[0];
  expect(await stock()).toMatchObject({ openingStock: '10', openingPrice: '4', stock: '10' });
  expect(await clean()).toEqual([]);
  const same = await compared(server, 'openingStock', [columns, [place, '690001', 10, null]]);
  expect(same).toMatchObject({ sameRows: 1, changedRows: 0, newRows: 0 });
  const reply = await server.request('GET', sheetTemplate.path, {
    sheet: 'openingStock',
    filled: true,
  });
  const again = await settled(server, await send(server, 'openingStock', reply.rawPayload));
  expect(again).toMatchObject({ sameRows: 1, changedRows: 0, newRows: 0, wrongRows: 0 });
  await stepTo(server, undoSheet, came, 'undone');
  expect(await stock()).toMatchObject({ openingStock: '0', stock: '0' });
  expect(await clean()).toEqual([]);
});

test('hidden prices are neither imported nor shown', async () => {
  await server.arrange(server.company, async (tx) => {
    await tx
      .updateTable('role')
      .set({ hidden_amounts: ['sale', 'purchase', 'retail', 'cost', 'kind', 'money'] })
      .where('tenant_id', '=', server.company.tenantId)
      .where('id', '=', server.company.roleIds.manager)
      .execute();
  });
  await server.addUser({ loginName: 'blind', role: 'manager' });
  const token = await server.signIn('blind');
  const came = await compared(
    server,
    'products',
    [head, ['Flask', 'piece', '690001', 1], ['Fresh', 'piece', '690005', 77]],
    token,
  );
  expect(came).toMatchObject({ newRows: 1, sameRows: 1, changedRows: 0, ignored: ['Sale price'] });
  const { rows } = await server.call(sheetRows, { id: came.id, outcome: 'new' }, token);
  expect(JSON.stringify(rows)).not.toContain('77');
  await server.call(applySheet, { id: came.id }, token);
  await settled(server, came, token);
  const reply = await server.request('GET', '/material/findBySelect', { q: '690005' });
  const fresh = reply.json<{ data: { rows: { productId: string }[] } }>().data.rows[0];
  const { barcodes } = await server.call(productById, { id: fresh?.productId ?? '' });
  expect(barcodes).toMatchObject([{ salePrice: null }]);
  const sheet = await server.request(
    'GET',
    sheetTemplate.path,
    { sheet: 'products', filled: true },
    token,
  );
  const back = await settled(
    server,
    await send(server, 'products', sheet.rawPayload, token),
    token,
  );
  expect(back).toMatchObject({ changedRows: 0, newRows: 0, wrongRows: 0 });
  // Another's import is as good as missing, and so is one of another company.
  for (const other of [undefined, await server.signIn('other')])
    expect(await server.refusal(sheetImport, { id: came.id }, other)).toMatchObject({
      key: 'record.missing',
    });
});

test('an import requires the edit button of the page', async () => {
  await server.addUser({ loginName: 'reader' });
  const token = await server.signIn('reader');
  expect(await send(server, 'products', await workbook([head]), token)).toMatchObject({
    key: 'access.denied',
  });
  expect(await server.refusal(lastSheetImport, { sheet: 'products' }, token)).toMatchObject({
    key: 'access.denied',
  });
});

test.each([
  ['goods.xls', 'sheet.type'],
  ['goods.doc', 'sheet.type'],
])('the file %s is refused before an import is stored', async (name, key) => {
  expect(await send(server, 'products', await workbook([head]), undefined, name)).toMatchObject({
    key,
  });
});

test.each<[string, (string | number | null)[][], string]>([
  [
    'no headings',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
    'The sheet lacks required columns: 名称 / Name, 单位 / Unit, 条码 / Barcode. Use the headings of the template',
  ],
  [
    'a heading less',
    [
      ['Name', 'Barcode'],
      ['a', '690001'],
    ],
    'The sheet lacks required columns: 单位 / Unit. Use the headings of the template',
  ],
  [
    'a heading twice',
    [
      [...head, 'name*'],
      ['a', 'piece', '690001', 1, 'b'],
    ],
    'The column E name appears twice',
  ],
  ['headings alone', [head], 'The sheet has no rows of data'],
])('a sheet with %s is reported', async (_, rows, failure) => {
  expect(await compared(server, 'products', rows)).toMatchObject({ state: 'failed', failure });
});

test('a formula is reported at its cell', async () => {
  const bytes = await workbook([head, ['Sum', 'piece', '690007', 1]]);
  const { writeXlsx } = await import('hucre/xlsx');
  const withFormula = await writeXlsx({
    sheets: [
      {
        name: 'a',
        rows: [head, ['Sum', 'piece', '690007', null]],
        cells: new Map([['1,3', { value: 2, formula: '1+1' }]]),
      },
    ],
  });
  expect(bytes.length).toBeGreaterThan(0);
  const came = await settled(server, await send(server, 'products', withFormula));
  expect(await errorsOf(server, came)).toEqual([['D2', 'Is a formula: paste its value']]);
});

test('a company runs one import at a time, and a stalled import does not block the next', async () => {
  const key = { key: 'sheet.running' };
  const insert = (touched: string) =>
    server.arrange(server.company, async (tx) => {
      const { rows } = await sql<{ id: string }>`
        insert into sheet_import (tenant_id, sheet, state, user_id, file_name, touched_at)
        select ${server.company.tenantId}::bigint, 'products', 'applying', id, 'x.xlsx', now() - ${touched}::interval
        from app_user where tenant_id = ${server.company.tenantId} and login_name = 'demo' returning id`.execute(
        tx,
      );
      return rows[0]?.id ?? '';
    });
  const file = await workbook([head, ['Late', 'piece', '690011', 1]]);
  const running = await insert('1 second');
  expect(await send(server, 'products', file)).toMatchObject(key);
  await server.call(cancelSheet, { id: running });
  await server.arrange(server.company, (tx) =>
    sql`delete from sheet_import where id = ${running} and tenant_id = ${server.company.tenantId}`.execute(
      tx,
    ),
  );
  await insert('1 minute');
  const came = await settled(server, await send(server, 'products', file));
  expect(came).toMatchObject({ state: 'checked', newRows: 1 });
});

test.each([
  ['reading', 'failed'],
  ['applying', 'checked'],
  ['undoing', 'applied'],
] as const)('an import with a process killed while %s is shown as %s', async (running, left) => {
  const id = await server.arrange(server.company, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into sheet_import (tenant_id, sheet, state, user_id, file_name, touched_at)
      select ${server.company.tenantId}::bigint, 'products', ${running}, id, 'x.xlsx', now() - interval '1 minute'
      from app_user where tenant_id = ${server.company.tenantId} and login_name = 'demo' returning id`.execute(
      tx,
    );
    return rows[0]?.id ?? '';
  });
  const shown = { id, state: left, failure: expect.stringContaining('interrupted') };
  expect(await server.call(sheetImport, { id })).toMatchObject(shown);
  expect(await server.call(lastSheetImport, { sheet: 'products' })).toMatchObject(shown);
  await server.call(cancelSheet, { id }).catch(() => {});
  await server.arrange(server.company, (tx) =>
    sql`delete from sheet_import where id = ${id} and tenant_id = ${server.company.tenantId}`.execute(
      tx,
    ),
  );
});

test('a record changed after the check is compared again before the write', async () => {
  const came = await compared(server, 'products', [head, ['Flask', 'piece', '690001', 12]]);
  const before = await server.call(productById, { id: ids['Flask'] ?? '' });
  await server.call(products.update, {
    id: before.id,
    version: before.version,
    name: 'Flask',
    unitName: 'piece',
    barcodes: before.barcodes.map(({ id, code, unit }) => ({ id, code, unit, salePrice: '11' })),
  });
  expect(await stepTo(server, applySheet, came, 'checked')).toMatchObject({
    failure: 'Records changed after the check: the comparison is new, look at it again',
    changedRows: 1,
  });
  const { rows } = await server.call(sheetRows, { id: came.id, outcome: 'changed' });
  expect(rows[0]?.changes).toEqual([{ label: 'Sale price', before: '11', after: '12' }]);
  await stepTo(server, applySheet, came, 'applied');
  expect(await server.refusal(applySheet, { id: came.id })).toMatchObject({ key: 'sheet.state' });
  await stepTo(server, undoSheet, came, 'undone');
});

test('an import of 1,000 rows reports exactly the wrong rows, and undo leaves no trace', async () => {
  const count = async () =>
    server.arrange(server.company, async (tx) => {
      const { rows } = await sql<{ n: string }>`
        select (select count(*) from product where tenant_id = ${server.company.tenantId}) || ' ' ||
          (select count(*) from barcode where tenant_id = ${server.company.tenantId}) || ' ' ||
          (select count(*) from sku where tenant_id = ${server.company.tenantId}) as n`.execute(tx);
      return rows[0]?.n;
    });
  const before = await count();
  const isBad = (index: number) => createHash('md5').update(String(index)).digest()[0]! % 100 === 7;
  const row = (index: number, price: number | string) => [
    `Goods ${index}`,
    'piece',
    `77${100000 + index}`,
    price,
  ];
  const all = Array.from({ length: 1_000 }, (_, index) => index);
  const came = await compared(server, 'products', [
    head,
    ...all.map((index) => row(index, isBad(index) ? 'dear' : 1)),
  ]);
  const bad = all.filter(isBad);
  expect(bad.length).toBeGreaterThan(3);
  expect((await errorsOf(server, came)).map(([cell]) => cell)).toEqual(
    bad.map((index) => `D${index + 2}`),
  );
  expect(came).toMatchObject({ wrongRows: bad.length, newRows: 1_000 - bad.length });
  const good = await compared(server, 'products', [head, ...all.map((index) => row(index, 1))]);
  await stepTo(server, applySheet, good, 'applied');
  await stepTo(server, undoSheet, good, 'undone');
  expect(await count()).toBe(before);
  expect(await clean()).toEqual([]);
});

test('each of the ten import sheets has its own endpoint', () => {
  expect(Object.values(sheetImports).map(({ path }) => path)).toEqual([
    '/material/importExcel',
    '/material/importStock',
    '/supplier/importVendor',
    '/supplier/importCustomer',
    '/supplier/importMember',
    '/stockCheck/importExcel',
    '/exchangeRate/importExcel',
    '/priceList/importExcel',
    '/tkof/rel/importExcel',
    '/openingDebt/importExcel',
  ]);
});
