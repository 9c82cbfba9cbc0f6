import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideNumberFormat, parseNumberColumn, workbookNumbersIn } from './numberColumn.ts';
import { parseNumberText, parseTypedNumber } from './numberText.ts';
import type { NumberText } from './numberText.ts';

const shown = (read: NumberText): string => (read.kind === 'number' ? read.value : read.kind);

describe('a number text', () => {
  test.each([
    ['100', '100'],
    ['+100', '100'],
    ['100-', '-100'],
    ['100+', '100'],
    ['(100)', '-100'],
    ['（100.50）', '-100.5'],
    ['($1,234.50)', '-1234.5'],
    ['\u2212100', '-100'],
    ['-￥1,009.90', '-1009.9'],
    ['CNY 100', '100'],
    ['CNY -100.00', '-100'],
    ['100 EUR', '100'],
    ['HK$100', '100'],
    ['100元', '100'],
    ['￥100元', '100'],
    ['-¥1,200.00 元', '-1200'],
    ['RMB 100', '100'],
    ['RMB 100元', '100'],
    ['人民币100元整', '100'],
    ['€1,200.00 EUR', '1200'],
    ['1.234,50 TL', '1234.5'],
    ['kr 1 234,50', '1234.5'],
    ['100块', '100'],
    ['100원', '100'],
    ['1 000,50 kr', '1000.5'],
    ['100 zł', '100'],
    ['100 Kč', '100'],
    ["1'000", '1000'],
    ['1’234’567.80', '1234567.8'],
    ['1 234,50', '1234.5'],
    ['1\u00A0234\u00A0567,5', '1234567.5'],
    ['1\u202F234,50', '1234.5'],
    ['1.234,50', '1234.5'],
    ['1,234.50', '1234.5'],
    ['1.234.567', '1234567'],
    ['1,234,567', '1234567'],
    ['1,00,000', '100000'],
    ['9,90', '9.9'],
    ['１２，５', '12.5'],
    ['１２。５', '12.5'],
    ['12,34', '12.34'],
    ['0,125', '0.125'],
    ['1234,567', '1234.567'],
    ['.5', '0.5'],
    [',5', '0.5'],
    ['007', '7'],
    ['-0,00', '0'],
    ['1,234', 'ambiguous'],
    ['1.234', 'ambiguous'],
    ['-1,234', 'ambiguous'],
    ['CNY 1,234', 'ambiguous'],
    ['', 'none'],
    ['-', 'none'],
    ['twelve', 'none'],
    ['USD 100元', 'none'],
    ['1e5', 'none'],
    ['2.3E+18', 'none'],
    ['--1', 'none'],
    ['(-5)', 'none'],
    ['-5-', 'none'],
    ['1.2.3', 'none'],
    ['1,0000', 'ambiguous'],
    ['0,1234', '0.1234'],
    ['1 2', 'none'],
    ['1,23,45', 'none'],
    ['100 PCS', 'none'],
    ['100,-', '100'],
    ['100.-', '100'],
    ['-100,-', '-100'],
    ['100.--', '100'],
    ['100,–', '100'],
    ['1.000,-', '1000'],
    ["CHF 1'000.-", '1000'],
    ['100,- €', '100'],
    ['1,000-', 'ambiguous'],
    ['1,000.50-', '-1000.5'],
    ['¥1,000-', 'none'],
    ['￥1000 -', 'none'],
    ['JPY 1,000-', 'none'],
    ['10²', 'none'],
    ['12.5¹', 'none'],
    ['①', 'none'],
    ['⒈5', 'none'],
    ['10⁻', 'none'],
    ['1.5万', 'none'],
    ['2026-01-05', 'none'],
    ['12:30', 'none'],
  ])('%j is %s', (text, value) => expect(shown(parseNumberText(text))).toBe(value));

  test.each([
    ['100 DR', { value: '100', side: 'debit' }],
    ['1,234.50CR', { value: '1234.5', side: 'credit' }],
    ['CNY 100 Cr.', { value: '100', side: 'credit' }],
    ['13%', { value: '13', isPercent: true }],
    ['13 ％', { value: '13', isPercent: true }],
    ['-2,5 %', { value: '-2.5', isPercent: true }],
  ])('%j yields its sign word or percent sign', (text, told) =>
    expect(parseNumberText(text)).toMatchObject(told),
  );

  test.each([
    ['1.234', '1.234'],
    ['1,234', 'ambiguous'],
    ['9,90', '9.9'],
    ['1,234.5', '1234.5'],
  ])('typed alone, %j is %s', (text, value) => expect(shown(parseTypedNumber(text))).toBe(value));
});

