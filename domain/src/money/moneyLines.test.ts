import { expect, test } from 'vitest';
import { documentKinds } from '../document/kinds.ts';
import { itemTypeOf, namedByLines } from './moneyLines.ts';

test.each([
  ['moneyIn', 'bill', null],
  ['moneyOut', 'bill', null],
  ['depositOut', 'bill', null],
  ['depositIn', 'bill', null],
  ['advanceIn', 'account', null],
  ['advanceOut', 'account', null],
  ['giro', 'account', null],
  ['itemIn', 'item', 'income'],
  ['itemOut', 'item', 'expense'],
  ['openingBalance', 'opening', null],
  ['openingReceivable', 'opening', null],
  ['openingPayable', 'opening', null],
] as const)(
  'lines of %s reference a record of the sort %s, with items of type %s',
  (code, named, type) => {
    expect(namedByLines(documentKinds[code])).toBe(named);
    expect(itemTypeOf(documentKinds[code])).toBe(type);
  },
);
