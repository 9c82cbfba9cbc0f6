import { describe, expect, test } from 'vitest';
import { readScan } from './scanCode.ts';
import { noScanRules } from './scanRules.ts';

const TODAY = '2026-12-01';
const read = (text: string) => readScan(text, TODAY);
const unmeasured = { alternatives: [], weight: '', amount: '' };
const plain = { ...unmeasured, lot: '', produced: '', expiry: '', serial: '', quantity: '' };
const GTIN = '06901234567892';
const SEPARATOR = '\u001d';

describe('plain codes', () => {
  test.each([
    ['6901234567892', '6901234567892'],
    ['  1001 ', '1001'],
    ['SN-0102', 'SN-0102'],
    [']E06901234567892', '6901234567892'],
    ['06901234567892', '06901234567892'],
    ['0106901234567892', '0106901234567892'],
    // The check digit is wrong: no GTIN, so the text is a serial.
    ['01069012345678931712', '01069012345678931712'],
    ['６９０１２３４５６７８９２', '6901234567892'],
    ['２０１２３４５０１２３４７', '2012345012347'],
    ['ＳＮ０１', 'ＳＮ０１'],
    ['\u0002SN-0102\u0003\r', 'SN-0102'],
    ['https://example.com/tea', 'https://example.com/tea'],
    // Eight digits whose last is no check digit of a UPC-E.
    ['01234567', '01234567'],
  ])('%s means only its own text', (text, code) => {
    expect(read(text)).toEqual({ code, ...plain });
  });
});

test('a UPC-E also means its EAN-13', () => {
  expect(read('04252614')).toEqual({ ...plain, code: '04252614', alternatives: ['0042100005264'] });
  expect(read('01234505')).toMatchObject({ alternatives: ['0012000003455'] });
});

test('characters of a scanner around a code are no part of the code', () => {
  const rules = { ...noScanRules, scannerPrefix: '~', scannerSuffix: '#' };
  for (const typed of ['~1001#', '1001', ' ~1001#\r', '～1001＃'])
    expect(readScan(typed, TODAY, rules)).toEqual({ ...plain, code: '1001' });
  expect(readScan('~', TODAY, rules)).toEqual({ ...plain, code: '~' });
});

