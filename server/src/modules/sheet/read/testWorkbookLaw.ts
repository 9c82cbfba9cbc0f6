// For tests only: a table of truths, written as programs write workbooks, and what its reading may be.
import { dayAfter, daysBetween } from '@tradehouse/domain';
import { shuffled } from '@tradehouse/domain/testing';
import fc from 'fast-check';
import { packed } from './testPackage.ts';

const names = [
  'Ada',
  'Bob & Co',
  '晨光 <一>',
  ' two  blanks',
  '𠮷野家',
  '"quoted"',
  '1,234',
  '=1+1',
];
const columns = ['code', 'name', 'amount', 'rate', 'day'] as const;
type Column = (typeof columns)[number];

/** A row: digits of a code, the number of a name, cents, percents and days since 2026-01-01. */
export const truths = fc.array(
  fc.record({
    code: fc.stringMatching(/^\d{6}$/),
    name: fc.constantFrom(...names),
    amount: fc.integer({ min: -9_999_999, max: 9_999_999 }),
    rate: fc.integer({ min: 0, max: 10_000 }),
    day: fc.integer({ min: -9_000, max: 9_000 }),
  }),
  { minLength: 1, maxLength: 6 },
);
type Truth = typeof truths extends fc.Arbitrary<readonly (infer Row)[]> ? Row : never;

export const workbookStyles = fc.record({
  texts: fc.constantFrom('shared', 'inlineStr', 'str'),
  code: fc.constantFrom('text', 'padded'),
  is1904: fc.boolean(),
  isStrict: fc.boolean(),
  prefix: fc.constantFrom('', 'x:'),
  hasPlaces: fc.boolean(),
  notes: fc.nat({ max: 3 }),
  hiddenColumn: fc.option(fc.nat({ max: 4 }), { nil: null }),
  hiddenRow: fc.option(fc.nat({ max: 5 }), { nil: null, freq: 8 }),
  isMerged: fc.boolean(),
  sheets: fc.constantFrom('one', 'hiddenFirst', 'chosen'),
  seed: fc.nat(),
});
type WorkbookStyle = typeof workbookStyles extends fc.Arbitrary<infer Style> ? Style : never;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const letter = (column: number): string => String.fromCodePoint(65 + column);
const dayOf = ({ day }: Truth): string => dayAfter('2026-01-01', day);
const decimalOf = (units: number): string => String(units / 100);

/** What a cell shows; names keep no blanks at their ends. */
const shownText: Readonly<Record<Column, (truth: Truth) => string>> = {
  code: ({ code }) => code,
  name: ({ name }) => name.trim(),
  amount: ({ amount }) => decimalOf(amount),
  rate: ({ rate }) => `${decimalOf(rate)}%`,
  day: dayOf,
};

/** The columns in the order of the file; null is a hidden column. */
function orderOf({ seed, hiddenColumn }: WorkbookStyle): readonly (Column | null)[] {
  const order: (Column | null)[] = [...shuffled(columns, seed)];
  if (hiddenColumn !== null) order.splice(hiddenColumn, 0, null);
  return order;
}

const isMergedAt = (style: WorkbookStyle, rows: readonly Truth[]): boolean =>
  style.isMerged && rows.length > 1;

/** Displayed texts of the rows, or the key of the expected refusal. */
export function expectedTexts(rows: readonly Truth[], style: WorkbookStyle): unknown {
  if (style.hiddenRow !== null && style.hiddenRow < rows.length) return 'sheet.hiddenRow';
  const order = orderOf(style);
  const names = isMergedAt(style, rows) ? rows.map(() => rows[0]?.name.trim() ?? '') : [];
  return [
    // Notes stand in the first column, and are hidden with it.
    ...Array.from({ length: order[0] === null ? 0 : style.notes }, (_, at) => [`note ${at}`]),
    order.map((column) => column ?? ''),
    ...rows.map((truth, at) =>
      order.map((column) =>
        column === null
          ? ''
          : column === 'name'
            ? (names[at] ?? shownText.name(truth))
            : shownText[column](truth),
      ),
    ),
  ].map((texts) => texts.slice(0, texts.findLastIndex((text) => text !== '') + 1));
}

interface Written {
  readonly bytes: Uint8Array;
  /** The sheet that the user chooses; absent: the first visible one. */
  readonly worksheet?: string;
}

