import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimal } from '../decimal.ts';
import { inCapitals, inWords } from './words.ts';

describe('an amount in Chinese capitals', () => {
  test.each([
    ['0', '零元整'],
    ['0.004', '零元整'],
    ['0.05', '伍分'],
    ['0.50', '伍角整'],
    ['0.56', '伍角陆分'],
    ['1', '壹元整'],
    ['1.05', '壹元零伍分'],
    ['10', '壹拾元整'],
    ['15.3', '壹拾伍元叁角整'],
    ['101', '壹佰零壹元整'],
    ['1005.60', '壹仟零伍元陆角整'],
    ['1409.50', '壹仟肆佰零玖元伍角整'],
    ['6007.14', '陆仟零柒元壹角肆分'],
    ['10000', '壹万元整'],
    ['10010', '壹万零壹拾元整'],
    ['107000.53', '壹拾万柒仟元伍角叁分'],
    ['16409.02', '壹万陆仟肆佰零玖元零贰分'],
    ['1680.32', '壹仟陆佰捌拾元叁角贰分'],
    ['20000005', '贰仟万零伍元整'],
    ['100000000', '壹亿元整'],
    ['100010000', '壹亿零壹万元整'],
    ['1002003004.05', '壹拾亿零贰佰万叁仟零肆元零伍分'],
    ['123456789012.99', '壹仟贰佰叁拾肆亿伍仟陆佰柒拾捌万玖仟零壹拾贰元玖角玖分'],
    ['1000000000000', '壹万亿元整'],
    ['-88.8', '负捌拾捌元捌角整'],
    ['9.999', '壹拾元整'],
  ])('%s is %s', (amount, words) => {
    expect(inCapitals(decimal(amount), 2)).toBe(words);
  });

  test('never repeats 零, and is different for different amounts', () => {
    const cents = fc.bigInt({ min: 1n, max: 10n ** 15n });
    const written = (value: bigint): string => inCapitals(decimal(value.toString()).div(100), 2);
    fc.assert(
      fc.property(cents, cents, (one, other) => {
        expect(written(one)).not.toMatch(/零零|零[元万亿]/);
        expect(written(one) === written(other)).toBe(one === other);
      }),
    );
  });
});

describe('an amount in English words', () => {
  test.each([
    ['0', 'Zero and 00/100'],
    ['1005.6', 'One thousand five and 60/100'],
    ['115', 'One hundred fifteen and 00/100'],
    ['2000021.99', 'Two million twenty-one and 99/100'],
    ['-3.5', 'Minus three and 50/100'],
    ['0.994', 'Zero and 99/100'],
  ])('%s is %s', (amount, words) => {
    expect(inWords(decimal(amount), 2)).toBe(words);
  });
});

describe('an amount has the decimals of its currency', () => {
  test.each([
    ['1.237', 3, '壹元贰角叁分柒厘', 'One and 237/1000'],
    ['1.205', 3, '壹元贰角零伍厘', 'One and 205/1000'],
    ['0.005', 3, '伍厘', 'Zero and 005/1000'],
    ['12.5', 3, '壹拾贰元伍角整', 'Twelve and 500/1000'],
    ['1500', 0, '壹仟伍佰元整', 'One thousand five hundred'],
    ['0.4', 0, '零元整', 'Zero'],
    ['-2.6', 0, '负叁元整', 'Minus three'],
    ['1.0203', 4, '壹元零贰分零叁毫', 'One and 0203/10000'],
  ])('%s with %i decimals is written as %s', (amount, digits, capitals, words) => {
    expect(inCapitals(decimal(amount), digits)).toBe(capitals);
    expect(inWords(decimal(amount), digits)).toBe(words);
  });
});
