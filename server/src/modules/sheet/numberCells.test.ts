// Browser and server read cells of number columns by one rule.
import { readSheetCells } from '@tradehouse/contract';
import { parseNumberColumn, plainValueOfNumber, workbookNumbersIn } from '@tradehouse/domain';
import type { DecimalMark, NumberSource } from '@tradehouse/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { cellValue } from './cellValue.ts';
import { sheetRows } from './read/rows.ts';
import type { SheetCell } from './read/cells.ts';
import { book } from './read/testPackage.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
});
afterAll(() => server.stop());

const amount = { type: 'amount', example: ['', ''] } as const;
const marks = ['.', ',', undefined] as const satisfies readonly (DecimalMark | undefined)[];
const answered = (mark: DecimalMark | undefined): Pick<NumberSource, 'mark'> =>
  mark === undefined ? {} : { mark };

/** Number taken from a cell by the server; undefined if refused. */
function numberOnServer(cell: SheetCell, mark: DecimalMark | undefined): string | undefined {
  const read = cellValue(amount, cell, { currency: 'CNY', ...answered(mark) });
  return 'value' in read ? (read.value ?? undefined) : undefined;
}

const digits = fc.tuple(
  fc.integer({ min: 0, max: 9_999_999 }),
  fc.option(fc.stringMatching(/^\d{1,5}$/), { nil: undefined }),
);
const grouped = (whole: number, between: string): string =>
  String(whole).replaceAll(/\B(?=(\d{3})+(?!\d))/g, between);
/** Texts of people: every notation, also beside signs, hidden characters and words. */
const texts = fc
  .tuple(
    digits,
    fc.constantFrom('', ',', '.', ' ', "'"),
    fc.constantFrom('.', ','),
    fc.constantFrom('', '¥', '$', '+', '\u200B', '\u200E', '约'),
    fc.constantFrom('', '元', ' CNY', ' EUR', '%', ' CR', '\u200B', '\u00A0'),
  )
  .map(([[whole, fraction], between, mark, before, behind]) => {
    const number = grouped(whole, between) + (fraction === undefined ? '' : `${mark}${fraction}`);
    return `${before}${number}${behind}`;
  });
const numbers = digits.map(([whole, fraction = '0']) => String(Number(`${whole}.${fraction}`)));
type Written = Readonly<Record<'kind' | 'content', string>>;
const written: fc.Arbitrary<Written> = fc.oneof(
  texts.map((content) => ({ kind: 'text', content })),
  numbers.map((content) => ({ kind: 'number', content })),
  numbers.map((content) => ({ kind: 'percent', content })),
  fc.constantFrom({ kind: 'flag', content: '1' }, { kind: 'error', content: '#N/A' }),
);

const markup: Readonly<Record<string, (at: number, content: string) => string>> = {
  text: (at, content) => `<c r="A${at}" t="inlineStr"><is><t>${content}</t></is></c>`,
  number: (at, content) => `<c r="A${at}"><v>${content}</v></c>`,
  percent: (at, content) => `<c r="A${at}" s="1"><v>${content}</v></c>`,
  flag: (at, content) => `<c r="A${at}" t="b"><v>${content}</v></c>`,
  error: (at, content) => `<c r="A${at}" t="e"><v>${content}</v></c>`,
};
const relations = `<Relationships>
  <Relationship Id="rId1" Type="http://x/worksheet" Target="worksheets/sheet1.xml"/>
  <Relationship Id="rId2" Type="http://x/styles" Target="styles.xml"/></Relationships>`;
const styles =
  '<styleSheet><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="10"/></cellXfs></styleSheet>';
const column = (cells: readonly Written[]): Uint8Array =>
  book(
    cells
      .map(({ kind, content }, at) => `<row r="${at + 1}">${markup[kind]?.(at + 1, content)}</row>`)
      .join(''),
    { 'xl/_rels/workbook.xml.rels': relations, 'xl/styles.xml': styles },
  );

/** The cells of a column for the server, and for the browser by the reply. */
async function readBoth(bytes: Uint8Array) {
  const cells: SheetCell[] = [];
  for await (const row of sheetRows(bytes)) {
    const cell = row.cells.get(0);
    if (cell !== undefined) cells.push(cell);
  }
  const file = { name: 'cells.xlsx', bytes };
  const reply = await server.upload(readSheetCells, file, { kind: 'purchaseIn' });
  return { cells, reply };
}

test('browser and server read every cell of a number column equally with every chosen mark', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(written, { minLength: 150, maxLength: 200 }), async (given) => {
      const { cells, reply } = await readBoth(column(given));
      expect(cells).toHaveLength(given.length);
      const read = marks.flatMap((mark) =>
        cells.map((cell, at) => {
          // Read alone, as the server reads cells: other cells of the column would decide the mark.
          const [number] = parseNumberColumn([reply.rows[at]?.[0] ?? ''], {
            ...workbookNumbersIn(reply.numbers.slice(at), 0),
            ...answered(mark),
            currency: 'CNY',
          });
          const [browser, own] = [plainValueOfNumber(number), numberOnServer(cell, mark)];
          return { cell, mark, browser, own };
        }),
      );
      expect(read.filter(({ browser, own }) => browser !== own)).toEqual([]);
    }),
    { numRuns: 5 },
  );
});

test('the reply distinguishes number cells of a workbook from text cells with equal content', async () => {
  const { reply } = await readBoth(
    column([
      { kind: 'text', content: '1.234' },
      { kind: 'number', content: '1.234' },
      { kind: 'percent', content: '0.13' },
      { kind: 'flag', content: '1' },
    ]),
  );
  expect(reply).toMatchObject({
    rows: [['1.234'], ['1.234'], ['13%'], ['true']],
    numbers: [[], [0], [0], []],
  });
});
