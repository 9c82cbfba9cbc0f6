// Import of master data from files other than plain workbooks.
import { applySheet, sheetRows, sheetTemplate } from '@tradehouse/contract';
import type { SheetId } from '@tradehouse/contract';
import { Buffer } from 'node:buffer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { book, packed } from './read/testPackage.ts';
import { errorsOf, send, settled, stepTo } from './testSheets.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
});
afterAll(() => server.stop());

async function readFile(sheet: SheetId, name: string, bytes: Uint8Array) {
  const begun = await send(server, sheet, bytes, undefined, name);
  if (begun.id === undefined) return begun;
  const at = await settled(server, begun);
  const { rows } = await server.call(sheetRows, { id: at.id, outcome: 'new', pageSize: 200 });
  return { at, rows, errors: await errorsOf(server, at) };
}

test('suppliers are imported from a text with semicolons and decimal commas', async () => {
  const text =
    'Suppliers of 2026;;\nName;Tax rate (%);Contact\nCaféhaus;9,5;Müller\nNordwind;1.234;Ann\n';
  const found = await readFile('suppliers', 'suppliers.csv', Buffer.from(text, 'latin1'));
  expect(found).toMatchObject({
    at: { state: 'checked', newRows: 1, wrongRows: 1 },
    errors: [['B4', expect.stringContaining('1.234')]],
  });
});

test('suppliers are imported from an OpenDocument sheet, a tax rate of 13 % in percent', async () => {
  const cell = (shown: string, more = 'office:value-type="string"') =>
    `<table:table-cell ${more}><text:p>${shown}</text:p></table:table-cell>`;
  const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`;
  const bytes = packed({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `<office:document-content><office:body><office:spreadsheet><table:table>${
      row(cell('名称 Name'), cell('税率')) +
      row(cell('北风'), cell('13%', 'office:value-type="percentage" office:value="0.13"'))
    }</table:table></office:spreadsheet></office:body></office:document-content>`,
  });
  const found = await readFile('suppliers', 'suppliers.ods', bytes);
  expect(found).toMatchObject({ at: { newRows: 1, wrongRows: 0 } });
  expect(JSON.stringify(found)).toContain('"13"');
});

test('a name resembling an escaped sign is unchanged after a filled template is read again', async () => {
  const name = 'A_x0041_B';
  const begun = await send(
    server,
    'suppliers',
    Buffer.from(`Name,Contact\n${name},Ann\n`),
    undefined,
    'x.csv',
  );
  await stepTo(server, applySheet, await settled(server, begun), 'applied');
  const filled = await server.request('GET', sheetTemplate.path, {
    sheet: 'suppliers',
    filled: true,
  });
  const found = await readFile('suppliers', 'again.xlsx', filled.rawPayload);
  expect(found).toMatchObject({ at: { newRows: 0, changedRows: 0, wrongRows: 0 } });
});

test('a file that is neither a spreadsheet nor a text of a known encoding is refused at once', async () => {
  const bytes = Buffer.from([0x4e, 0x2c, 0xff, 0x81, 0x0a, 0x8d]);
  expect(await readFile('suppliers', 'x.csv', bytes)).toMatchObject({ key: 'sheet.encoding' });
});

test('headings merged over two rows are not imported as a supplier', async () => {
  const text = (at: string, value: string) => `<c r="${at}" t="str"><v>${value}</v></c>`;
  const bytes = book(
    `<row r="1">${text('A1', 'Name')}${text('B1', 'Contact')}</row><row r="2">${text('B2', 'of whom')}</row>
     <row r="3">${text('A3', 'Nord')}${text('B3', 'Ann')}</row></x:sheetData><x:mergeCells><x:mergeCell ref="A1:A2"/></x:mergeCells><x:sheetData>`,
  );
  expect(await readFile('suppliers', 'x.xlsx', bytes)).toMatchObject({
    at: { newRows: 1, wrongRows: 0 },
  });
});