describe('a column of numbers', () => {
  test.each([
    [['1,234', '9,90'], { kind: 'clear', mark: ',' }],
    [['1,234', '9.90'], { kind: 'clear', mark: '.' }],
    [['1,234,567', '1.234'], { kind: 'clear', mark: '.' }],
    [['100', '', 'n/a'], { kind: 'clear', mark: '.' }],
    [['5', '1,234'], { kind: 'unclear', at: 1 }],
    [['1.234', '2,345'], { kind: 'unclear', at: 0 }],
    [['9,90', '7', '9.95'], { kind: 'unclear', at: 2 }],
  ])('%j is decided by all of its rows', (texts, format) =>
    expect(decideNumberFormat(texts)).toEqual(format),
  );

  test('numbers of a workbook do not decide how its texts are read', () => {
    const numbers = workbookNumbersIn([[0]], 0);
    expect(decideNumberFormat(['1.125', '1,234'], numbers)).toEqual({ kind: 'unclear', at: 1 });
    expect(decideNumberFormat(['1.125', '12,5'], numbers)).toEqual({ kind: 'clear', mark: ',' });
  });

  test('a single point is a decimal point in file formats that declare decimal points', () => {
    const format = { hasDecimalPoints: true };
    expect(decideNumberFormat(['1.234'], format)).toEqual({ kind: 'clear', mark: '.' });
    expect(decideNumberFormat(['1,234'], format)).toEqual({ kind: 'unclear', at: 0 });
  });
});

const styles = [
  { mark: '.', between: ',' },
  { mark: ',', between: '.' },
  { mark: ',', between: ' ' },
  { mark: '.', between: "'" },
  { mark: '.', between: '' },
  { mark: ',', between: '' },
] as const;
const written = (value: string, { mark, between }: (typeof styles)[number]): string => {
  const [whole = '', fraction] = value.split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+(?!\d))/g, between);
  return fraction === undefined ? grouped : `${grouped}${mark}${fraction}`;
};
const numbers = fc
  .tuple(fc.nat(9_999_999), fc.option(fc.stringMatching(/^\d{0,5}[1-9]$/), { nil: undefined }))
  .map(([whole, fraction]) => (fraction === undefined ? `${whole}` : `${whole}.${fraction}`));

test('a column of numbers in a single style is read unchanged, or the column is reported unclear', () => {
  fc.assert(
    fc.property(
      fc.array(numbers, { minLength: 1, maxLength: 8 }),
      fc.constantFrom(...styles),
      fc.constantFrom(
        (text: string) => text,
        (text: string) => `${text} EUR`,
        (text: string) => `+${text}`,
      ),
      (values, style, dressed) => {
        const read = parseNumberColumn(values.map((value) => dressed(written(value, style))));
        for (const [at, one] of read.entries())
          expect(one.kind === 'ambiguous' ? values[at] : shown(one)).toBe(values[at]);
      },
    ),
    { numRuns: 1000 },
  );
});

test('a typed number is read as written or reported ambiguous, with either decimal mark', () => {
  fc.assert(
    fc.property(numbers, fc.constantFrom(...styles), (value, style) => {
      const text = written(value, style);
      const read = parseTypedNumber(text);
      // A lone point before three digits is taken for the product's own decimal mark.
      const isAsked = read.kind === 'ambiguous' || /^\d{1,3}\.\d{3}$/.test(text);
      expect(isAsked ? value : shown(read)).toBe(value);
    }),
    { numRuns: 1000 },
  );
});

test('an overlong text is not read as a number', () => {
  expect(parseNumberText('1'.repeat(101)).kind).toBe('none');
  expect(parseNumberText(`${' '.repeat(200)}1`)).toMatchObject({ value: '1' });
});

test('a chosen decimal comma applies to text cells of a workbook, not to number cells', () => {
  const texts = ['1.125', '1.125', '1,234', '1.234,5'];
  const read = parseNumberColumn(texts, { ...workbookNumbersIn([[0]], 0), mark: ',' });
  expect(read.map(shown)).toEqual(['1.125', '1125', '1.234', '1234.5']);
});

test('a number with invisible characters among the digits is ambiguous or not read', () => {
  const read = parseNumberColumn(['1.234\u200B', '\u200E2.345', '\u200B$5'], { currency: 'CNY' });
  expect(read.map(({ kind }) => kind)).toEqual(['ambiguous', 'ambiguous', 'none']);
});
