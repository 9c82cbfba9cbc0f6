// Maximum lengths of texts written by users, and the form of amounts.
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import * as contract from './index.ts';
import { AmountString, DecimalString } from './resource.ts';

test.each<[string, { readonly properties: Readonly<Record<string, TSchema>> }, string, string]>([
  ['an attribute', contract.attributes.fields, 'name', '1–10'],
  ['a brand', contract.brands.fields, 'name', '2–60'],
  ['a value-added service', contract.services.fields, 'name', '2–60'],
  ['a warehouse', contract.warehouses.fields, 'name', '2–30'],
  ['a settlement account', contract.accounts.fields, 'name', '2–30'],
  ['an income or expense item', contract.inOutItems.fields, 'name', '2–30'],
  ['a handler', contract.people.fields, 'name', '2–30'],
  ['a partner', contract.PartnerFields, 'name', '2–60'],
  ['a role', contract.RoleFields, 'name', '2–30'],
  ['a role', contract.RoleFields, 'remark', '0–126'],
  ['a user', contract.UserFields, 'remark', '0–126'],
  ['an activity', contract.ActivityFields, 'name', '2–60'],
])('%s: %s of %s characters', (_, { properties }, field, lengths) => {
  const schema = properties[field] ?? {};
  const [least = 0, most = 0] = lengths.split('–').map(Number);
  const fits = (length: number): boolean => Value.Check(schema, '名'.repeat(length));
  expect([fits(least), fits(most), fits(most + 1)]).toEqual([true, true, false]);
  if (least > 0) expect(fits(least - 1)).toBe(false);
});

test.each([
  ['12', true],
  ['12.345678', true],
  ['-12', 'below zero'],
  ['0', true],
  ['1234567890123456789', false],
  ['1.2345678', false],
  ['1,200', false],
  ['1e3', false],
  ['.5', false],
  ['5.', false],
  ['$5', false],
  ['１２', false],
  ['', false],
] as const)('an amount of money may be written %j: %s', (text, written) => {
  expect(Value.Check(AmountString, text)).toBe(written === true);
  expect(Value.Check(DecimalString, text)).toBe(written !== false);
});
