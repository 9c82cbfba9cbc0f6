import { beforeAll, expect, test } from 'vitest';
import { loadPhrases, t } from '../../phrase/index.ts';
import { gridOf } from '../grid/gridState.ts';
import { blankEntered, enteredLines, isBlankEntered } from './enteredLine.ts';
import { unusedHeadings, withSheet } from './enteredSheet.ts';

const rent = { id: '1', name: '房租' };
const power = { id: '2', name: '电费' };
const yuan = { currency: 'CNY', digits: 2 };

beforeAll(() => loadPhrases('zh-cn'));

const after = (sheet: readonly (readonly string[])[], before = [blankEntered]) =>
  withSheet(gridOf(before), enteredLines('itemOut', yuan, [rent, power]).shape, sheet)?.rows ?? [];
const wrongOf = (sheet: readonly (readonly string[])[]) =>
  after(sheet).map(({ wrong }) =>
    Object.fromEntries(Object.entries(wrong).map(([column, { reason }]) => [column, reason])),
  );
const said = (sheet: readonly (readonly string[])[]) =>
  after(sheet).map(({ value: { named, amount, remark } }) => [named?.name, amount, remark]);

test.each([
  [
    'as the columns stand',
    [
      ['房租', '1,200.5', '九月'],
      ['电费', '30'],
    ],
  ],
  [
    'under their headings, in any order',
    [
      ['金额', '备注', '*支出项目'],
      ['1200.5', '九月', '房租'],
      ['30', '', '电费'],
    ],
  ],
  [
    'under the headings of the other language',
    [
      ['Amount', 'Remark', 'Expense item'],
      ['1200.5', '九月', '房租'],
      ['30', '', '电费'],
    ],
  ],
  [
    'under headings with a unit or a second language',
    [
      ['支出项目 Expense item', '金额（元）', '备注'],
      ['房租', '1200.5', '九月'],
      ['电费', '30'],
    ],
  ],
  [
    'below a note, and beside a column unknown to lines',
    [
      ['请勿改动表头'],
      ['部门', '支出项目', '金额', '备注'],
      ['一部', '房租', '1200.5', '九月'],
      ['', '电费', '30'],
    ],
  ],
])('lines of an expenditure pasted from a sheet are read %s', (_, sheet) => {
  expect(said(sheet)).toEqual([
    ['房租', '1200.5', '九月'],
    ['电费', '30', ''],
  ]);
});

test('pasted rows follow the existing rows and replace a blank row', () => {
  const first = { ...blankEntered, named: rent, amount: '5' };
  expect(after([['电费', '30']], [first]).map(({ value }) => value.amount)).toEqual(['5', '30']);
  expect(after([['电费', '30']], [first, blankEntered])).toHaveLength(2);
});

test('an unreadable pasted cell is marked, and readable cells are taken', () => {
  const [row] = after([['水费', '-3', '九月']]);
  expect(Object.keys(row?.wrong ?? {})).toEqual(['item', 'amount']);
  expect(row?.value.remark).toBe('九月');
});

test('a line with only a remark is not blank', () => {
  expect(isBlankEntered({ ...blankEntered, remark: 'x' })).toBe(false);
});

test('a paste with more lines than a document may have adds no lines', () => {
  const many = (count: number) => Array.from({ length: count }, () => ['房租', '1']);
  expect(after(many(2000))).toHaveLength(2000);
  expect(after(many(2001))).toEqual([]);
  expect(after(many(2000), [{ ...blankEntered, named: rent, amount: '5' }])).toEqual([]);
});

test('an amount like 1.000 is refused, unless another amount of its column shows the decimal mark', () => {
  expect(after([['房租', '1.000']])[0]?.wrong).toHaveProperty('amount');
  expect(
    said([
      ['房租', '1.000'],
      ['电费', '12,50'],
    ]),
  ).toEqual([
    ['房租', '1000', ''],
    ['电费', '12.5', ''],
  ]);
});

test('a pasted amount is accepted with the document’s currency and refused with another', () => {
  const rows = after([
    ['房租', '9 EUR'],
    ['电费', '¥30'],
  ]);
  expect(rows.map(({ value, wrong }) => [value.amount, wrong['amount']?.reason])).toEqual([
    ['', t('table.otherCurrency', { text: '9 EUR', currency: 'CNY' })],
    ['30', undefined],
  ]);
});

test.each([
  ['headings', [['支出项目', '金额', '备注']]],
  ['columns in their order', []],
])('every cell of a row with more cells than %s is refused', (_, headings) => {
  const sheet = [...headings, ['房租', '1', '200.50', '九月'], ['电费', '30']];
  expect(said(sheet)).toEqual([
    [undefined, '', ''],
    ['电费', '30', ''],
  ]);
  expect(wrongOf(sheet)).toEqual([{ item: t('table.surplus', { text: '九月' }) }, {}]);
});

test('a workbook line with cells to the right of the last heading is accepted', () => {
  const sheet = [
    ['支出项目', '金额'],
    ['房租', '1', '见合同'],
  ];
  const { shape } = enteredLines('itemOut', yuan, [rent]);
  const grid = withSheet(gridOf([blankEntered]), shape, sheet, { isSheet: true });
  expect(grid?.rows.map(({ value }) => value.amount)).toEqual(['1']);
});

test.each([
  ['two amounts', ['支出项目', '金额', '金额']],
  ['amounts in ten thousands', ['支出项目', '金额(万元)']],
  ['no amounts', ['支出项目', '备注']],
])('a file of expenditure lines with %s is refused', (_, headings) => {
  expect(() => after([headings, ['房租', '5', '7']])).toThrow(
    t('import.unread', { name: t('editor.column.amount') }),
  );
});

test('amounts below a heading with another currency are refused', () => {
  const text = '金额(USD)';
  expect(
    wrongOf([
      ['支出项目', text],
      ['房租', '5'],
    ]),
  ).toEqual([{ amount: t('table.otherCurrency', { text, currency: 'CNY' }) }]);
});

test.each(['#REF!', '=', '〃', '同上'])(
  'a line with the remark %s in a file is refused at the remark',
  (text) => {
    expect(wrongOf([['房租', '1', text]])).toEqual([
      { remark: t('editor.wrong.noName', { text }) },
    ]);
  },
);

test('unknown and repeated headings of a file of expenditure lines are listed', () => {
  const { shape } = enteredLines('itemOut', yuan, [rent]);
  expect(unusedHeadings(shape, [['部门', '支出项目', '金额', '备注', '备注', '']])).toEqual([
    '部门',
    '备注',
    '备注',
  ]);
});
