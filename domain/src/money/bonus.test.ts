import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimal, toPlainDecimal } from '../decimal.ts';
import type { Decimal } from '../decimal.ts';
import { aDocument } from '../testing.ts';
import { bonusBack, bonusPart, bonusUses, prepaidBy, withBonus } from './bonus.ts';

const held = (cash: string, bonus: string) => ({ cash: decimal(cash), bonus: decimal(bonus) });

test.each([
  ['cashFirst', '100', '500', '50', '0'],
  ['cashFirst', '520', '500', '50', '20'],
  ['cashFirst', '550', '500', '50', '50'],
  ['cashFirst', '600', '500', '50', '50'],
  ['cashFirst', '30', '0', '50', '30'],
  // Due × bonus / balance, rounded to two decimals.
  ['proRata', '100', '500', '50', '9.09'],
  ['proRata', '550', '500', '50', '50'],
  ['proRata', '600', '500', '50', '50'],
  ['proRata', '0.05', '0.09', '0.01', '0.01'],
  ['proRata', '100', '100', '0', '0'],
  ['proRata', '0', '100', '10', '0'],
] as const)(
  'by the rule %s, an amount of %s, with cash of %s and a bonus of %s, is paid by a bonus of %s',
  (use, due, cash, bonus, part) => {
    expect(toPlainDecimal(bonusPart(use, decimal(due), held(cash, bonus), 2))).toBe(part);
  },
);

const cents = (most: number) =>
  fc.integer({ min: 0, max: most }).map((count) => decimal(count).dividedBy(100));

test('a payment within cash and bonus never overdraws either part', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...bonusUses),
      cents(100_000),
      cents(100_000),
      cents(100_000),
      (use, due, cash, bonus) => {
        const part = bonusPart(use, due, { cash, bonus }, 2);
        expect(part.gte(0) && part.lte(bonus) && part.lte(due)).toBe(true);
        if (due.lte(cash.plus(bonus))) expect(due.minus(part).lte(cash)).toBe(true);
      },
    ),
  );
});

test.each([
  ['110', '110', '10', '10'],
  ['55', '110', '10', '5'],
  ['1', '3', '1', '0.33'],
  ['200', '110', '10', '10'],
  ['55', '110', '0', '0'],
  ['0', '110', '10', '0'],
])(
  'a return worth %s of %s, paid with %s of bonus, gives back a bonus of %s',
  (due, paid, bonus, back) => {
    const left = { paid: decimal(paid), bonus: decimal(bonus) };
    expect(toPlainDecimal(bonusBack(decimal(due), left, 2))).toBe(back);
  },
);

test('partial returns give back the whole bonus used, to the cent', () => {
  fc.assert(
    fc.property(
      fc.array(cents(10_000), { minLength: 1, maxLength: 8 }),
      cents(100_000),
      (parts, wish) => {
        const total = parts.reduce((all, part) => all.plus(part), decimal(0));
        const used = wish.lt(total) ? wish : total;
        let left: { paid: Decimal; bonus: Decimal } = { paid: total, bonus: used };
        for (const part of parts) {
          const back = bonusBack(part, left, 2);
          expect(back.gte(0) && back.lte(left.bonus)).toBe(true);
          left = { paid: left.paid.minus(part), bonus: left.bonus.minus(back) };
        }
        expect(toPlainDecimal(left.bonus)).toBe('0');
      },
    ),
  );
});

const prepaid = { payment: 'prepaid', approval: 'approved' } as const;

test.each([
  ['a sale in force', aDocument('retailOut', { document: prepaid }), '30'],
  [
    'a sale that waits for approval',
    aDocument('retailOut', { document: { ...prepaid, approval: 'draft', needsApproval: true } }),
    '0',
  ],
  ['a deleted sale', aDocument('retailOut', { document: { ...prepaid, deleted: true } }), '0'],
  ['a sale that is paid now', aDocument('retailOut', {}), '0'],
  [
    'a sale of which cash pays a part',
    aDocument('retailOut', { accounts: { a1: 100 }, document: prepaid }),
    '0',
  ],
])('%s, with 80 of cash and a bonus of 50 prepaid, uses a bonus of %s', (_, document, part) => {
  expect(toPlainDecimal(withBonus('cashFirst', null, document, held('80', '50')).bonus)).toBe(part);
});

test('a bonus share is unchanged while member and amount due are unchanged', () => {
  const before = aDocument('retailOut', { document: { ...prepaid, bonus: decimal(7) } });
  const part = (document: object) => {
    const after = aDocument('retailOut', { document: { ...prepaid, ...document } });
    return toPlainDecimal(withBonus('cashFirst', before, after, held('80', '50')).bonus);
  };
  expect(part({})).toBe('7');
  expect(part({ partnerId: 'another' })).toBe('30');
  expect(part({ paidNow: decimal(120) })).toBe('40');
  expect(part({ deleted: true })).toBe('0');
});

test('a stored bonus of a return or prepayment is unchanged when the document is saved again', () => {
  for (const kind of ['retailBack', 'advanceIn'] as const) {
    const document = aDocument(kind, { document: { ...prepaid, bonus: decimal(7) } });
    expect(withBonus('cashFirst', null, document, held('0', '0'))).toBe(document);
  }
});

test.each([
  ['retailOut', '-103', '-7'],
  ['retailBack', '103', '7'],
  ['advanceIn', '100', '7'],
  ['saleOut', '0', '0'],
] as const)('%s with a bonus of 7 adds %s of cash and %s of bonus', (kind, cash, bonus) => {
  const by = prepaidBy(aDocument(kind, { document: { ...prepaid, bonus: decimal(7) } }));
  expect([toPlainDecimal(by.cash), toPlainDecimal(by.bonus)]).toEqual([cash, bonus]);
});
