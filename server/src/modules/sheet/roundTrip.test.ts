import {
  applySheet,
  fieldLabel,
  productTable,
  readSheetCells,
  sheetRows,
  sheetTemplate,
  sheets,
} from '@tradehouse/contract';
import type { SheetId } from '@tradehouse/contract';
import fc from 'fast-check';
import type { CellValue } from 'hucre';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { compared, errorsOf, send, settled, stepTo, workbook } from './testSheets.ts';

// What goes out by spreadsheet and comes back: unchanged it changes nothing, edited it changes exactly what was edited.

const RUNS = 2;

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
});
afterAll(() => server.stop());

/** Texts that spreadsheets like to read as something else, and others. */
const aText = fc.oneof(
  fc.constantFrom(
    '_x0041_',
    '=1+1',
    '@sum(A1)',
    '-5',
    '+8613',
    '007',
    '1e5',
    'true',
    '2026-01-31',
    '3/4',
  ),
  fc.constantFrom('保温杯 🍵', '"so"', "'quoted", 'a,b;c', '<b>&amp;</b>', 'naïve – “x”'),
  fc.stringMatching(/^[A-Za-z0-9 ]{1,12}$/).map((text) => text.trim() || 'x'),
);
const anAmount = fc.oneof(
  fc.constantFrom('0.1', '0.000001', '12.345678', '999999.99', '100'),
  fc.integer({ min: 100, max: 100_099 }).map((cents) => String(cents / 100)),
);

type Values = Readonly<Record<string, fc.Arbitrary<string>>>;
interface Tried {
  readonly sheet: SheetId;
  /** What every row must have, from its number. */
  readonly fixed: (row: number) => Readonly<Record<string, string>>;
  /** Fields of the sheet that are tried. */
  readonly free: Values;
}
const tried: readonly Tried[] = [
  {
    sheet: 'products',
    fixed: (row) => ({
      'Name*': `Thing ${row}`,
      'Unit*': 'piece',
      'Barcode*': String(810_000 + row),
      'Status*': row % 2 === 0 ? 'Enabled' : 'Disabled',
    }),
    free: {
      standard: aText,
      model: aText,
      remark: aText,
      purchasePrice: anAmount,
      salePrice: anAmount,
    },
  },
  {
    sheet: 'suppliers',
    fixed: (row) => ({ 'Name*': `Supplier ${row}`, 'Status*': 'Enabled' }),
    free: { contacts: aText, address: aText, remark: aText },
  },
];

type Grid = readonly (readonly CellValue[])[];

/** Everything there is, as it goes out. */
async function exported(sheet: SheetId): Promise<Uint8Array> {
  const reply = await server.request('GET', sheetTemplate.path, { sheet, filled: true });
  return reply.rawPayload;
}
async function gridOf(bytes: Uint8Array): Promise<Grid> {
  const book = await readXlsx(bytes);
  return book.sheets[0]?.rows ?? [];
}

async function changesOf(id: string): Promise<readonly string[]> {
  const { rows } = await server.call(sheetRows, { id, outcome: 'changed', pageSize: 200 });
  return rows.flatMap(({ row, changes }) =>
    changes.map(({ label, before, after }) => `${row} ${label}: ${before} → ${after}`),
  );
}

let made = 0;

test.each(tried)(
  '$sheet: importing an export changes nothing, and edited cells change exactly the edited fields',
  async ({ sheet, fixed, free }) => {
    const heading = (field: string): string => fieldLabel('en', sheets[sheet].labels, field);
    const titled = Object.entries(free).map(([field, values]) => [heading(field), values] as const);
    const aRecord = fc.record(Object.fromEntries(titled));
    const anEdit = fc.record({
      row: fc.nat(),
      column: fc.constantFrom(...titled.map(([name]) => name)),
      record: aRecord,
    });
    const records = fc.array(aRecord, { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(records, fc.array(anEdit, { maxLength: 6 }), async (own, edits) => {
        const rows = own.map((record) => ({ ...fixed((made += 1)), ...record }));
        const heads = Object.keys(rows[0] ?? {});
        const first = await compared(server, sheet, [
          heads,
          ...rows.map((row: Readonly<Record<string, string>>) =>
            heads.map((name) => row[name] ?? null),
          ),
        ]);
        expect(first).toMatchObject({ newRows: own.length, wrongRows: 0, failure: null });
        await stepTo(server, applySheet, first, 'applied');

        const bytes = await exported(sheet);
        const unchanged = await settled(server, await send(server, sheet, bytes));
        expect(unchanged).toMatchObject({
          newRows: 0,
          changedRows: 0,
          wrongRows: 0,
          failure: null,
        });

        const grid = (await gridOf(bytes)).map((row) => [...row]);
        const at = grid.findIndex((row) => row.includes('Name*'));
        const expected = new Map<string, string>();
        for (const { row, column, record } of edits) {
          const line = grid.length - 1 - (row % own.length);
          const cell = grid[at]?.indexOf(column) ?? -1;
          const before = grid[line]?.[cell];
          const after = record[column] ?? '';
          const key = `${line + 1} ${column}`;
          if (expected.has(key) || String(before) === after || Number(before) === Number(after))
            continue;
          grid[line]?.splice(cell, 1, after);
          expected.set(key, `${key}: ${String(before)} → ${after}`);
        }
        const edited = await compared(server, sheet, grid);
        expect(await errorsOf(server, edited)).toEqual([]);
        expect(edited).toMatchObject({ newRows: 0, wrongRows: 0, failure: null });
        expect((await changesOf(edited.id)).toSorted()).toEqual([...expected.values()].toSorted());
        if (expected.size === 0) return;
        await stepTo(server, applySheet, edited, 'applied');
        const again = await settled(server, await send(server, sheet, await exported(sheet)));
        expect(again).toMatchObject({ newRows: 0, changedRows: 0, wrongRows: 0, failure: null });
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  },
  // Each run waits for five imports, which work in the background.
  180_000,
);

test('lines of a document are read from a sheet unchanged, cell by cell', async () => {
  const aLine = fc.tuple(
    fc.integer({ min: 1000, max: 9_999_999_999_999 }).map(String),
    anAmount,
    aText,
  );
  await fc.assert(
    fc.asyncProperty(fc.array(aLine, { minLength: 1, maxLength: 20 }), async (lines) => {
      const heads = ['Barcode', 'Quantity', 'Remark'];
      const read = await server.upload(
        readSheetCells,
        { name: 'lines.xlsx', bytes: await workbook([heads, ...lines]) },
        { kind: 'purchaseIn' },
      );
      expect(read.rows).toEqual([heads, ...lines.map((line) => line.map((cell) => cell))]);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});

test('weights and prices of three decimals are imported unchanged from an exported CSV', async () => {
  const first = await compared(server, 'products', [
    ['Name*', 'Unit*', 'Barcode*', 'Weight (kg)', 'Sale price', 'Status*'],
    ['Fine thing', 'piece', '819001', 1.125, 2.345, 'Enabled'],
  ]);
  expect(await errorsOf(server, first)).toEqual([]);
  await stepTo(server, applySheet, first, 'applied');
  const search = JSON.stringify({ keyword: 'Fine thing' });
  const query = { search, format: 'csv' };
  const csv = await server.request('GET', productTable.exportPath, query);
  expect(csv.body).toContain('Fine thing');
  const again = await settled(
    server,
    await send(server, 'products', csv.rawPayload, undefined, 'goods.csv'),
  );
  expect(await errorsOf(server, again)).toEqual([]);
  expect(again).toMatchObject({ newRows: 0, changedRows: 0, failure: null });
});
