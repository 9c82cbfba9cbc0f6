import { products, units, warehouses } from '@tradehouse/contract';
import { describe, expect, test } from 'vitest';
import { bodyOf, ruleOf } from './fieldSchema.ts';

test.each([
  ['name', { required: true, maxLength: 30, cleared: undefined }],
  ['address', { required: false, maxLength: 200, cleared: '' }],
  ['storageFee', { required: false, maxLength: null, cleared: null }],
  ['sort', { required: false, maxLength: null, cleared: 0 }],
])('the form knows the rule of a warehouse’s %s from the call', (name, rule) => {
  expect(ruleOf(warehouses.add.input, name)).toEqual(rule);
});

test('a ratio that was emptied becomes null where the call takes it', () => {
  expect(ruleOf(units.add.input, 'ratioTwo').cleared).toBeNull();
});

describe('the body of a save', () => {
  const names = ['name', 'remark', 'weight'];
  const body = (values: object, before: object | null) =>
    bodyOf(products.fields, names, values as never, before as never);

  test('carries what was typed, trimmed', () => {
    expect(body({ name: ' Tea ', remark: '' }, null)).toEqual({ name: 'Tea' });
  });

  test('says what was emptied', () => {
    expect(
      body({ name: 'Tea', remark: '', weight: null }, { remark: 'old', weight: '1.5' }),
    ).toEqual({
      name: 'Tea',
      remark: '',
      weight: null,
    });
  });

  test('leaves alone what this user could not see', () => {
    expect(body({ name: 'Tea', weight: null }, { name: 'Tea', weight: null })).toEqual({
      name: 'Tea',
    });
  });
});
