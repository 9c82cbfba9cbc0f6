import { readSheetCells } from '@tradehouse/contract';
import type { ReplyOf } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import type { CellValue } from 'hucre';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { Refusal, TestServer } from '../../testing.ts';
import { book } from './read/testPackage.ts';
import { workbook } from './testSheets.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
});
afterAll(() => server.stop());

const sent = (
  kind: string,
  bytes: Uint8Array,
  { token, name = 'lines.xlsx' }: { readonly token?: string; readonly name?: string } = {},
): Promise<ReplyOf<typeof readSheetCells> & Partial<Refusal>> =>
  server.upload(readSheetCells, { name, bytes }, { kind }, token);
const read = async (
  kind: string,
  rows: readonly (readonly CellValue[])[],
  as?: Parameters<typeof sent>[2],
) => sent(kind, await workbook(rows), as);

test('cells of a sheet are returned in text form at their rows and columns', async () => {
  expect(
    await read('purchaseIn', [
      ['Notes'],
      ['仓库', '条码', null, '数量'],
      [null, 6901234500017, null, 1.5, true],
      [],
      ['last'],
    ]),
  ).toEqual({
    rows: [
      ['Notes'],
      ['仓库', '条码', '', '数量'],
      ['', '6901234500017', '', '1.5', 'true'],
      ['last'],
    ],
    numbers: [[], [], [1, 3], []],
    places: [1, 2, 3, 5],
    is1904: false,
    worksheets: ['Sheet1'],
    worksheet: 'Sheet1',
  });
});

test('lines of a workbook with 1904 dates are marked with 1904', async () => {
  const from1904 =
    '<workbook><workbookPr date1904="1"/><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>';
  const bytes = book('<row r="3"><c r="A3"><v>44624</v></c></row>', {
    'xl/workbook.xml': from1904,
  });
  expect(await sent('purchaseIn', bytes)).toMatchObject({
    rows: [['44624']],
    places: [3],
    is1904: true,
  });
});

test('reading a sheet of up to 5,000 lines requires the right to write the document', async () => {
  const many = Array.from({ length: 5_002 }, () => ['690001', 1]);
  expect(await read('purchaseRequest', many)).toMatchObject({ key: 'sheet.tooManyRows' });
  expect(
    await read('purchaseRequest', [[...Array.from({ length: 60 }, () => null), 1]]),
  ).toMatchObject({
    key: 'sheet.tooManyColumns',
  });
  expect(await read('moneyIn', [['x']])).toMatchObject({ key: 'document.kind' });
  expect(await read('itemOut', many.slice(0, 2_002))).toMatchObject({
    key: 'sheet.tooManyRows',
    data: { most: 2_000 },
  });
  expect(await read('itemOut', [['房租', 1200.5]])).toMatchObject({ rows: [['房租', '1200.5']] });
  expect(await read('purchaseIn', [['x']], { name: 'lines.xls' })).toMatchObject({
    key: 'sheet.type',
    data: { types: '.xlsx, .ods' },
  });
  await server.addUser({ loginName: 'outsider' });
  const token = await server.signIn('outsider');
  expect(await read('purchaseIn', [['x']], { token })).toMatchObject({ key: 'access.denied' });
});

test('a user who writes only expenses may read an expense sheet and no further sheet', async () => {
  const { tenantId } = server.company;
  const roleId = await server.arrange(server.company, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into role (tenant_id, name) values (${tenantId}, 'Expenses') returning id`.execute(tx);
    const { id } = rows[0] ?? { id: '' };
    await sql`
      insert into role_function (tenant_id, role_id, function_url, buttons)
      values (${tenantId}, ${id}, ${documentKinds.itemOut.url}, '{1}')`.execute(tx);
    return id;
  });
  await server.addUser({ loginName: 'spender', roleId });
  const token = await server.signIn('spender');
  expect(await read('itemOut', [['Rent', 5]], { token })).toMatchObject({ rows: [['Rent', '5']] });
  expect(await read('itemIn', [['x']], { token })).toMatchObject({ key: 'access.denied' });
});

test('a small file unpacking beyond the limit of document lines is not read to its end', async () => {
  const bytes = book(`<a>${' '.repeat(900_000)}</a>`.repeat(75));
  expect(bytes.length).toBeLessThan(100_000);
  expect(await sent('purchaseIn', bytes)).toMatchObject({ key: 'sheet.tooLarge' });
});
