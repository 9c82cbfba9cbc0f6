import { Buffer } from 'node:buffer';
import { writeXlsx } from 'hucre/xlsx';
import { DomainError } from '@tradehouse/domain';
import { expect, test } from 'vitest';
import { isFullMatrix } from '../../../testing.ts';
import { columnName } from './cells.ts';
import type { SheetRow } from './cells.ts';
import { sheetRows } from './rows.ts';
import { BOOK, book, packed } from './testPackage.ts';

async function all(bytes: Uint8Array): Promise<readonly SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const row of sheetRows(bytes)) rows.push(row);
  return rows;
}

const refusal = async (bytes: Uint8Array): Promise<string> => {
  try {
    return `read ${(await all(bytes)).length} rows`;
  } catch (error) {
    if (error instanceof DomainError) return error.key;
    throw error;
  }
};

const cell = (reference: string, inside: string, type = 'n'): string =>
  `<c r="${reference}" t="${type}">${inside}</c>`;

test('cells of every type are read, with or without a cell reference', async () => {
  const shared =
    '<sst><si><t>plain</t></si><si><r><t>ri</t></r><r><t xml:space="preserve">ch &amp; more</t></r><rPh><t>said</t></rPh></si></sst>';
  const [row, other] = await all(
    book(
      `<!-- a note --><row r="2">${cell('A2', '<v>0</v>', 's')}${cell('C2', '<v>1</v>', 's')}${cell('D2', '<v>1.5E-3</v>')}
        ${cell('E2', '<v>1</v>', 'b')}${cell('F2', '<f>1+1</f><v>2</v>')}${cell('G2', '<is><t>&#20013;&#x6587;</t></is>', 'inlineStr')}
        ${cell('H2', '<v>  </v>')}<c t="str"><v><![CDATA[<raw>]]></v></c></row><row><c><v>7</v></c></row>`,
      { 'xl/sharedStrings.xml': shared },
    ),
  );
  expect([...(row?.cells ?? [])]).toEqual([
    [0, { text: 'plain' }],
    [2, { text: 'rich & more' }],
    [3, { number: '1.5E-3' }],
    [4, { flag: true }],
    [5, { formula: true }],
    [6, { text: '中文' }],
    [8, { text: '<raw>' }],
  ]);
  expect([row?.row, other?.row, other?.cells.get(0)]).toEqual([2, 3, { number: '7' }]);
});

test('a hidden column is not read', async () => {
  const sheet = `<worksheet><cols><col min="1" max="1"/><col min="2" max="3" hidden="1"/></cols><sheetData>
    <row r="1">${['A1', 'B1', 'C1', 'D1'].map((at) => cell(at, `<v>1</v>`)).join('')}</row></sheetData></worksheet>`;
  const [row] = await all(book('', { 'xl/worksheets/sheet1.xml': sheet }));
  expect([...(row?.cells.keys() ?? [])]).toEqual([0, 3]);
});

const deep = (text: string, times: number): string => text.repeat(times);
const shared = (text: string): Buffer =>
  book('', { 'xl/sharedStrings.xml': `<sst><si><t>${text}</t></si></sst>` });

/** A book whose directory says something else of its last part than is true. */
function lying(file: Buffer, field: number, value: number): Buffer {
  file.writeUInt32LE(value, file.lastIndexOf(Buffer.from('504b0102', 'hex')) + field);
  return file;
}
const [FLAGS, UNPACKED] = [8, 24];

test('XML names equal to built-in object properties are read like ordinary names', async () => {
  const [row] = await all(
    book(
      `<row r="1" toString="x"><c __proto__="y" constructor="z" r="A1"><v hasOwnProperty="">1</v></c><constructor/></row>`,
      { ['__proto__']: '<x/>', constructor: '<x/>' },
    ),
  );
  expect([...(row?.cells ?? [])]).toEqual([[0, { number: '1' }]]);
});

test('a cell of the shared-string type without a string index is blank', async () => {
  const found = await all(
    book(`<row r="1">${cell('A1', '<v></v>', 's')}${cell('B1', '<v>1</v>')}</row>`, {
      'xl/sharedStrings.xml': '<sst><si><t>first</t></si></sst>',
    }),
  );
  expect(found.map(({ cells }) => [...cells])).toEqual([[[1, { number: '1' }]]]);
});

