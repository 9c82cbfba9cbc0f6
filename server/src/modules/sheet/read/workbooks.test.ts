import { describe, expect, test } from 'vitest';
import { cellFormatFromCode, formattedText } from './formats.ts';
import { sheetRows } from './rows.ts';
import { book, packed } from './testPackage.ts';
import { textsOfRows } from './testTexts.ts';

const row = (at: number, ...cells: string[]): string => `<row r="${at}">${cells.join('')}</row>`;
const text = (at: string, value: string): string => `<c r="${at}" t="str"><v>${value}</v></c>`;
const number = (at: string, value: string, style = 0): string =>
  `<c r="${at}" s="${style}"><v>${value}</v></c>`;

const STYLES = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="00000"/>
  <numFmt numFmtId="165" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/><numFmt numFmtId="166" formatCode="0.0%;[Red]-0.0%"/></numFmts>
  <cellStyleXfs><xf numFmtId="9"/></cellStyleXfs>
  <cellXfs><xf numFmtId="0"/><xf numFmtId="9"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="14"/></cellXfs></styleSheet>`;
const RELS = (more = ''): string => `<Relationships>
  <Relationship Id="rId1" Type="http://x/worksheet" Target="worksheets/sheet1.xml"/>
  <Relationship Id="rId3" Type="http://x/styles" Target="styles.xml"/>${more}</Relationships>`;
const styled = (rows: string, more: Readonly<Record<string, string>> = {}): Uint8Array =>
  book(rows, { 'xl/styles.xml': STYLES, 'xl/_rels/workbook.xml.rels': RELS(), ...more });
const BOOK_1904 = `<workbook><workbookPr date1904="1"/><sheets><sheet name="a" r:id="rId1"/></sheets></workbook>`;

describe('the parts of a package', () => {
  test('a workbook is found by the relations of the package, with any slashes in its names', async () => {
    const bytes = packed({
      '_rels\\.rels':
        '<Relationships><Relationship Id="r" Type="http://x/officeDocument" Target="/book/Main.xml"/></Relationships>',
      'book\\main.xml': '<workbook><sheets><sheet r:id="rId1"/></sheets></workbook>',
      'book\\_rels\\main.xml.rels':
        '<Relationships><Relationship Id="rId1" Type="http://x/worksheet" Target="..\\sheets\\one.xml"/></Relationships>',
      '/sheets/one.xml': `<worksheet><sheetData>${row(1, text('A1', 'in'))}</sheetData></worksheet>`,
    });
    expect(await textsOfRows(bytes)).toEqual([['in']]);
  });

  test('the first visible sheet of cells is read', async () => {
    const bytes = packed({
      'xl/workbook.xml': `<workbook><sheets><sheet r:id="rId1" state="hidden"/><sheet r:id="rId2" state="veryHidden"/>
        <sheet r:id="rId3"/><sheet r:id="rId4"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Type="http://x/worksheet" Target="a.xml"/>
        <Relationship Id="rId2" Type="http://x/worksheet" Target="a.xml"/>
        <Relationship Id="rId3" Type="http://x/chartsheet" Target="a.xml"/>
        <Relationship Id="rId4" Type="http://x/worksheet" Target="b.xml"/></Relationships>`,
      'xl/a.xml': `<worksheet>${row(1, text('A1', 'hidden'))}</worksheet>`,
      'xl/b.xml': `<worksheet>${row(1, text('A1', 'shown'))}</worksheet>`,
    });
    expect(await textsOfRows(bytes)).toEqual([['shown']]);
  });
});

test('a workbook with two cells at a single place is refused as damaged', async () => {
  expect(await textsOfRows(book(row(1, number('A1', '10'), number('A1', '20'))))).toBe(
    'sheet.broken',
  );
});

describe('the texts of cells', () => {
  test('escaped characters are read unescaped', async () => {
    const bytes = book(
      row(
        1,
        text('A1', 'two_x000D_lines'),
        text('B1', '_x005F_x0041_'),
        '<c r="C1" t="s"><v>0</v></c>',
      ),
      { 'xl/sharedStrings.xml': '<sst><si><t>_x0041_b_x0000_</t></si></sst>' },
    );
    expect(await textsOfRows(bytes)).toEqual([['two\rlines', '_x0041_', 'Ab']]);
  });

  test('error cells are distinguished from text cells', async () => {
    const bytes = book(row(1, '<c r="A1" t="e"><v>#N/A</v></c>'));
    for await (const { cells } of sheetRows(bytes)) expect(cells.get(0)).toEqual({ error: '#N/A' });
    expect.assertions(1);
  });
});

describe('numbers and their formats', () => {
  test('percentages, leading zeros and days are read in the form shown in the sheet', async () => {
    const bytes = styled(
      row(
        1,
        number('A1', '0.13', 1),
        number('B1', '7.0000000000000007E-2', 4),
        number('C1', '123', 2),
        number('D1', '46086', 3),
        number('E1', '46086.75', 5),
        number('F1', '12.5', 2),
      ),
    );
    expect(await textsOfRows(bytes)).toEqual([
      ['13%', '7%', '00123', '2026-03-05', '2026-03-05 18:00:00', '12.5'],
    ]);
  });

  test.each([
    ['"SKU-"00000', '123', { text: 'SKU-00123' }],
    ['"A"0', '5', { text: 'A5' }],
    ['"day "0', '5', { text: 'day 5' }],
    ['General"号"', '5', { text: '5号' }],
    ['"No "#,##0.00', '-1234.5', { text: '-No 1,234.50' }],
    ['000-0000', '1234567', { text: '123-4567' }],
    ['000\\-0000', '4567', { text: '000-4567' }],
    ['(###) ###-####', '55512345678', { text: '(5551) 234-5678' }],
    ['0"箱"', '5', { text: '5箱' }],
    ['0"个"', '5', { number: '5' }],
    ['0.0 "kg"', '2.5', { number: '2.5' }],
    ['[$USD-409]#,##0.00', '5', { number: '5', currency: 'USD' }],
    ['#,##0.00\\ [$€-407]_-', '5', { number: '5', currency: '€' }],
    ['_ ¥* #,##0.00_ ', '5', { number: '5', currency: '¥' }],
    ['#,##0.00"元"', '5', { number: '5', currency: '元' }],
    ['#,##0,', '12345', { error: '12345' }],
    ['h:mm', '4.3055555555555555E-2', { text: '01:02' }],
    ['h:mm:ss', '0.5001', { text: '12:00:09' }],
    ['[h]:mm', '1.5', { error: '1.5' }],
    ['yyyy-mm-dd', '5', { error: '5' }],
    ['0;-0;"免费"', '5', { number: '5' }],
    ['0;-0;"免费"', '0', { text: '免费' }],
    ['0;"负"0', '-5', { text: '负5' }],
    ['0"号";("负"0"号")', '-5', { text: '(负5号)' }],
    ['0.00;(0.00);-', '-5', { number: '-5' }],
    ['0.00;(0.00);-', '0', { number: '0' }],
    ['"¥"#,##0;-"¥"#,##0;"¥-"', '0', { number: '0', currency: '¥' }],
    [
      '_ ¥* #,##0.00_ ;_ ¥* \\-#,##0.00_ ;_ ¥* "-"??_ ;_ @_ ',
      '-5',
      { number: '-5', currency: '¥' },
    ],
    ['0%;-0;0', '-5', { number: '-5' }],
    ['0;0.0,', '-12345', { error: '-12345' }],
    ['0;"亏损"', '-5', { error: '-5' }],
    ['0;;@', '-5', { error: '-5' }],
    [';;;', '5', { error: '5' }],
    ['0;-0;;@', '0', { number: '0' }],
    ['yyyy/m/d;@', '46086', { text: '2026-03-05' }],
    ['[=0]"免费";0.00', '0', { text: '免费' }],
    ['[=0]"免费";0.00', '2.5', { number: '2.5' }],
    ['[<=9999999]###-####;\\(###\\)\\ ###-####', '5551234', { text: '555-1234' }],
    ['[<=9999999]###-####;\\(###\\)\\ ###-####', '2015551234', { text: '(201) 555-1234' }],
    ['[>=10000]0.0,"万";0', '12345', { error: '12345' }],
    ['[>5]0;[>3]0.0;[Red][<0]0', '1', { error: '1' }],
  ])('the format %s shows or refuses the number %s', async (code, written, cell) => {
    const escaped = code.replaceAll('<', '&lt;').replaceAll('"', '&quot;');
    const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${escaped}"/></numFmts>
      <cellXfs><xf numFmtId="164"/></cellXfs></styleSheet>`;
    const bytes = styled(row(1, number('A1', written)), { 'xl/styles.xml': styles });
    for await (const { cells } of sheetRows(bytes)) expect(cells.get(0)).toEqual(cell);
    expect.assertions(1);
  });

  test.each([
    ['"SKU-"@', 'A1', { text: 'SKU-A1' }],
    ['0;-0;0;"No "@"#"', 'A1', { text: 'No A1#' }],
    ['0;-0;0;@', 'A1', { text: 'A1' }],
    ['0;-0', 'A1', { text: 'A1' }],
    ['0;-0;0;', 'A1', { error: 'A1' }],
  ])('the format %s shows or refuses the text %s', async (code, written, cell) => {
    expect(formattedText(written, cellFormatFromCode(code))).toEqual(cell);
  });

  test('a workbook with the 1904 date system is read with 1904 dates', async () => {
    const bytes = styled(row(1, number('A1', '44624', 5)), { 'xl/workbook.xml': BOOK_1904 });
    expect(await textsOfRows(bytes)).toEqual([['2026-03-05']]);
  });

  test.each([
    ['2304567890123456789', '2.30456789012346E+18'],
    ['2.3045678901234568E+18', '2.30456789012346E+18'],
    ['1234567890123456', '1.23456789012346E+15'],
    ['6.901234500017E12', '6901234500017'],
    ['123456789012345', '123456789012345'],
    ['0.30000000000000004', '0.3'],
  ])('the number %s is read as %s', async (written, expected) => {
    expect(await textsOfRows(book(row(1, number('A1', written))))).toEqual([[expected]]);
  });

  test.each([
    ['General', 'general'],
    ['#,##0.00', 'general'],
    ['#,##0.00_);[Red]\\(#,##0.00\\)', 'general'],
    ['0\\.0,"万"', 'unclear'],
    ['#,##0,', 'unclear'],
    ['"yes";;"no"', { word: 'yes' }],
    ['0.00E+00', 'general'],
    ['0%', 'percent'],
    ['[h]:mm:ss', 'day'],
    ['dd/mm/yyyy hh:mm:ss.000', 'day'],
    ['h:mm AM/PM', 'day'],
    ['上午/下午h"时"mm"分"', 'day'],
    ['Standard', 'general'],
    ['General', 'general'],
    ['[$-804]Standard;-Standard', 'general'],
    ['"day "@', 'general'],
    ['G/通用格式', 'general'],
    ['Основной', 'general'],
    ['#\\ ##0.00', 'general'],
    ['# ##0.00', 'general'],
    ["#'##0.00", 'general'],
    ['[Red][>5]0;0', 'general'],
    ['000 000', { digits: 6 }],
    ['000000', { digits: 6 }],
  ])('the number format %s has the type %j', (code, format) =>
    expect(cellFormatFromCode(code).sections[0]?.format).toEqual(format),
  );
});

