import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ZERO, decimal, toPlainDecimal, sum } from '../decimal.ts';
import type { AnyKindCode } from '../document/kindCode.ts';
import { kindCodes } from '../document/kindCode.ts';
import { calculatePostings } from '../posting/postings.ts';
import type { DocumentWish } from '../testing.ts';
import { aDocument } from '../testing.ts';
import { exchangeOfDeposit, exchangeOnLines } from './exchange.ts';
import { keepsIn } from './moneyLines.ts';

const onLines = (kind: AnyKindCode, wish: DocumentWish): string[] => {
  const document = aDocument(kind, wish);
  return exchangeOnLines(document, document.moneyLines).map(toPlainDecimal);
};

test.each<[AnyKindCode, string[]]>([
  ['moneyIn', ['20', '-60']],
  ['moneyOut', ['-20', '60']],
  ['depositIn', ['20', '-60']],
  ['depositOut', ['-20', '60']],
  ['itemIn', ['0', '0']],
])('%s posts the exchange difference between its rate and the booked amount', (kind, expected) => {
  const money = [
    { amount: 100, settles: 'd8', booked: 800 },
    { amount: 50, settles: 'd9', booked: 470 },
  ];
  expect(onLines(kind, { money, exchangeRate: '8.2' })).toEqual(expected);
});

test('a return settled together with a bill has an exchange difference of the opposite sign', () => {
  const money = [
    { amount: 100, settles: 'd8', booked: 800 },
    { amount: -50, settles: 'd9', booked: -400 },
  ];
  expect(onLines('moneyIn', { money, exchangeRate: '9' })).toEqual(['100', '-50']);
});

test.each<[AnyKindCode, string]>([
  ['saleOut', '-100'],
  ['purchaseIn', '100'],
  ['saleBack', '0'],
])('%s books the exchange difference of a deposit of 800 now worth 900', (kind, expected) => {
  const wish = { depositUsed: 100, depositBooked: 800, paidNow: 0, exchangeRate: '9' };
  expect(toPlainDecimal(exchangeOfDeposit(aDocument(kind, wish)))).toBe(expected);
});

const cents = (most: number) =>
  fc.integer({ min: 1, max: most }).map((amount) => toPlainDecimal(decimal(amount).dividedBy(100)));

test('exchange differences of lines add up to the posted exchange difference, for any rate', () => {
  const aLine = fc.tuple(cents(1_000_000), cents(9_000_000));
  const aRate = fc
    .integer({ min: 1, max: 20_000_000 })
    .map((rate) => toPlainDecimal(decimal(rate).times('1e-6')));
  fc.assert(
    fc.property(
      fc.constantFrom(...kindCodes),
      aRate,
      fc.array(aLine, { minLength: 1, maxLength: 4 }),
      cents(100_000),
      fc.boolean(),
      (kind, exchangeRate, lines, depositBooked, keeps) => {
        const settled = lines.map(([amount, booked], at) => ({
          amount,
          booked,
          settles: `d${at}`,
        }));
        const least = lines.map(([amount]) => Number(amount)).toSorted((one, other) => one - other);
        const kept = keeps && keepsIn(kind) !== null ? [{ amount: -(least[0] ?? 0) }] : [];
        const money = [...settled, ...kept];
        const document = aDocument(kind, {
          exchangeRate,
          depositUsed: 10,
          depositBooked,
          paidNow: 0,
          ...(kind.startsWith('money') || kind.startsWith('deposit') ? { money } : {}),
        });
        const booked = calculatePostings(document).entries.map(({ from, to, amount }) =>
          from.purse === 'exchange' ? amount : to.purse === 'exchange' ? amount.negated() : ZERO,
        );
        const told = [
          exchangeOfDeposit(document),
          ...exchangeOnLines(document, document.moneyLines),
        ];
        expect(toPlainDecimal(sum(told))).toBe(toPlainDecimal(sum(booked)));
      },
    ),
  );
});
