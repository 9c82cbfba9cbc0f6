import { Type } from 'typebox';
import type { TSchema } from 'typebox';
import { expect, test } from 'vitest';
import {
  CurrencyCode,
  Email,
  NameText,
  OptionalAmount,
  OptionalPercent,
  Phone,
  Sort,
  Text,
} from './field.ts';
import { AmountString, DecimalString, Nullable } from './resource.ts';
import { users } from './identity/users.ts';
import { addTenant } from './platform/tenants.ts';
import { complaintOf } from './rule.ts';

const few = Type.Array(Type.String(), { minItems: 1, maxItems: 2 });
const days = Nullable(Type.Integer({ minimum: 0, maximum: 100_000 }));

test.each([
  ['a company', addTenant],
  ['a user', users.add],
])('a login name of %s with a blank is refused with the rule against blanks', (_, { input }) => {
  const { loginName } = input.properties;
  expect(complaintOf(loginName, 'a b')).toEqual({ rule: 'noBlanks' });
  expect(complaintOf(loginName, '张三')).toBeNull();
});

test.each<[string, TSchema, unknown, unknown]>([
  ['an e-mail address', Email, 'lin@example.com', null],
  ['no e-mail address', Email, '', null],
  ['what is none', Email, 'not-an-email', 'email'],
  ['two of them', Email, 'a@b.cn, c@d.cn', 'email'],
  ['a mobile', Phone, '13800001111', null],
  ['a number abroad', Phone, '+1 (212) 555-0100', null],
  ['a number with an extension', Phone, '010-66668888转801', null],
  ['two numbers', Phone, '13800001111/13900002222', null],
  ['no number', Phone, '', null],
  ['letters in a number', Phone, '12ab', 'phone'],
  ['a tax rate', OptionalPercent, '13', null],
  ['the highest rate', OptionalPercent, '100.00', null],
  ['a rate above all', OptionalPercent, '500', 'percent'],
  ['a rate just above all', OptionalPercent, '100.01', 'percent'],
  ['a rate below nothing', OptionalPercent, '-1', 'percent'],
  ['no rate', OptionalPercent, null, null],
  ['an amount', AmountString, '12.5', null],
  ['an amount below nothing', AmountString, '-5', 'amount'],
  ['words for an amount', OptionalAmount, 'heavy', 'amount'],
  ['a number below nothing', DecimalString, '-5', null],
  ['words for a number', DecimalString, '5 pcs', 'number'],
  ['days', days, 30, null],
  ['days below nothing', days, -4, { rule: 'range', least: 0, most: 100_000 }],
  ['half a day', days, 1.5, 'wholeNumber'],
  ['a place in the order', Sort, -3, null],
  ['a name', NameText(2, 4), '仓库', null],
  ['no name', NameText(2, 4), '', 'missing'],
  ['a short name', NameText(2, 4), '仓', { rule: 'tooShort', least: 2 }],
  ['a long name', NameText(2, 4), '仓库仓库仓', { rule: 'tooLong', most: 4 }],
  ['as many as may be', few, ['1', '2'], null],
  ['more than may be', few, ['1', '2', '3'], { rule: 'tooMany', most: 2 }],
  ['none where one is needed', few, [], 'missing'],
  ['a currency', CurrencyCode, 'VND', null],
  ['a currency of four decimals', CurrencyCode, 'UYW', null],
  ['a currency that ISO 4217 does not know', CurrencyCode, 'ZZZ', 'currency'],
  ['signs beyond the basic plane', Text(3), '😀😀😀', null],
])('%s', (_, schema, value, expected) => {
  const complaint = complaintOf(schema, value);
  if (typeof expected === 'string') expect(complaint?.rule).toBe(expected);
  else expect(complaint).toEqual(expected);
});
