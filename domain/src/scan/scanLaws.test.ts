// Laws of scanned texts, for all inputs.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ELEMENT_SEPARATOR, checkDigitOf } from './elements.ts';
import { readScan } from './scanCode.ts';
import { noScanRules } from './scanRules.ts';
import { gramRule, printCodeElements } from './testCodes.ts';
import { splitTypedScans } from './typedScans.ts';

const TODAY = '2026-12-01';
const rules = {
  weightCodes: [gramRule, { ...gramRule, prefix: '22', measure: 'price' as const }],
  scannerPrefix: '~',
  scannerSuffix: '#',
};

/** Texts near real codes: identifiers, separators, brackets, addresses, digits. */
const aTypedText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '01',
        '(01)',
        '10',
        '(10)',
        '17',
        '310',
        ELEMENT_SEPARATOR,
        '<GS>',
        ']C1',
        ']d2',
      ),
      fc.constantFrom('https://a.b/01/', '/10/', '?17=', '%', '~', '#', ' ', '\t', '２', '21'),
      fc.stringMatching(/^\d{1,14}$/),
      fc.string({ maxLength: 8 }),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

const aGtin = fc.stringMatching(/^[0-8]\d{12}$/).map((body) => body + checkDigitOf(body));
const aLot = fc.stringMatching(/^[A-Za-z0-9./_-]{1,20}$/);

test('reading never throws', () => {
  fc.assert(
    fc.property(aTypedText, (text) => {
      for (const given of [rules, noScanRules]) {
        const reading = readScan(text, TODAY, given);
        expect('fault' in reading || typeof reading.code === 'string').toBe(true);
      }
      for (const code of splitTypedScans(text)) expect(code.trim()).not.toBe('');
    }),
    { numRuns: 500 },
  );
});

test('a plain code read again stays the same code', () => {
  fc.assert(
    fc.property(aTypedText, (text) => {
      const once = readScan(text, TODAY);
      if ('fault' in once || once.lot + once.serial + once.weight !== '') return;
      expect(readScan(once.code, TODAY)).toMatchObject({ code: once.code });
    }),
    { numRuns: 500 },
  );
});

test('elements that a scanner sends are read in any order, with the same content', () => {
  fc.assert(
    fc.property(
      aGtin,
      aLot,
      aLot,
      fc.integer({ min: 1, max: 99_999_999 }),
      fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }),
      (gtin, lot, serial, count, order) => {
        const elements = [
          { identifier: '01', text: gtin },
          { identifier: '10', text: lot },
          { identifier: '21', text: serial },
          { identifier: '17', text: '270531' },
          { identifier: '30', text: String(count) },
        ];
        const sent = order.flatMap((at) => elements[at] ?? []);
        const whole = {
          code: gtin,
          lot,
          serial,
          produced: '',
          expiry: '2027-05-31',
          quantity: String(count),
          alternatives: [],
          weight: '',
          amount: '',
        };
        expect(readScan(printCodeElements(sent), TODAY)).toEqual(whole);
        const printed = sent.map(({ identifier, text }) => `(${identifier}) ${text}`).join(' ');
        expect(splitTypedScans(printed)).toHaveLength(1);
        expect(readScan(splitTypedScans(printed)[0] ?? '', TODAY)).toEqual(whole);
        const path = `/10/${encodeURIComponent(lot)}/21/${encodeURIComponent(serial)}`;
        expect(
          readScan(`https://id.gs1.org/01/${gtin}${path}?17=270531&30=${count}`, TODAY),
        ).toEqual(whole);
      },
    ),
  );
});

test.each([
  ['1001 1002\n1003', ['1001', '1002', '1003']],
  ['(01) 06901234567892 (10) A1', ['(01)06901234567892(10)A1']],
  [
    '(01)06901234567892(10)A1 (01)06901234567892(10)B',
    ['(01)06901234567892(10)A1', '(01)06901234567892(10)B'],
  ],
  ['\u0002 \t', ['\u0002']],
  ['  ', []],
])('the typed text %j is split into its codes', (text, codes) => {
  expect(splitTypedScans(text)).toEqual(codes);
});
