import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Decimal } from '../decimal.ts';
import { ZERO, decimal, toPlainDecimal, sum } from '../decimal.ts';
import { anAmount, refusalOf } from '../testing.ts';
import { Money, digitsIn, currencySignIn } from './money.ts';

const euros = (rate: string) => ({
  number: 'XSDD1',
  currency: 'EUR',
  exchangeRate: decimal(rate),
  moneyDigits: 2,
});
const child = { currency: 'EUR', exchangeRate: decimal('9.99'), moneyDigits: 2 };

/** Takes one part after the other; what each was booked at, and what is left in the books. */
function used(whole: Money, parts: readonly Decimal[]): { booked: string[]; left: Money } {
  let left = whole;
  const booked = parts.map((amount) => {
    const part = left.part(amount, child);
    left = left.minus(part);
    return toPlainDecimal(part.booked);
  });
  return { booked, left };
}

test.each<[string, string, readonly string[], readonly string[]]>([
  // amount, rate, the parts → what each is booked at
  ['100', '8', ['100'], ['800']],
  ['100', '8', ['60', '40'], ['480', '320']],
  ['100', '1', ['33.33', '66.67'], ['33.33', '66.67']],
  // 1.1 × 33.33 = 36.663; the last takes what is left of 110.
  ['100', '1.1', ['33.33', '33.33', '33.34'], ['36.66', '36.66', '36.68']],
  // 0.01 at 0.006 is nothing, until the last.
  ['1', '0.006', ['0.5', '0.49', '0.01'], ['0.01', '0', '0']],
  ['3', '0.5', ['1', '1', '1'], ['0.5', '0.5', '0.5']],
])('%s at %s taken in parts of %j is booked in parts of %j', (amount, rate, parts, expected) => {
  const { booked, left } = used(new Money(euros(rate), decimal(amount)), parts.map(decimal));
  expect(booked).toEqual(expected);
  expect([toPlainDecimal(left.in('EUR')), toPlainDecimal(left.booked)]).toEqual(['0', '0']);
});

test('an operation on money of two currencies is refused', () => {
  const deposit = new Money(euros('8'), decimal(100));
  const yen = new Money({ ...euros('1'), currency: 'JPY' }, decimal(100));
  expect(refusalOf(() => deposit.in('JPY'))).toBe('document.sourceCurrency');
  expect(refusalOf(() => deposit.minus(yen))).toBe('document.sourceCurrency');
  expect(refusalOf(() => deposit.part(decimal(1), { ...child, currency: 'JPY' }))).toBe(
    'document.sourceCurrency',
  );
  expect(toPlainDecimal(deposit.in('EUR'))).toBe('100');
});

test.each([
  ['60', '480', true],
  ['100', '800', true],
  ['100', '799.99', false],
  ['100.01', '800', false],
])('a debt of 100 at 8 covers %s booked at %s: %s', (amount, booked, expected) => {
  const debt = new Money(euros('8'), decimal(100));
  expect(debt.covers(new Money(euros('8'), decimal(amount), decimal(booked)))).toBe(expected);
});

const aRate = fc.integer({ min: 1, max: 20_000_000 }).map((whole) => decimal(whole).times('1e-6'));

test('parts taken at any rate use up the whole booked amount, and none is negative', () => {
  fc.assert(
    fc.property(fc.array(anAmount, { minLength: 1, maxLength: 12 }), aRate, (parts, rate) => {
      const whole = new Money(euros(toPlainDecimal(rate)), sum(parts));
      const { booked, left } = used(whole, parts);
      expect(toPlainDecimal(left.booked)).toBe('0');
      expect(toPlainDecimal(sum(booked.map(decimal)))).toBe(toPlainDecimal(whole.booked));
      for (const part of booked) expect(decimal(part).gte(ZERO)).toBe(true);
    }),
  );
});

test('parts taken, given back and taken again in any order use up the whole booked amount', () => {
  const aHistory = fc.array(fc.nat({ max: 7 }), { maxLength: 20 });
  fc.assert(
    fc.property(
      fc.array(anAmount, { minLength: 2, maxLength: 8 }),
      aRate,
      aHistory,
      (parts, rate, again) => {
        const whole = new Money(euros(toPlainDecimal(rate)), sum(parts));
        const taken = new Map<number, Money>();
        const leftBeside = (own: number) =>
          [...taken]
            .filter(([at]) => at !== own)
            .reduce((left, [, part]) => left.minus(part), whole);
        const take = (at: number) => taken.set(at, leftBeside(at).part(parts[at] ?? ZERO, child));
        for (const at of again) if (!taken.delete(at) && at < parts.length) take(at);
        for (const at of parts.keys()) if (!taken.has(at)) take(at);
        expect(toPlainDecimal(leftBeside(-1).booked)).toBe('0');
      },
    ),
  );
});

test.each([
  ['CNY', 'RMB', 'RMB'],
  ['USD', '¥', 'US$'],
  ['JPY', 'JP¥', 'JPY\u00A0'],
  ['KWD', '¥', 'KWD\u00A0'],
  ['US', '¥', 'US\u00A0'],
] as const)('%s beside a currency with the sign %s has the sign %s', (currency, symbol, sign) => {
  expect(currencySignIn(currency, { currency: 'CNY', currencySymbol: symbol }, 'zh-CN')).toBe(sign);
});

test.each([
  ['CNY', { currency: 'CNY', currencyDigits: 2 }, 2],
  ['CNY', { currency: 'CNY', currencyDigits: 0 }, 0],
  ['JPY', { currency: 'JPY', currencyDigits: 0 }, 0],
  ['USD', { currency: 'JPY', currencyDigits: 0 }, 2],
  ['JPY', { currency: 'CNY', currencyDigits: 2 }, 0],
  ['KWD', { currency: 'CNY', currencyDigits: 2 }, 3],
  ['XYZ', { currency: 'JPY', currencyDigits: 0 }, 2],
] as const)('%s in a company of %j has %i decimals', (currency, own, digits) => {
  expect(digitsIn(currency, own)).toBe(digits);
});
