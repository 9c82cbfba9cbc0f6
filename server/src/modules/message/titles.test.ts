import { expect, test } from 'vitest';
import type { Context } from '../../kernel/access/index.ts';
import { keptTitle, toldTitle } from './titles.ts';

type Reader = Pick<Context, 'language' | 'scope'>;
const readerOf = (language: Reader['language'], ...hidden: readonly string[]): Reader =>
  // SAFETY: a title asks for nothing but what is hidden.
  ({ language, scope: { hidden: new Set(hidden) } }) as unknown as Reader;

const title = keptTitle('receivableDue', 'XSCK1 Mary, XSCK2 John', {
  count: 26,
  amount: '¥14,129.58',
});

test.each([
  [readerOf('zh-cn'), '26 张应收到期 ¥14,129.58: XSCK1 Mary, XSCK2 John'],
  [readerOf('en'), '26 bills due, ¥14,129.58 to collect: XSCK1 Mary, XSCK2 John'],
  [readerOf('zh-cn', 'sale'), '26 张应收到期: XSCK1 Mary, XSCK2 John'],
  [readerOf('en', 'money'), '26 bills due, to collect: XSCK1 Mary, XSCK2 John'],
])(
  'a message of due bills shows the count, and the sum only to readers with amount rights (%#)',
  (reader, shown) => {
    expect(toldTitle('receivableDue', title, reader)).toBe(shown);
  },
);

test('a message of a single due bill is in the singular', () => {
  const one = keptTitle('payableDue', 'CGRK1 Mary', { count: 1, amount: '¥5.00' });
  expect(toldTitle('payableDue', one, readerOf('en'))).toBe('1 bill due, ¥5.00 to pay: CGRK1 Mary');
});

test('a message of due bills stored without a count keeps its previous wording', () => {
  const before = keptTitle('receivableDue', 'XSCK1 Mary');
  expect(toldTitle('receivableDue', before, readerOf('en'))).toBe('To be collected: XSCK1 Mary');
});
