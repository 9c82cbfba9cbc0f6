import { rulesOf, defineTable } from '@tradehouse/contract';
import { expect, test } from 'vitest';
import type { ConditionDraft } from './conditionDraft.ts';
import {
  aboutColumn,
  byRule,
  entryOfCondition,
  conditionsFromDrafts,
  findConditionProblem,
} from './conditionDraft.ts';

const sales = defineTable({
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
const draft = (over: Partial<ConditionDraft>): ConditionDraft => ({
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
] as const)('a condition row changed to %s filters by %j', (field, expected) => {
  expect(aboutColumn(sales, draft({}), field)).toMatchObject({ field, ...expected });
});

test.each([
  [{ field: 'number', rule: 'like', val: 'x' }, 'right', 'x'],
  [{ field: 'number', rule: 'like', val: 'x' }, 'in', []],
  [{ field: 'number', rule: 'like', val: 'x' }, 'empty', ''],
  [{ field: 'status', rule: 'in', val: ['0'] }, 'eq', ''],
] as const)('the condition %j changed to the rule %s has the value %j', (row, rule, val) => {
  expect(byRule(sales, draft(row as Partial<ConditionDraft>), rule).val).toEqual(val);
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
] as const)('the condition %j has the problem %s', (row, wrong) => {
  expect(findConditionProblem(sales, draft(row as Partial<ConditionDraft>))).toBe(wrong);
});

test('every rule of every sort of column has an input for its value', () => {
  for (const [type, rules] of Object.entries(rulesOf))
    for (const rule of rules) expect(entryOfCondition({ type: type as 'text' }, rule)).toBeTruthy();
});

test('condition rows without a column filter nothing', () => {
  expect(conditionsFromDrafts([draft({}), draft({ field: undefined })])).toEqual([
    { field: 'number', rule: 'like', val: 'x' },
  ]);
});
