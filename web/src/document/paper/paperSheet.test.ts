import type { DocumentReply, LineReply } from '@tradehouse/contract';
import { beforeAll, expect, test } from 'vitest';
import { loadPhrases } from '../../phrase/index.ts';
import { labelOfColumn } from '../../record/labels.ts';
import { titleOfPlainLineField } from '../columns/plainColumns.ts';
import { line } from '../../print/testLine.ts';
import { columnsOfPaper } from './paperColumns.ts';
import { paperRows } from './paperSheet.ts';

beforeAll(() => loadPhrases('en'));

const own = { currency: 'CNY', currencySymbol: '¥', currencyDigits: 2 };

/** What the rows of a document's lines hold under a title, from its first line to its total. */
function under(
  title: string,
  changes: readonly Partial<LineReply>[],
  kind: DocumentReply['kind'] = 'saleOut',
): readonly unknown[] {
  const lines = changes.map((change) => ({ ...line, ...change }));
  const [titles = [], ...rows] = paperRows({ kind, currency: 'CNY', lines }, own);
  const at = titles.indexOf(title);
  return at < 0 ? [] : rows.map((row) => row[at]);
}

test.each<[string, string, readonly Partial<LineReply>[], readonly unknown[]]>([
  ['a figure with all its decimals', 'Unit price', [{ unitPrice: '0.123456' }], [0.123456, null]],
  [
    'an amount of more decimals than are shown',
    'Amount',
    [{ amount: '1234.5678' }, { amount: '-5' }],
    [1234.5678, -5, 1229.5678],
  ],
  [
    'a figure that a spreadsheet would round',
    'Qty',
    [{ quantity: '12345678901234.567' }],
    ['12,345,678,901,234.567', '12,345,678,901,234.567'],
  ],
  ['what may not be seen', 'Amount', [{ amount: null }, { amount: '5' }], ['—', 5, '—']],
  ['a barcode is no figure', 'Barcode', [{ barcode: '6900000000001' }], ['6900000000001', null]],
  [
    'what begins like a formula',
    titleOfPlainLineField('remark'),
    [{ remark: '=1+1' }, {}],
    ['=1+1', null, null],
  ],
  ['no tax', 'Tax %', [{ taxRate: '10' }, { taxRate: '0' }], [10, null, null]],
  ['a column that says nothing', titleOfPlainLineField('remark'), [{}], []],
  [
    'what is put together',
    'Role',
    [{ role: 'composite' }, { role: 'part' }],
    ['Whole', 'Part', null],
  ],
  ['goods of no assembly', 'Role', [{}], []],
])('a column of an exported paper: %s', (_, title, changes, cells) => {
  expect(under(title, changes)).toEqual(cells);
});

test.each<[string, readonly (string | null)[], readonly unknown[]]>([
  ['what they made of each', ['20', '-0.5'], [20, -0.5, 19.5]],
  ['nothing of one', ['0', '3'], [null, 3, 3]],
  ['nothing at all', ['0', '0'], []],
  ['what may not be seen', [null], []],
])('exchange differences have a column when any line has a difference: %s', (_, figures, cells) => {
  const lines = figures.map((exchangeDifference) => ({ exchangeDifference }));
  expect(under(labelOfColumn({ id: 'moneyIn' }, 'exchangeDifference'), lines, 'moneyIn')).toEqual(
    cells,
  );
});

test('an exchange difference on paper has the sign of the company’s own currency', () => {
  const lines = [{ ...line, exchangeDifference: '-1234.5' }];
  const column = columnsOfPaper({ kind: 'moneyIn', currency: 'CNY', lines }, own).find(
    ({ id }) => id === 'exchangeDifference',
  );
  expect(column?.write?.('-1234.5')).toBe('-¥1,234.50');
});

test.each([
  ['CNY', '1,234.50'],
  ['JPY', '1,234.5'],
  ['KWD', '1,234.500'],
])(
  'on paper amounts have the decimals of their currency, and none is hidden: %s',
  (currency, shown) => {
    const lines = [{ ...line, amount: '1234.5' }];
    const column = columnsOfPaper({ kind: 'saleOut', currency, lines }, own).find(
      ({ id }) => id === 'amount',
    );
    expect(column?.write?.('1234.5')).toBe(shown);
  },
);

test.each<[string, readonly Partial<LineReply>[], readonly string[]]>([
  ['no tax', [{ tax: '0', total: '5' }], ['Amount']],
  ['tax in some line', [{ tax: '0' }, { tax: '1' }], ['Amount', 'Tax', 'Total with tax']],
  ['hidden amounts', [{ tax: null, total: null }], ['Amount', 'Tax', 'Total with tax']],
])('a paper has columns of tax only if it has tax: %s', (_, changes, titles) => {
  const shown = ['Amount', 'Tax', 'Total with tax'].filter(
    (title) => under(title, changes).length > 0,
  );
  expect(shown).toEqual(titles);
});

test('a paper of goods without prices has neither prices nor amounts', () => {
  const free = { unitPrice: '0', amount: '0' };
  expect(under('Amount', [free], 'assemble')).toEqual([]);
  expect(under('Unit price', [free], 'assemble')).toEqual([]);
  expect(under('Amount', [free, { unitPrice: '2', amount: '2' }], 'otherOut')).toEqual([0, 2, 2]);
  expect(under('Amount', [free], 'saleOut')).toEqual([0, 0]);
});
