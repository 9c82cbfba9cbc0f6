import type { SheetField } from '@tradehouse/contract';
import { sheets } from '@tradehouse/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellValue } from './cellValue.ts';
import type { SheetCell } from './read/cells.ts';

const field = (given: Partial<SheetField>): SheetField => ({
  type: 'text',
  example: ['', ''],
  ...given,
});
const said = (given: Partial<SheetField>, cell: SheetCell | undefined): string | null => {
  const read = cellValue(field(given), cell, { currency: 'CNY' });
  return 'fault' in read ? read.fault.key : read.value;
};
const text = (value: string): SheetCell => ({ text: value });
const number = (value: string): SheetCell => ({ number: value });
const percent = (value: string): SheetCell => ({ number: value, isPercent: true });

test('an amount beside the sign of the settings is in the own currency', () => {
  const amount = field({ type: 'amount' });
  const money = { currency: 'PAB', ownSign: '$' };
  expect(cellValue(amount, text('$5'), money)).toEqual({ value: '5' });
  expect(cellValue(amount, text('€5'), money)).toHaveProperty('fault');
});

test.each<[string, Partial<SheetField>, SheetCell | undefined, string | null]>([
  ['a text', {}, text('  Flask '), 'Flask'],
  ['a number as text', {}, number('6.901234500017E12'), '6901234500017'],
  ['a name over two lines', {}, text('Flask\r\n500\tml'), 'Flask 500 ml'],
  ['a sign that turns the direction of writing', {}, text('\u202dFlask\u202c'), 'Flask'],
  ['nothing that is seen', { required: 'cell' }, text('\u202d\u200e'), 'cell.missing'],
  ['blanks of other scripts', { required: 'cell' }, text('\u3164\u200b'), 'cell.missing'],
  ['a remark of two lines', { lines: true }, text('one\r\ntwo\u0007'), 'one\ntwo'],
  ['a copied barcode', { type: 'barcode' }, text('\u202a690123\u202c'), '690123'],
  ['an amount in yuan', { type: 'amount' }, text('¥1,200.5元'), '1200.5'],
  ['an amount with its currency', { type: 'amount' }, text('CNY 12.50'), '12.5'],
  ['an amount in dollars', { type: 'amount' }, text('$12'), 'cell.otherCurrency'],
  ['an amount in euros', { type: 'amount' }, text('12 EUR'), 'cell.otherCurrency'],
  [
    'a currency that ISO 4217 does not know',
    sheets.exchangeRates.fields['currency'] ?? {},
    text('ZZZ'),
    'cell.currency',
  ],
  ['a blank', {}, undefined, null],
  ['a blank that must be filled', { required: 'cell' }, text('  '), 'cell.missing'],
  ['a formula', {}, { formula: true }, 'cell.formula'],
  ['a long text', { most: 3 }, text('四个字了'), 'cell.tooLong'],
  ['a text of three signs beyond the basic plane', { most: 3 }, text('😀😀😀'), '😀😀😀'],
  ['a short text', { least: 2 }, text('x'), 'cell.tooShort'],
  [
    'an e-mail address',
    sheets.suppliers.fields['email'] ?? {},
    text('lin@example.com'),
    'lin@example.com',
  ],
  ['what is none', sheets.suppliers.fields['email'] ?? {}, text('lin'), 'cell.email'],
  [
    'letters in a telephone number',
    sheets.members.fields['phone'] ?? {},
    text('12ab'),
    'cell.phone',
  ],
  ['a barcode', { type: 'barcode' }, number('690123'), '690123'],
  ['attributes', { type: 'attributes' }, text('颜色:红;尺码:M'), '颜色:红;尺码:M'],
  [
    'attributes with wide marks',
    { type: 'attributes' },
    text(' 颜色： 红 ；尺码：M'),
    '颜色:红;尺码:M',
  ],
  [
    'a value with marks',
    { type: 'attributes' },
    text('Size:1:2;3;Colour:red'),
    'Size:1:2;3;Colour:red',
  ],
  ['a value alone', { type: 'attributes' }, text('红'), 'cell.attributes'],
  ['an attribute without value', { type: 'attributes' }, text('颜色:;尺码:M'), 'cell.attributes'],
  ['letters for a barcode', { type: 'barcode' }, text('A690123'), 'barcode.format'],
  ['an amount', { type: 'amount' }, text('1,234.50'), '1234.5'],
  ['zeros that say nothing', { type: 'amount' }, text('0052.500'), '52.5'],
  ['a whole amount', { type: 'amount' }, number('100.000'), '100'],
  ['nothing', { type: 'amount' }, number('0.0'), '0'],
  ['what arithmetic left over', { type: 'amount' }, number('0.30000000000000004'), '0.3'],
  ['a small amount', { type: 'amount' }, number('1E-6'), '0.000001'],
  ['too small an amount', { type: 'amount' }, number('1E-7'), 'cell.decimals'],
  ['a decimal comma', { type: 'amount' }, text('1,23'), '1.23'],
  ['thousands or decimals', { type: 'amount' }, text('1,234'), 'cell.ambiguous'],
  ['thousands or decimals with a point', { type: 'amount' }, text('1.234'), 'cell.ambiguous'],
  ['a number of three decimals', { type: 'amount' }, number('1.234'), '1.234'],
  ['a rate in percent', sheets.customers.fields['taxRate'] ?? {}, percent('0.13'), '13'],
  ['a rate with its sign', sheets.customers.fields['taxRate'] ?? {}, text('13 %'), '13'],
  ['a percentage of what is no rate', { type: 'amount' }, percent('0.13'), 'cell.number'],
  ['an amount in yuan', { type: 'amount' }, { number: '5', currency: '¥' }, '5'],
  ['an amount in euro', { type: 'amount' }, { number: '5', currency: '€' }, 'cell.otherCurrency'],
  ['a time of day', { type: 'amount' }, text('12:00'), 'cell.number'],
  ['a percentage as text', {}, percent('0.13'), '13%'],
  ['a day from 1904', { type: 'day' }, { number: '44624', isFrom1904: true }, '2026-03-05'],
  // Spreadsheets write seventeen digits of a number whose cents they keep.
  [
    'cents above ten thousand millions',
    { type: 'amount' },
    number('98765432109.869995'),
    '98765432109.87',
  ],
  ['a long number for a text', {}, number('2304567890123456789'), 'cell.longNumber'],
  [
    'a long number for an amount',
    { type: 'amount' },
    number('1234567890.123456'),
    'cell.longNumber',
  ],
  ['a shortened number for a text', {}, text('2.3E+18'), 'cell.longNumber'],
  ['a shortened number for a barcode', { type: 'barcode' }, text('2.3E+18'), 'cell.longNumber'],
  ['an error of the spreadsheet as text', {}, text('#N/A'), 'cell.error'],
  ['an error for a barcode', { type: 'barcode' }, text('#REF!'), 'cell.error'],
  ['a mark of repetition', {}, text('同上'), 'cell.merged'],
  ['a ditto mark', { lines: true }, text(' 〃 '), 'cell.merged'],
  ['a formula without result', {}, text('='), 'cell.formula'],
  ['a name with a number sign', {}, text('#N/A cable'), '#N/A cable'],
  ['a code in an accounting format', {}, { number: '1001', currency: '¥' }, '1001'],
  [
    'a barcode in an accounting format',
    { type: 'barcode' },
    { number: '6901234500017', currency: '¥' },
    '6901234500017',
  ],
  ['an error for a text', {}, { error: '#N/A' }, 'cell.error'],
  ['a merged text', {}, { above: text('Cups') }, 'Cups'],
  ['a merged amount', { type: 'amount' }, { above: number('5') }, 'cell.merged'],
  ['a merged barcode', { type: 'barcode' }, { above: number('690123') }, '690123'],
  ['minus nothing', { type: 'amount' }, text('-0'), '0'],
  ['below nothing', { type: 'amount' }, number('-1'), 'cell.negative'],
  ['more than the books hold', { type: 'amount' }, text('1000000000000000'), 'cell.tooBig'],
  ['an error of the spreadsheet', { type: 'amount' }, text('#REF!'), 'cell.number'],
  ['a rate above 100', { type: 'amount', most: 100 }, number('101'), 'cell.tooBig'],
  ['a whole number', { type: 'integer' }, number('365.0'), '365'],
  ['half a day', { type: 'integer' }, number('0.5'), 'cell.wholeNumber'],
  ['yes', { type: 'flag' }, text('YES'), 'true'],
  ['是', { type: 'flag' }, text('是'), 'true'],
  ['1', { type: 'flag' }, number('1'), 'true'],
  ['a tick', { type: 'flag' }, { flag: false }, 'false'],
  ['nothing said of a flag', { type: 'flag' }, undefined, 'false'],
  ['maybe', { type: 'flag' }, text('maybe'), 'cell.flag'],
])(
  'a sheet cell is converted or refused by the type of its field: %s',
  (_, given, cell, expected) => {
    expect(said(given, cell)).toBe(expected);
  },
);

test('a cell value read from its own output is unchanged', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.values(sheets).flatMap((sheet) => Object.values(sheet.fields))),
      fc.oneof(fc.string(), fc.double({ noNaN: true }).map(String)),
      (one, value) => {
        const first = cellValue(one, { text: value }, { currency: 'CNY' });
        if ('fault' in first || first.value === null) return;
        const isNumber = one.type === 'amount' || one.type === 'integer';
        const again = isNumber ? { number: first.value } : { text: first.value };
        expect(cellValue(one, again, { currency: 'CNY' })).toEqual(first);
      },
    ),
  );
});

test('an overlong text in a percentage cell is refused within a second of processor time', () => {
  const start = process.cpuUsage();
  const long = text(`1${' '.repeat(30_000)}x`);
  expect(said({ type: 'amount', measure: 'percent' }, long)).toBe('cell.number');
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(1_000);
});