describe('GS1 codes', () => {
  const whole = {
    ...unmeasured,
    code: GTIN,
    lot: 'A1-7',
    produced: '',
    expiry: '2027-05-31',
    serial: 'X9',
    quantity: '',
  };

  test.each([
    ['a DataMatrix', `]d201${GTIN}1727053110A1-7${SEPARATOR}21X9`],
    ['a GS1-128', `]C101${GTIN}10A1-7${SEPARATOR}1727053121X9`],
    [
      'a separator without symbology identifier',
      `${SEPARATOR}01${GTIN}1727053121X9${SEPARATOR}10A1-7`,
    ],
    ['the text printed below a code', `(01)${GTIN}(17)270531(10)A1-7(21)X9`],
    ['day 00 of a month', `(01)${GTIN}(17)270500(10)A1-7(21)X9`],
    ['best before without expiry', `(01)${GTIN}(15)270531(10)A1-7(21)X9`],
    ['an equal element twice', `(01)${GTIN}(17)270531(10)A1-7(10)A1-7(21)X9`],
    ['printed text with blanks', `(01) ${GTIN} (17) 270531 (10) A1-7 (21) X9`],
    ['printed text in wide signs', `（01）０6901234567892（17）270531（10）A1-7（21）X9`],
    ['a web address', `https://id.gs1.org/01/${GTIN}/10/A1-7/21/X9?17=270531`],
    [
      'a web address of a brand',
      `HTTPS://tea.example/p/01/6901234567892/10/A1%2D7/21/X9?17=270531&q=1`,
    ],
    ['a written separator', `]d201${GTIN}10A1-7<GS>17270531{gs}21X9`],
    ['elements without use here', `(01)${GTIN}(240)RED(410)1234567890128(17)270531(10)A1-7(21)X9`],
  ])('%s names goods, lot, expiry and serial', (_, text) => {
    expect(read(text)).toEqual(whole);
  });

  test('a code without separator is read if no further element can hide in the lot', () => {
    expect(read(`01${GTIN}1727053110AB7`)).toEqual({ ...whole, lot: 'AB7', serial: '' });
    expect(read(`01${GTIN}10AB21X9`)).toEqual({ fault: 'separator' });
  });

  test('a lot has up to 20 characters, in the case of its code', () => {
    const lot = 'aB3-5/7_9(1)3.5%7&9x';
    expect(read(`]C101${GTIN}10${lot}`)).toEqual({ ...plain, code: GTIN, lot });
  });

  test('a carton names its contents and their number', () => {
    expect(read(`(02)${GTIN}(37)0024`)).toEqual({ ...plain, code: GTIN, quantity: '24' });
  });

  test.each([
    ['991231', '1999-12-31'],
    ['760101', '2076-01-01'],
    ['770101', '1977-01-01'],
    ['280229', '2028-02-29'],
  ])('production day %s is %s, the nearest century', (text, produced) => {
    expect(read(`(01)${GTIN}(11)${text}`)).toEqual({ ...plain, code: GTIN, produced });
  });

  test.each([
    ['an unknown identifier', `]C101${GTIN}05123`, 'unreadable'],
    ['a text too short', `]C101${GTIN}172705`, 'unreadable'],
    ['two lots', `(01)${GTIN}(10)A(10)B`, 'unreadable'],
    ['no number of units', `(02)${GTIN}(37)0`, 'unreadable'],
    ['a pallet without goods', '(00)006141411234567890', 'noGoods'],
    ['a lot of 21 characters', `]C101${GTIN}10${'A'.repeat(21)}`, 'separator'],
    ['two serials', `(01)${GTIN}(21)X9,X10`, 'unreadable'],
    ['a wrong check digit', '(01)06901234567893(10)A', 'checkDigit'],
    ['day 31 of a short month', `(01)${GTIN}(17)270631`, 'day'],
    ['month 13', `(01)${GTIN}(17)271301`, 'day'],
    ['goods of variable measure without weight', '(01)90012345678908(10)A', 'weight'],
    ['a weight of zero', '(01)90012345678908(3103)000000', 'weight'],
    ['a web address with half a pair', `https://id.gs1.org/01/${GTIN}/10`, 'unreadable'],
    [
      'a web address with a malformed lot',
      `https://id.gs1.org/01/${GTIN}/10/%E0%A4%A`,
      'unreadable',
    ],
    [
      'a web address with a wrong check digit',
      'https://id.gs1.org/01/06901234567893',
      'checkDigit',
    ],
  ])('%s is refused', (_, text, fault) => {
    expect(read(text)).toEqual({ fault });
  });
});

describe('goods of variable measure', () => {
  // The EAN-13 inside the GTIN has its own check digit.
  const goods = { ...plain, code: '90012345678908', alternatives: ['0012345678905'] };

  test.each([
    ['a net weight in kilograms', '(01)90012345678908(3103)001750', { weight: '1.75' }],
    ['a net weight in pounds', '(01)90012345678908(3202)000100', { weight: '0.45359237' }],
    [
      'weight and price',
      '(01)90012345678908(3103)001750(3922)1299',
      { weight: '1.75', amount: '12.99' },
    ],
    ['a number of pieces', '(01)90012345678908(30)12', { quantity: '12' }],
    [
      'an example of the GS1 standards',
      '(01)90614141000015(3103)001750',
      {
        code: '90614141000015',
        alternatives: ['0614141000012'],
        weight: '1.75',
      },
    ],
  ])('%s is read', (_, text, part) => {
    expect(read(text)).toEqual({ ...goods, ...part });
  });

  test('the net weight of a fixed package is ignored', () => {
    expect(read(`(01)${GTIN}(3103)001750`)).toEqual({ ...plain, code: GTIN });
  });
});