const STYLES = `<cellXfs><xf numFmtId="0"/><xf numFmtId="10"/><xf numFmtId="164"/><xf numFmtId="14"/></cellXfs>`;
const FORMATS = '<numFmts><numFmt numFmtId="164" formatCode="000000"/></numFmts>';

/** Writes the rows as an Office Open XML workbook. */
export function xlsxFile(rows: readonly Truth[], style: WorkbookStyle): Written {
  const shared: string[] = [];
  const { prefix: p } = style;
  const order = orderOf(style);
  const textCell = (text: string, place: string): string => {
    if (style.texts === 'inlineStr')
      return `<${p}c ${place} t="inlineStr"><${p}is><${p}t xml:space="preserve">${escaped(text)}</${p}t></${p}is></${p}c>`;
    if (style.texts === 'str')
      return `<${p}c ${place} t="str"><${p}v>${escaped(text)}</${p}v></${p}c>`;
    shared.push(`<${p}si><${p}t>${escaped(text)}</${p}t></${p}si>`);
    return `<${p}c ${place} t="s"><${p}v>${shared.length - 1}</${p}v></${p}c>`;
  };
  const numberCell = (value: string, format: number, place: string): string =>
    `<${p}c ${place} s="${format}"><${p}v>${value}</${p}v></${p}c>`;
  const first = style.is1904 ? '1904-01-01' : '1899-12-30';
  const writers: Readonly<Record<Column, (truth: Truth, place: string) => string>> = {
    code: ({ code }, place) =>
      style.code === 'padded' ? numberCell(String(Number(code)), 2, place) : textCell(code, place),
    name: ({ name }, place) => textCell(name, place),
    amount: ({ amount }, place) => numberCell(decimalOf(amount), 0, place),
    rate: ({ rate }, place) => numberCell(String(rate / 10_000), 1, place),
    day: (truth, place) => numberCell(String(daysBetween(first, dayOf(truth))), 3, place),
  };
  const above = style.notes + 1;
  const placeOf = (row: number, column: number): string =>
    style.hasPlaces ? `r="${letter(column)}${row}"` : '';
  const isMerged = isMergedAt(style, rows);
  const lines = [
    ...Array.from({ length: style.notes }, (_, at) => textCell(`note ${at}`, placeOf(at + 1, 0))),
    order.map((column, at) => textCell(column ?? 'secret', placeOf(above, at))).join(''),
    ...rows.map((truth, at) =>
      order
        .map((column, on) => {
          const place = placeOf(above + 1 + at, on);
          if (column === null) return textCell('secret', place);
          return isMerged && column === 'name' && at > 0
            ? `<${p}c ${place}/>`
            : writers[column](truth, place);
        })
        .join(''),
    ),
  ];
  const isHidden = (at: number): boolean => at === above + (style.hiddenRow ?? Number.NaN);
  const body = lines
    .map(
      (cells, at) =>
        `<${p}row r="${at + 1}"${isHidden(at) ? ' hidden="1"' : ''}>${cells}</${p}row>`,
    )
    .join('');
  const at = letter(order.indexOf('name'));
  const merges = isMerged
    ? `<${p}mergeCells count="1"><${p}mergeCell ref="${at}${above + 1}:${at}${above + rows.length}"/></${p}mergeCells>`
    : '';
  const hidden = order.indexOf(null) + 1;
  const cols =
    hidden === 0
      ? ''
      : `<${p}cols><${p}col min="${hidden}" max="${hidden}" hidden="1"/></${p}cols>`;
  const space = style.isStrict
    ? 'http://purl.oclc.org/ooxml/spreadsheetml/main'
    : 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const types = style.isStrict
    ? 'http://purl.oclc.org/ooxml/officeDocument/relationships'
    : 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const opened = (tag: string): string => `<${p}${tag} xmlns${p === '' ? '' : ':x'}="${space}">`;
  const sheet = (state: string, name: string, id: number): string =>
    `<${p}sheet name="${name}" sheetId="${id}" ${state} r:id="rId${id}"/>`;
  const others =
    style.sheets === 'one'
      ? ''
      : sheet(style.sheets === 'hiddenFirst' ? 'state="hidden"' : '', 'other', 2);
  const relation = (id: number, type: string, target: string): string =>
    `<Relationship Id="rId${id}" Type="${types}/${type}" Target="${target}"/>`;
  const bytes = packed({
    'xl/workbook.xml': `${opened('workbook')}<${p}workbookPr date1904="${style.is1904 ? 1 : 0}"/><${p}sheets>${others}${sheet('', 'goods', 1)}</${p}sheets></${p}workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relation(1, 'worksheet', 'worksheets/sheet1.xml')}${relation(2, 'worksheet', 'worksheets/sheet2.xml')}${relation(3, 'sharedStrings', 'sharedStrings.xml')}${relation(4, 'styles', 'styles.xml')}</Relationships>`,
    'xl/worksheets/sheet1.xml': `${opened('worksheet')}${cols}<${p}sheetData>${body}</${p}sheetData>${merges}</${p}worksheet>`,
    'xl/worksheets/sheet2.xml': `${opened('worksheet')}<${p}sheetData><${p}row r="1">${textCell('other', 'r="A1"')}</${p}row></${p}sheetData></${p}worksheet>`,
    'xl/sharedStrings.xml': `${opened('sst')}${shared.join('')}</${p}sst>`,
    'xl/styles.xml': `<styleSheet>${FORMATS}${STYLES}</styleSheet>`,
  });
  return style.sheets === 'chosen' ? { bytes, worksheet: 'goods' } : { bytes };
}

