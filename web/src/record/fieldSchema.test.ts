import { products, units, warehouses } from '@tradehouse/contract';
import { describe, expect, test } from 'vitest';
import { bodyOfForm, ruleOf } from './fieldSchema.ts';

test.each([
  ['name', { required: true, maxLength: 30, cleared: undefined }],
  ['address', { required: false, maxLength: 200, cleared: '' }],
  ['storageFee', { required: false, maxLength: null, cleared: null }],
  ['sort', { required: false, maxLength: null, cleared: 0 }],
])('the form validates a warehouse’s %s by the input schema of the call', (name, rule) => {
  expect(ruleOf(warehouses.add.input, name)).toEqual(rule);
});

test('an emptied ratio becomes null where the call takes null', () => {
  expect(ruleOf(units.add.input, 'ratioTwo').cleared).toBeNull();
});

describe('the body of a save', () => {
  const names = ['name', 'remark', 'weight'];
  const body = (values: object, before: object | null) =>
    bodyOfForm(products.fields, names, values as never, before as never);

  test('carries typed values, trimmed', () => {
    expect(body({ name: ' Tea ', remark: '' }, null)).toEqual({ name: 'Tea' });
  });

  test('names emptied fields', () => {
    expect(
      body({ name: 'Tea', remark: '', weight: null }, { remark: 'old', weight: '1.5' }),
    ).toEqual({
      name: 'Tea',
      remark: '',
      weight: null,
    });
  });

  test('leaves out fields hidden from the user', () => {
    expect(body({ name: 'Tea', weight: null }, { name: 'Tea', weight: null })).toEqual({
      name: 'Tea',
    });
  });
});
