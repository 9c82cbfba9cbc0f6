import { expect, test } from 'vitest';
import { sheetRows } from './rows.ts';
import { packed } from './testPackage.ts';
import { numberedTextsOfRows } from './testTexts.ts';

const ods = (tables: string, styles = ''): Uint8Array =>
  packed({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `<office:document-content><office:automatic-styles>${styles}</office:automatic-styles>
      <office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
  });
const table = (rows: string, style = 'ta1'): string =>
  `<table:table table:name="a" table:style-name="${style}">${rows}</table:table>`;
const row = (...cells: string[]): string => `<table:table-row>${cells.join('')}</table:table-row>`;
const cell = (type: string, attributes: string, shown = ''): string =>
  `<table:table-cell office:value-type="${type}" ${attributes} calcext:value-type="${type}"><text:p>${shown}</text:p></table:table-cell>`;
const text = (shown: string, attributes = ''): string => cell('string', attributes, shown);

test('cells of an OpenDocument table are read by their type and value', async () => {
  const rows = row(
    cell('float', 'office:value="1234.5"', '1,234.50'),
    cell('percentage', 'office:value="0.13"', '13%'),
    cell('currency', 'office:value="-9.9" office:currency="EUR"', '-9,90 €'),
    cell('date', 'office:date-value="2026-03-05"', '05.03.26'),
    cell('date', 'office:date-value="2026-03-05T10:20:00"', '05.03.26 10:20'),
    cell('float', 'office:value="123"', '00123'),
    cell('float', 'office:value="2.30456789012346E+018"', '2304567890123460000'),
    text('one<text:s text:c="2"/>two</text:p><text:p>three'),
    '<table:table-cell office:value-type="string"><office:annotation><text:p>note</text:p></office:annotation><text:p>said</text:p></table:table-cell>',
    '<table:table-cell table:formula="of:=1+1" office:value-type="float" office:value="2"/>',
  );
  expect(await numberedTextsOfRows(ods(table(rows)))).toEqual([
    [
      1,
      '1234.5',
      '13%',
      'EUR -9.9',
      '2026-03-05',
      '2026-03-05 10:20:00',
      '00123',
      '2.30456789012346E+18',
      'one  two\nthree',
      'said',
      '=',
    ],
  ]);
});

test('numbers of an OpenDocument table keep words and currencies around the digits', async () => {
  const shown = [
    cell('float', 'office:value="123"', 'SKU-00123'),
    cell('float', 'office:value="1234567"', '123-4567'),
    cell('float', 'office:value="5"', '5箱'),
    cell('float', 'office:value="1234.5"', '1.234,50 €'),
    cell('float', 'office:value="5"', '5 个'),
    cell('time', 'office:time-value="PT01H02M00S"', '01:02'),
  ];
  expect(await numberedTextsOfRows(ods(table(row(...shown))))).toEqual([
    [1, 'SKU-00123', '123-4567', '5箱', '€ 1234.5', '5', '01:02'],
  ]);
});

test('an OpenDocument number format with a word for 0 is refused for all numbers but 0', async () => {
  const shown = [
    cell('float', 'office:value="0"', '免费'),
    cell('float', 'office:value="0"', '-'),
    cell('float', 'office:value="5"', '五'),
    cell('float', 'office:value="5"', '免费'),
  ];
  for await (const { cells } of sheetRows(ods(table(row(...shown)))))
    expect([...cells.values()]).toEqual([
      { text: '免费' },
      { number: '0' },
      { number: '5' },
      { error: '5' },
    ]);
  expect.assertions(1);
});

test('a hidden column is not read', async () => {
  const columns =
    '<table:table-column/><table:table-column table:visibility="collapse" table:number-columns-repeated="2"/><table:table-column/>';
  const cells = row(text('a'), text('b'), text('c'), text('d'));
  expect(await numberedTextsOfRows(ods(table(columns + cells)))).toEqual([[1, 'a', '', '', 'd']]);
});

test('the first visible table is read, blank rows and columns are passed over', async () => {
  const styles =
    '<style:style style:name="hid" style:family="table"><style:table-properties table:display="false"/></style:style>';
  const blank =
    '<table:table-row table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>';
  const shown = table(
    `<table:table-row table:number-rows-repeated="3"><table:table-cell/></table:table-row>
     <table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="2"/>${text('x', 'table:number-columns-repeated="2"')}</table:table-row>${blank}`,
  );
  expect(
    await numberedTextsOfRows(
      ods(table(row(text('hidden')), 'hid') + shown + table(row(text('b'))), styles),
    ),
  ).toEqual([
    [4, '', '', 'x', 'x'],
    [5, '', '', 'x', 'x'],
  ]);
});

test('a merged text belongs to each of its rows', async () => {
  const covered = '<table:covered-table-cell><text:p>old</text:p></table:covered-table-cell>';
  const rows =
    row(text('SO-1', 'table:number-rows-spanned="2"'), text('a')) +
    row(covered, text('b')) +
    row(text('SO-2'), text('c'));
  expect(await numberedTextsOfRows(ods(table(rows)))).toEqual([
    [1, 'SO-1', 'a'],
    [2, 'SO-1', 'b'],
    [3, 'SO-2', 'c'],
  ]);
});

test('rows repeated by a file share their cells', async () => {
  const rows = `<table:table-row table:number-rows-repeated="90000">${text('x')}</table:table-row>`;
  const found = new Set();
  let count = 0;
  for await (const { cells } of sheetRows(ods(table(rows)))) {
    found.add(cells);
    count += 1;
  }
  expect([count, found.size]).toEqual([90_000, 1]);
});

test.each([
  [
    'more repeated rows than are read',
    `<table:table-row table:number-rows-repeated="1000000">${text('x')}</table:table-row>`,
    'sheet.tooManyRows',
  ],
  [
    'more repeated columns than are read',
    row(text('x', 'table:number-columns-repeated="16384"')),
    'sheet.tooManyColumns',
  ],
  [
    'more cells in repeated rows than are read',
    `<table:table-row table:number-rows-repeated="100000">${text('x', 'table:number-columns-repeated="500"')}</table:table-row>`,
    'sheet.tooLarge',
  ],
  [
    'rows beyond the last',
    '<table:table-row table:number-rows-repeated="99999999"><table:table-cell/></table:table-row>',
    'sheet.broken',
  ],
  ['a number that is none', row(cell('float', 'office:value="1e9999"')), 'sheet.broken'],
  ['a text longer than cells may be', row(text('x'.repeat(40_000))), 'sheet.longCell'],
  [
    'a hidden row',
    `<table:table-row table:visibility="filter">${text('x')}</table:table-row>`,
    'sheet.hiddenRow',
  ],
])('an OpenDocument sheet with %s is refused', async (_, rows, key) =>
  expect(await numberedTextsOfRows(ods(table(rows)))).toBe(key),
);
