import { expect, test } from 'vitest';
import type { ImportFile } from '../../control/importDialog/useImportFile.ts';
import { createSheetImportRules, sheetUpload } from './sheetColumns.ts';

const fields = [
  { field: 'name', label: '名称', isRequired: true, names: ['名称', 'Name'] },
  { field: 'unit', label: '单位', isRequired: true, names: ['单位', 'Unit', '基本单位'] },
  { field: 'salePrice', label: '销售价', isRequired: false, names: ['销售价', 'Sale price'] },
];
const rules = createSheetImportRules('products', fields);
const found = (...cells: readonly (readonly string[])[]) =>
  rules.findColumns?.(
    cells.map((row, at) => ({ place: at + 1, cells: row })),
    null,
  );

test.each([
  [
    'names of fields, in either language, decide the columns of a sheet',
    [['库存'], ['Name*', '基本单位', 'Sale price (元)', 'x'], ['a', 'b', '1']],
    { above: 2, mapping: ['name', 'unit', 'salePrice', null] },
  ],
  [
    'two headings of one field leave the column of the field to the user',
    [['名称', '单位', '销售价', '销售价(元)']],
    { above: 1, mapping: ['name', 'unit', null, null] },
  ],
  [
    'headings of another program are found by their looks, and have no columns',
    [
      ['Artikel', 'ME', 'VK'],
      ['Kettle', 'piece', '12'],
    ],
    { above: 1, mapping: [null, null, null] },
  ],
])('%s', (_, cells, expected) => expect(found(...cells)).toEqual(expected));

test('a file is sent with the sheet, the heading row and the columns shown in the dialog', () => {
  const file = new File(['x'], 'a.xlsx');
  // SAFETY: these fields alone are read.
  const shown = {
    file,
    pasted: '',
    options: {},
    source: { worksheet: 'Goods' },
    rows: [{ place: 3, cells: [] }],
    above: 1,
    mapping: ['name', null, 'unit', null],
  } as unknown as ImportFile<string>;
  expect(sheetUpload(shown)).toEqual({
    file,
    choices: { worksheet: 'Goods', headingRow: 3, columns: 'name,,unit' },
  });
});

test('pasted cells are sent as a text in UTF-8', async () => {
  // SAFETY: these fields alone are read.
  const shown = {
    file: null,
    pasted: '名称\t单位',
    options: { delimiter: '\t' },
    source: { worksheet: '' },
    rows: [],
    above: 0,
    mapping: ['name'],
  } as unknown as ImportFile<string>;
  const { file, choices } = sheetUpload(shown);
  expect(await file.text()).toBe('名称\t单位');
  expect(choices).toEqual({ encoding: 'utf-8', delimiter: '\t', headingRow: 0, columns: 'name' });
});