/** Writes the rows as an OpenDocument spreadsheet. */
export function odsFile(rows: readonly Truth[], style: WorkbookStyle): Written {
  const order = orderOf(style);
  const isMerged = isMergedAt(style, rows);
  const cell = (type: string, more: string, shown: string): string =>
    `<table:table-cell office:value-type="${type}" ${more}><text:p>${shown}</text:p></table:table-cell>`;
  const textCell = (text: string, more = ''): string => cell('string', more, escaped(text));
  const writers: Readonly<Record<Column, (truth: Truth) => string>> = {
    code: ({ code }) =>
      style.code === 'padded' && code.startsWith('0')
        ? cell('float', `office:value="${Number(code)}"`, code)
        : textCell(code),
    name: ({ name }) => textCell(name),
    amount: ({ amount }) => cell('float', `office:value="${decimalOf(amount)}"`, 'shown'),
    rate: ({ rate }) => cell('percentage', `office:value="${rate / 10_000}"`, 'shown'),
    day: (truth) => cell('date', `office:date-value="${dayOf(truth)}"`, 'shown'),
  };
  const isHidden = (at: number): boolean => at === style.hiddenRow;
  const row = (cells: string, hidden = false): string =>
    `<table:table-row${hidden ? ' table:visibility="collapse"' : ''}>${cells}</table:table-row>`;
  const body = [
    ...Array.from({ length: style.notes }, (_, at) => row(textCell(`note ${at}`))),
    row(order.map((column) => textCell(column ?? 'secret')).join('')),
    ...rows.map((truth, at) =>
      row(
        order
          .map((column) => {
            if (column === null) return textCell('secret');
            if (!isMerged || column !== 'name') return writers[column](truth);
            return at > 0
              ? '<table:covered-table-cell/>'
              : textCell(truth.name, `table:number-rows-spanned="${rows.length}"`);
          })
          .join(''),
        isHidden(at),
      ),
    ),
  ].join('');
  const cols = order
    .map(
      (column) => `<table:table-column${column === null ? ' table:visibility="collapse"' : ''}/>`,
    )
    .join('');
  const table = (name: string, content: string, styleName: string): string =>
    `<table:table table:name="${name}" table:style-name="${styleName}">${content}</table:table>`;
  const hiding = `<style:style style:name="off"><style:table-properties table:display="false"/></style:style>`;
  const others =
    style.sheets === 'one'
      ? ''
      : table('other', row(textCell('other')), style.sheets === 'hiddenFirst' ? 'off' : 'on');
  const bytes = packed({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `<office:document-content><office:automatic-styles>${hiding}</office:automatic-styles><office:body><office:spreadsheet>${others}${table('goods', cols + body, 'on')}</office:spreadsheet></office:body></office:document-content>`,
  });
  return style.sheets === 'chosen' ? { bytes, worksheet: 'goods' } : { bytes };
}
