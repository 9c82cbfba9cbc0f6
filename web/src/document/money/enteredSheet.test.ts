import { beforeAll, expect, test } from 'vitest';
import { loadPhrases, t } from '../../phrase/index.ts';
import { gridOf } from '../grid/gridState.ts';
import { blankEntered, enteredLines, isBlankEntered } from './enteredLine.ts';
import { withSheet } from './enteredSheet.ts';

const rent = { id: '1', name: '房租' };
const power = { id: '2', name: '电费' };
const yuan = { currency: 'CNY', digits: 2 };

beforeAll(() => loadPhrases('zh-cn'));

const after = (sheet: readonly (readonly string[])[], before = [blankEntered]) =>
  withSheet(gridOf(before), enteredLines('itemOut', yuan, [rent, power]).shape, sheet)?.rows ?? [];
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
    'below a note, beside what no line holds',
    [
      ['请勿改动表头'],
      ['部门', '支出项目', '金额', '备注'],
      ['一部', '房租', '1200.5', '九月'],
      ['', '电费', '30'],
    ],
  ],
])('cells of money lines are read %s', (_, sheet) => {
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

test('amounts of a file with two readings, thousands or decimals, are refused, unless the column decides', () => {
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

test('a pasted amount beside another currency is refused, and an amount beside its own is taken', () => {
  const rows = after([
    ['房租', '9 EUR'],
    ['电费', '¥30'],
  ]);
  expect(rows.map(({ value, wrong }) => [value.amount, wrong['amount']?.reason])).toEqual([
    ['', t('table.otherCurrency', { text: '9 EUR', currency: 'CNY' })],
    ['30', undefined],
  ]);
});
