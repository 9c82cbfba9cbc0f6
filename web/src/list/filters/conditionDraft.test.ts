import { rulesOf, table } from '@tradehouse/contract';
import { expect, test } from 'vitest';
import type { Draft } from './conditionDraft.ts';
import { aboutColumn, byRule, entryOf, rowsOf, wrongWith } from './conditionDraft.ts';

const sales = table({
  id: 'sales',
  path: '/sales/list',
  access: 'signedIn',
  columns: {
    number: { type: 'text' },
    partner: { type: 'text' },
    status: { type: 'choice', choices: ['0', '1'] },
    day: { type: 'day' },
    owed: { type: 'money' },
    lines: { type: 'integer' },
    enabled: { type: 'flag' },
  },
  filters: {},
  order: { column: 'number', direction: 'desc' },
});
const draft = (over: Partial<Draft>): Draft => ({
  key: 0,
  field: 'number',
  rule: 'like',
  val: 'x',
  ...over,
});

test.each([
  ['partner', { rule: 'like', val: 'x' }],
  ['owed', { rule: 'eq', val: '' }],
  ['status', { rule: 'in', val: [] }],
  ['enabled', { rule: 'eq', val: '' }],
] as const)('a row that is then about %s asks %j', (field, expected) => {
  expect(aboutColumn(sales, draft({}), field)).toMatchObject({ field, ...expected });
});

test.each([
  [{ field: 'number', rule: 'like', val: 'x' }, 'right', 'x'],
  [{ field: 'number', rule: 'like', val: 'x' }, 'in', []],
  [{ field: 'number', rule: 'like', val: 'x' }, 'empty', ''],
  [{ field: 'status', rule: 'in', val: ['0'] }, 'eq', ''],
] as const)('%j by %s has the value %j', (row, rule, val) => {
  expect(byRule(sales, draft(row as Partial<Draft>), rule).val).toEqual(val);
});

test.each([
  [{}, null],
  [{ field: undefined, val: '' }, null],
  [{ field: undefined, val: 'x' }, 'chooseColumn'],
  [{ val: ' ' }, 'missing'],
  [{ val: '' }, 'missing'],
  [{ rule: 'empty', val: '' }, null],
  [{ rule: 'in', val: [] }, 'missing'],
  [{ field: 'owed', rule: 'gt', val: '1e9' }, 'number'],
  [{ field: 'owed', rule: 'in', val: ['1', 'x'] }, 'number'],
  [{ field: 'owed', rule: 'gt', val: ' -3.5 ' }, null],
  [{ field: 'lines', rule: 'gt', val: '3.5' }, 'whole'],
  [{ field: 'day', rule: 'gt', val: '2026-02-30' }, 'day'],
  [{ field: 'day', rule: 'gt', val: '2026-02-28' }, null],
] as const)('%j: %s', (row, wrong) => {
  expect(wrongWith(sales, draft(row as Partial<Draft>))).toBe(wrong);
});

test('every rule of every sort of column has a way to enter its value', () => {
  for (const [type, rules] of Object.entries(rulesOf))
    for (const rule of rules) expect(entryOf({ type: type as 'text' }, rule)).toBeTruthy();
});

test('rows in which no column was chosen ask for nothing', () => {
  expect(rowsOf([draft({}), draft({ field: undefined })])).toEqual([
    { field: 'number', rule: 'like', val: 'x' },
  ]);
});