describe('merged and hidden cells', () => {
  const merged = (rows: string, ...ranges: string[]): Uint8Array =>
    packed({
      'xl/workbook.xml': '<workbook><sheets><sheet r:id="rId1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': RELS(),
      'xl/worksheets/sheet1.xml': `<x:worksheet><x:sheetData>${rows}</x:sheetData><x:mergeCells>${ranges
        .map((range) => `<x:mergeCell ref="${range}"/>`)
        .join('')}</x:mergeCells></x:worksheet>`,
    });

  test('a merged text belongs to each of its rows, a merged number is not repeated', async () => {
    const bytes = merged(
      row(1, text('A1', 'no'), text('B1', 'qty')) +
        row(2, text('A2', 'SO-1'), number('B2', '5'), text('C2', 'x')) +
        row(3, text('A3', ' '), text('C3', 'y')) +
        row(4, text('A4', 'SO-2'), number('B4', '7'), text('C4', 'z')),
      'A2:A3',
      'B2:B3',
    );
    expect(await textsOfRows(bytes)).toEqual([
      ['no', 'qty'],
      ['SO-1', '5', 'x'],
      ['SO-1', '〃', 'y'],
      ['SO-2', '7', 'z'],
    ]);
  });

  test('a sheet of very many merges from a single row is read in time, or refused', async () => {
    const rows = row(1, text('A1', 'SO-1')) + row(2, text('B2', 'b'));
    const [few, many] = [40_000, 100_001].map((count) =>
      merged(rows, ...Array.from({ length: count }, () => 'A1:A2')),
    );
    const start = process.cpuUsage();
    expect(await textsOfRows(few!)).toEqual([['SO-1'], ['SO-1', 'b']]);
    expect(await textsOfRows(many!)).toBe('sheet.tooLarge');
    const unclosed = `A1:A2"/>${'<x:mergeCell '.repeat(60_000)}<x a="`;
    expect(await textsOfRows(merged(rows, unclosed))).toBe('sheet.broken');
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(6_000);
  });

  test('a row merged with the row above in all cells is skipped', async () => {
    const bytes = merged(
      row(1, text('A1', 'one'), number('B1', '5')) + row(2, text('A2', ''), number('B2', '5')),
      'A1:A2',
      'B1:B2',
    );
    expect(await textsOfRows(bytes)).toEqual([['one', '5']]);
  });

  test('a hidden row is refused, since a filter may hide rows by mistake', async () => {
    const bytes = book(`<row r="3" hidden="1">${text('A3', 'x')}</row>`);
    expect(await textsOfRows(bytes)).toBe('sheet.hiddenRow');
    expect(await textsOfRows(book('<row r="3" hidden="1"/>'))).toEqual([]);
  });
});
