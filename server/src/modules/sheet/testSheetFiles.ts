// For tests only: spreadsheets and texts of master data as programs write them, and how they are staged.
import type { SheetId } from '@tradehouse/contract';
import { sheets } from '@tradehouse/contract';
import { DomainError } from '@tradehouse/domain';
import { encodeText, textLines } from '@tradehouse/domain/testing';
import type { Scope } from '../../kernel/access/index.ts';
import { columnName } from './read/cells.ts';
import { book, packed } from './read/testPackage.ts';
import { stagedBatches } from './staging.ts';

const everything: Scope = {
  userId: '1',
  documents: { of: 'all' },
  warehouseIds: null,
  customerIds: null,
  tenantId: '1',
  institutionId: null,
  operator: false,
  owner: true,
  pages: new Map(),
  hidden: new Set(),
  approvalLimit: null,
  readOnly: null,
  viewerId: null,
  mustChangePassword: false,
};

/** Returns the staged rows of a file and its faults by cell, or the key of its refusal. */
export async function stagedLines(sheet: SheetId, bytes: Uint8Array): Promise<readonly string[]> {
  const lines: string[] = [];
  const reading = {
    sheet: sheets[sheet],
    rule: () => ({ derived: {}, faults: [] }),
    warehouses: [],
    scope: everything,
    currency: 'CNY',
    ownSign: '¥',
    most: 1000,
  };
  try {
    for await (const { headings, rows } of stagedBatches(bytes, reading))
      for (const { row, cells, faults } of rows) {
        const said = Object.entries(cells).flatMap(([field, value]) =>
          value === null || isUsual(sheet, field, value) ? [] : [`${field} ${value}`],
        );
        lines.push(`${row}: ${said.join(', ')}`);
        for (const { field, key } of faults) {
          const column = headings.columns.find((one) => one.field === field)?.column ?? 0;
          lines.push(`${columnName(column)}${row} refused: ${key}`);
        }
      }
  } catch (error) {
    if (error instanceof DomainError) return [`refused: ${error.key}`];
    throw error;
  }
  return lines;
}

/** Says no more than a blank cell does. */
const isUsual = (sheet: SheetId, field: string, value: string): boolean => {
  const definition = sheets[sheet].fields[field];
  return value === (definition?.blank ?? (definition?.type === 'flag' ? 'false' : null));
};

interface SheetFile {
  readonly source: string;
  readonly sheet: SheetId;
  readonly bytes: () => Uint8Array;
  readonly expected: readonly string[];
}

const row = (at: number, ...cells: readonly string[]): string =>
  `<row r="${at}">${cells.join('')}</row>`;
const text = (at: string, value: string): string =>
  `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
const number = (at: string, value: string, style = 0): string =>
  `<c r="${at}" s="${style}"><v>${value}</v></c>`;
/** Styles by their place: general, percent, five digits with leading zeros, a day, Standard, thousands. */
const STYLES = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="00000000"/><numFmt numFmtId="165" formatCode="Standard"/></numFmts>
  <cellXfs><xf numFmtId="0"/><xf numFmtId="10"/><xf numFmtId="164"/><xf numFmtId="14"/><xf numFmtId="165"/><xf numFmtId="4"/></cellXfs></styleSheet>`;
const RELATIONS = `<Relationships><Relationship Id="rId1" Type="http://x/worksheet" Target="worksheets/sheet1.xml"/>
  <Relationship Id="rId3" Type="http://x/styles" Target="styles.xml"/></Relationships>`;
const excel = (...rows: readonly string[]): Uint8Array =>
  book(rows.join(''), { 'xl/styles.xml': STYLES, 'xl/_rels/workbook.xml.rels': RELATIONS });
const sheetXml = (rows: string, behind = ''): string =>
  `<x:worksheet><x:sheetData>${rows}</x:sheetData>${behind}</x:worksheet>`;

const odsRow = (...cells: readonly string[]): string =>
  `<table:table-row>${cells.join('')}</table:table-row>`;