test.each<[string, () => Uint8Array | Promise<Uint8Array>, string]>([
  ['a text', () => Buffer.from('Name,Barcode\nA,1\n'.repeat(9)), 'sheet.type'],
  ['nothing', () => Buffer.alloc(0), 'sheet.type'],
  [
    'the old format, or a password',
    () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(90)]),
    'sheet.old',
  ],
  ['another package', () => packed({ 'word/document.xml': '<w/>' }), 'sheet.broken'],
  [
    'a cut file',
    async () => (await writeXlsx({ sheets: [{ name: 'a', rows: [['x']] }] })).slice(0, -30),
    'sheet.broken',
  ],
  ['macros', () => book('', { 'xl/vbaProject.bin': 'x' }), 'sheet.external'],
  [
    'links to other files',
    () => book('', { 'xl/externalLinks/externalLink1.xml': '<x/>' }),
    'sheet.external',
  ],
  [
    'a sheet that lies elsewhere',
    () =>
      book('', {
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="rId1" Target="http://x/" TargetMode="External"/></Relationships>',
      }),
    'sheet.external',
  ],
  [
    'entities of its own',
    () => book('', { 'xl/sharedStrings.xml': '<!DOCTYPE s [<!ENTITY a "aaaa">]><sst/>' }),
    'sheet.broken',
  ],
  [
    'too many columns',
    () => book(`<row r="1">${cell('XFD1', '<v>1</v>')}</row>`),
    'sheet.tooManyColumns',
  ],
  [
    'a million columns',
    () => book(`<row r="1">${cell('ZZZZ1', '<v>1</v>')}</row>`),
    'sheet.tooManyColumns',
  ],
  [
    'a huge cell',
    () => book(`<row r="1">${cell('A1', `<v>${deep('x', 40_000)}</v>`, 'str')}</row>`),
    'sheet.longCell',
  ],
  [
    'texts that unpack to more than they may',
    () =>
      book('', {
        'xl/sharedStrings.xml': `<sst>${deep('<si><t>aaaaaaaaaaaaaaaaaaaaaaaa</t></si>', 1_400_000)}</sst>`,
      }),
    'sheet.tooLarge',
  ],
  ['a tag without end', () => book(`<row r="1"><c ${deep('a="b" ', 30_000)}`), 'sheet.broken'],
  ['a value without end', () => book(`<row r="1"><c a="${deep('b', 2_000_000)}`), 'sheet.broken'],
  ['a note without end', () => book(`<!-- ${deep('b', 2_000_000)}`), 'sheet.broken'],
  ['a document type without end', () => book(`<!DOCTYPE ${deep('b', 2_000_000)}`), 'sheet.broken'],
  ['tags within each other', () => book(deep('<a>', 100_000)), 'sheet.broken'],
  ['a tag that another ends', () => book('<row r="1"><c r="A1"></row></c>'), 'sheet.broken'],
  ['an entity that no one declared', () => shared('&lol;'), 'sheet.broken'],
  ['an entity named like what every object has', () => shared('&constructor;'), 'sheet.broken'],
  ['an entity named like what objects stand on', () => shared('&__proto__;'), 'sheet.broken'],
  ['a sign that is no letter', () => shared('&#0;'), 'sheet.broken'],
  [
    'a text that no cell can share',
    () => book(`<row r="1">${cell('A1', '<v>7</v>', 's')}</row>`),
    'sheet.broken',
  ],
  [
    'two parts of one name',
    () => packed({ 'xl/workbook.xml': BOOK }, { 'xl/workbook.xml': BOOK }),
    'sheet.broken',
  ],
  [
    'more parts than a spreadsheet has',
    () => book('', Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`x${at}`, '']))),
    'sheet.broken',
  ],
  [
    'a part that unpacks to more than the file says',
    () => lying(shared(deep('a', 20_000)), UNPACKED, 100),
    'sheet.broken',
  ],
  [
    'a part that unpacks to less than the file says',
    () => lying(shared('a'), UNPACKED, 100_000),
    'sheet.broken',
  ],
  ['a part that a password locks', () => lying(shared('a'), FLAGS, 0x0008_0001), 'sheet.broken'],
  [
    'rows that go back',
    () =>
      book(`<row r="5">${cell('A5', '<v>1</v>')}</row><row r="5">${cell('A5', '<v>1</v>')}</row>`),
    'sheet.broken',
  ],
  [
    'a row that no spreadsheet has',
    () => book(`<row r="99999999999">${cell('A1', '<v>1</v>')}</row>`),
    'sheet.broken',
  ],
  ['more blank rows than a spreadsheet has', () => book(deep('<row/>', 1_048_577)), 'sheet.broken'],
])('the workbook is refused when the file is %s', async (_, make, key) => {
  expect(await refusal(await make())).toBe(key);
});

test.each([
  [0, 'A'],
  [25, 'Z'],
  [26, 'AA'],
  [701, 'ZZ'],
  [702, 'AAA'],
])('the column with index %i is named %s', (column, name) => {
  expect(columnName(column)).toBe(name);
});

test('a file with a flipped bit is read unchanged or refused', async () => {
  const rows = [
    ['Barcode', 'Quantity'],
    ['690001', 12],
    ['690002', 7.5],
  ];
  const sound = await writeXlsx({ sheets: [{ name: 'Openings', rows }] });
  const whole = JSON.stringify((await all(sound)).map(({ row, cells }) => [row, [...cells]]));
  const outcomes = new Set<string>();
  // Each step meets every bit of a byte.
  for (let at = 0; at < sound.length; at += isFullMatrix ? 3 : 11) {
    const bytes = new Uint8Array(sound);
    bytes[at]! ^= 1 << (at % 8);
    const read = await all(bytes).then(
      (found) => JSON.stringify(found.map(({ row, cells }) => [row, [...cells]])),
      (error: unknown) =>
        error instanceof DomainError ? 'refused' : `failed at ${at}: ${String(error)}`,
    );
    outcomes.add(read === whole ? 'as it was' : read);
  }
  expect([...outcomes].toSorted()).toEqual(['as it was', 'refused']);
});
