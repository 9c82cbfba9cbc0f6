// The form of a record: each control follows from the declaration of its field.
import { formField, is, defineRecord, remarked, sorted, switched } from '@tradehouse/contract';
import { brands, categories, institutions, ledgerAccounts, people } from '@tradehouse/contract';
import { expect, test } from 'vitest';
import type { DeclaredRecord } from './masterForm.ts';
import { typedFields } from './masterForm.ts';

const packings = defineRecord({
  id: 'packings',
  subject: 'packing',
  called: { 'zh-cn': '包装', en: 'Packing' },
  path: '/packing',
  page: '/system/depot',
  within: ['type'],
  fields: {
    name: formField('name', is.nameType(2, 30)),
    remark: remarked,
    type: formField('type', is.requiredChoiceType(['box', 'bag'])),
    fee: {
      is: is.withInputSchema(is.moneyType('money'), is.amount.takes),
      keeps: 'fee',
      enters: 'form',
    },
    keeperId: { is: is.referenceType('user'), keeps: 'keeper_id', enters: 'form' },
    keeperName: { is: is.words, reads: 'both', lists: {} },
    sort: sorted,
    enabled: switched,
  },
});

test('fields stand in the order of their declaration, texts of several lines last', () => {
  expect(typedFields(packings)).toEqual([
    { name: 'name', control: 'text', unique: true },
    { name: 'type', control: 'choice', choices: ['box', 'bag'] },
    { name: 'fee', control: 'decimal' },
    { name: 'keeperId', control: 'user' },
    { name: 'sort', control: 'integer' },
    { name: 'remark', control: 'area', wide: true },
  ]);
});

test('a form hides a field with a fixed value, and checks unique names within this value', () => {
  const own = { fee: { hint: 'A day' } };
  const fields = typedFields(packings, { fixed: { type: 'box' }, own });
  expect(fields).toMatchObject([
    { name: 'name', unique: true },
    { name: 'fee', hint: 'A day' },
    { name: 'keeperId' },
    { name: 'sort' },
    { name: 'remark' },
  ]);
});

test('a form may have some of the fields, in an order of its own', () => {
  const fields = typedFields(packings, { asks: ['sort', 'name'] });
  expect(fields.map(({ name }) => name)).toEqual(['sort', 'name']);
});

test.each([
  ['brands', brands, ['name', 'code']],
  ['categories', categories, ['name', 'number']],
  ['institutions', institutions, ['name', 'number']],
  ['ledger accounts', ledgerAccounts, ['code', 'name']],
  ['people', people, ['name']],
] as const)('every unique field of %s is checked while typing', (_, record, names) => {
  const checked = typedFields<DeclaredRecord>(record).filter(({ unique }) => unique !== undefined);
  expect(checked.map(({ name }) => name)).toEqual(names);
});