const odsText = (value: string): string =>
  `<table:table-cell office:value-type="string"><text:p>${value}</text:p></table:table-cell>`;
const odsNumber = (value: string, shown: string, type = 'float'): string =>
  `<table:table-cell office:value-type="${type}" office:value="${value}"><text:p>${shown}</text:p></table:table-cell>`;
const ods = (...rows: readonly string[]): Uint8Array =>
  packed({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `<office:document-content><office:body><office:spreadsheet><table:table table:name="a">${rows.join('')}</table:table></office:spreadsheet></office:body></office:document-content>`,
  });

const goods = ['名称', '单位', '条码', '零售价'] as const;
const head = (...titles: readonly string[]): string =>
  row(1, ...titles.map((title, at) => text(`${columnName(at)}1`, title)));

export const sheetFiles: readonly SheetFile[] = [
  {
    source: 'products of Excel, barcodes as numbers and with leading zeros, thousands by format',
    sheet: 'products',
    bytes: () =>
      excel(
        head(...goods),
        row(
          2,
          text('A2', '杯'),
          text('B2', '个'),
          number('C2', '6901234500017'),
          number('D2', '1234.5', 5),
        ),
        row(
          3,
          text('A3', '盘'),
          text('B3', '个'),
          number('C3', '12345', 2),
          number('D3', '9.9000000000000004'),
        ),
      ),
    expected: [
      '2: name 杯, unit 个, barcode 6901234500017, retailPrice 1234.5',
      '3: name 盘, unit 个, barcode 00012345, retailPrice 9.9',
    ],
  },
  {
    source: 'products of WPS, headings in two languages with units, a note above, a sum below',
    sheet: 'products',
    bytes: () =>
      excel(
        row(1, text('A1', '商品资料 2026')),
        row(
          2,
          text('A2', '名称 Name'),
          text('B2', '单位 Unit'),
          text('C2', '条码 Barcode'),
          text('D2', '零售价(元)'),
        ),
        row(
          3,
          text('A3', '杯'),
          text('B3', '个'),
          text('C3', '6901234500017'),
          number('D3', '9.9'),
        ),
        row(4, text('A4', '合计'), number('D4', '9.9')),
      ),
    expected: [
      '3: name 杯, unit 个, barcode 6901234500017, retailPrice 9.9',
      '4: name 合计, retailPrice 9.9',
      'B4 refused: cell.missing',
      'C4 refused: cell.missing',
    ],
  },
  {
    source: 'products of LibreOffice, ods, barcodes shown with leading zeros',
    sheet: 'products',
    bytes: () =>
      ods(
        odsRow(...goods.map(odsText)),
        odsRow(
          odsText('杯'),
          odsText('个'),
          odsNumber('12345678', '0012345678'),
          odsNumber('12345678901.25', '12.345.678.901,25'),
        ),
      ),
    expected: ['2: name 杯, unit 个, barcode 0012345678, retailPrice 12345678901.25'],
  },
  {
    source: 'products of Google Sheets, a number above fifteen digits, an error and a formula',
    sheet: 'products',
    bytes: () =>
      excel(
        head(...goods),
        row(
          2,
          text('A2', '杯'),
          text('B2', '个'),
          number('C2', '2304567890123456789'),
          number('D2', '9.9'),
        ),
        row(
          3,
          text('A3', '盘'),
          text('B3', '个'),
          text('C3', '690123'),
          '<c r="D3" t="e"><v>#REF!</v></c>',
        ),
        row(
          4,
          text('A4', '碗'),
          text('B4', '个'),
          text('C4', '690124'),
          '<c r="D4"><f>1+1</f><v>2</v></c>',
        ),
      ),
    expected: [
      '2: name 杯, unit 个, retailPrice 9.9',
      'C2 refused: cell.longNumber',
      '3: name 盘, unit 个, barcode 690123',
      'D3 refused: cell.error',
      '4: name 碗, unit 个, barcode 690124',
      'D4 refused: cell.formula',
    ],
  },
  {
    source: 'products of Numbers, a title row, an amount as a text with a decimal comma',
    sheet: 'products',
    bytes: () =>
      excel(
        row(1, text('A1', 'Table 1')),
        row(
          2,
          text('A2', 'Name'),
          text('B2', 'Unit'),
          text('C2', 'Barcode'),
          text('D2', 'Retail price'),
        ),
        row(3, text('A3', 'Mug'), text('B3', 'piece'), text('C3', '690123'), text('D3', '9,90')),
        row(4, text('A4', 'Bowl'), text('B4', 'piece'), text('C4', '690124'), text('D4', '1,234')),
        row(
          5,
          text('A5', 'Pot'),
          text('B5', 'piece'),
          text('C5', '690125'),
          text('D5', '1.234,50'),
        ),
      ),
    expected: [
      '3: name Mug, unit piece, barcode 690123, retailPrice 9.9',
      '4: name Bowl, unit piece, barcode 690124',
      'D4 refused: cell.ambiguous',
      '5: name Pot, unit piece, barcode 690125, retailPrice 1234.5',
    ],
  },
  {
    source: 'products with merged names and prices',
    sheet: 'products',
    bytes: () =>
      packed({
        'xl/workbook.xml': '<workbook><sheets><sheet r:id="rId1"/></sheets></workbook>',
        'xl/_rels/workbook.xml.rels': RELATIONS.replace(/<Relationship Id="rId3"[^>]*>/, ''),
        'xl/worksheets/sheet1.xml': sheetXml(
          head(...goods) +
            row(2, text('A2', '杯'), text('B2', '个'), text('C2', '690123'), number('D2', '9.9')) +
            row(3, text('B3', '个'), text('C3', '690124')),
          '<x:mergeCells><x:mergeCell ref="A2:A3"/><x:mergeCell ref="D2:D3"/></x:mergeCells>',
        ),
      }),
    expected: [
      '2: name 杯, unit 个, barcode 690123, retailPrice 9.9',
      '3: name 杯, unit 个, barcode 690124',
      'D3 refused: cell.merged',
    ],
  },
  {
    source: 'products with a hidden row',
    sheet: 'products',
    bytes: () =>
      excel(
        head(...goods),
        `<row r="2" hidden="1">${text('A2', '杯')}${text('B2', '个')}${text('C2', '690123')}</row>`,
      ),
    expected: ['refused: sheet.hiddenRow'],
  },
  {
    source: 'a workbook whose only visible sheet holds something else',
    sheet: 'products',
    bytes: () => excel(row(1, text('A1', 'Budget')), row(2, text('A2', 'Rent'), number('B2', '5'))),
    expected: ['refused: sheet.columns'],
  },
  {
    source: 'customers, rates in percent cells, as numbers and with their sign',
    sheet: 'customers',
    bytes: () =>
      excel(
        head('名称', '税率', '账期(天)'),
        row(2, text('A2', '甲方'), number('B2', '0.13', 1), number('C2', '30')),
        row(3, text('A3', '乙方'), number('B3', '13'), text('C3', '30')),
        row(4, text('A4', '丙方'), text('B4', '13 %'), text('C4', '30天')),
      ),
    expected: [
      '2: name 甲方, taxRate 13, paymentDays 30',
      '3: name 乙方, taxRate 13, paymentDays 30',
      '4: name 丙方, taxRate 13',
      'C4 refused: cell.number',
    ],
  },
  {
    source: 'customers of a German program, Windows-1252, semicolons, decimal commas',
    sheet: 'customers',
    bytes: () =>
      encodeText(
        textLines('Name;Tax rate;Credit limit', 'Café Müller;19;1.000,50', 'Groß & Söhne;7;2.500'),
        'windows-1252',
      ),
    expected: [
      '2: name Café Müller, taxRate 19, creditLimit 1000.5',
      '3: name Groß & Söhne, taxRate 7',
      'C3 refused: cell.ambiguous',
    ],
  },
  {
    source: 'suppliers, Unicode text of Excel with blank lines',
    sheet: 'suppliers',
    bytes: () =>
      encodeText(
        textLines('名称\t手机号码\t备注', '', '晨光\t010-1234\t', '', '百川\t="0211234"\t'),
        'utf-16le',
      ),
    expected: ['3: name 晨光, telephone 010-1234', '5: name 百川, telephone 0211234'],
  },
  {
    source: 'suppliers, a first line that names the delimiter, quotes and breaks inside cells',
    sheet: 'suppliers',
    bytes: () => encodeText('sep=;\r\nName;Remark\r\n"A; B";"one\r\ntwo ""three"""\r\n'),
    expected: ['3: name A; B, remark one\ntwo "three"'],
  },
  {
    source: 'exchange rates of a workbook that counts its days from 1904',
    sheet: 'exchangeRates',
    bytes: () =>
      book(
        head('币种', '日期', '汇率') +
          row(2, text('A2', 'USD'), number('B2', '44624', 3), number('C2', '7.1234')) +
          row(3, text('A3', 'EUR'), number('B3', '44624'), number('C3', '7.8')),
        {
          'xl/workbook.xml':
            '<workbook><workbookPr date1904="1"/><sheets><sheet name="a" r:id="rId1"/></sheets></workbook>',
          'xl/styles.xml': STYLES,
          'xl/_rels/workbook.xml.rels': RELATIONS,
        },
      ),
    expected: [
      '2: currency USD, day 2026-03-05, rate 7.1234',
      '3: currency EUR, day 2026-03-05, rate 7.8',
    ],
  },
  {
    source: 'exchange rates, days as texts of which one may be of two months',
    sheet: 'exchangeRates',
    bytes: () =>
      encodeText(
        textLines(
          'Currency,Date,Exchange rate',
          'USD,2026/3/5 下午3:05:00,7.1',
          'EUR,05/03/2026,7.8',
          'GBP,5 Mar 2026,9.1',
        ),
      ),
    expected: [
      '2: currency USD, day 2026-03-05, rate 7.1',
      '3: currency EUR, rate 7.8',
      'B3 refused: cell.day',
      '4: currency GBP, day 2026-03-05, rate 9.1',
    ],
  },
  {
    source: 'exchange rates of a German LibreOffice, cells in the format Standard',
    sheet: 'exchangeRates',
    bytes: () =>
      excel(
        head('Currency', 'Date', 'Exchange rate'),
        row(2, text('A2', 'USD'), number('B2', '46086', 3), number('C2', '46086.5', 4)),
      ),
    expected: ['2: currency USD, day 2026-03-05, rate 46086.5'],
  },
  {
    source: 'counts, quantities that were shortened, negative or none',
    sheet: 'counts',
    bytes: () =>
      encodeText(
        textLines(
          '盘点单号,条码,实盘数量',
          'PD001,690123,"1,234.50"',
          'PD001,690124,1.2E+5',
          'PD001,690125,-1',
          'PD001,690126,十二',
          'PD001,6.90124E+12,1',
          'PD001,690127,',
        ),
        'gb18030',
      ),
    expected: [
      '2: number PD001, barcode 690123, quantity 1234.5',
      '3: number PD001, barcode 690124',
      'C3 refused: cell.number',
      '4: number PD001, barcode 690125',
      'C4 refused: cell.negative',
      '5: number PD001, barcode 690126',
      'C5 refused: cell.number',
      '6: number PD001, quantity 1',
      'B6 refused: cell.longNumber',
      '7: number PD001, barcode 690127',
    ],
  },
  {
    source: 'a picture under the name of a spreadsheet',
    sheet: 'products',
    bytes: () =>
      new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48]),
    expected: ['refused: sheet.encoding'],
  },
];
