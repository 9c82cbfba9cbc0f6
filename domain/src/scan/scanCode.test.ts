import { describe, expect, test } from 'vitest';
import { readScan } from './scanCode.ts';

const TODAY = '2026-12-01';
const read = (text: string) => readScan(text, TODAY);
const plain = { lot: '', produced: '', expiry: '', serial: '', quantity: '' };
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
  ])('%s means only its own text', (text, code) => {
    expect(read(text)).toEqual({ code, ...plain });
  });
});

describe('GS1 codes', () => {
  const whole = {
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
    ['goods counted by weight', '(01)90012345678908(3103)001750', 'weight'],
  ])('%s is refused', (_, text, fault) => {
    expect(read(text)).toEqual({ fault });
  });
});
