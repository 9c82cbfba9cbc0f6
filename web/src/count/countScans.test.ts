import { noScanRules } from '@tradehouse/domain';
import { barcodesForLine } from '@tradehouse/contract';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import * as client from '../app/net/client.ts';
import * as settings from '../app/settings/settings.ts';
import { aProduct } from '../document/lines/testProduct.ts';
import { loadPhrases, t } from '../phrase/index.ts';
import { countEntryOfScan } from './countScans.ts';

beforeAll(() => loadPhrases('en'));
afterEach(() => vi.restoreAllMocks());

const GTIN = '06901234567892';
const scanRules = {
  ...noScanRules,
  weightCodes: [
    {
      prefix: '21' as const,
      measure: 'weight' as const,
      itemDigits: 5,
      weightDecimals: 3,
      priceDecimals: 2,
    },
  ],
};

/** Answers look-ups with tea in lots, a phone with serials, and apples by the kilogram. */
function answerLookUps(): void {
  const goods = [
    aProduct('6901234567892', { lotManaged: true, shelfLifeDays: 30 }),
    aProduct('4006381333931', { serialManaged: true }),
    aProduct('2112345', { unit: 'kg' }),
  ];
  vi.spyOn(settings, 'settingsNow').mockReturnValue({ scanRules } as never);
  vi.spyOn(client, 'callEndpoint').mockImplementation(async (endpoint, input) => {
    expect(endpoint).toBe(barcodesForLine);
    const { barCode } = input as { barCode: string };
    return goods.filter(({ barcode }) =>
      barCode.split(',').some((code) => code.replace(/^0/, '') === barcode),
    ) as never;
  });
}

test.each([
  ['1001', { code: '1001' }],
  ['SN-0102', { code: 'SN-0102' }],
  [
    `(01)${GTIN}(10)A(17)270531`,
    { code: '6901234567892', add: '1', lot: 'A', expiry: '2027-05-31' },
  ],
  [
    `(01)${GTIN}(10)A(11)270501`,
    { code: '6901234567892', add: '1', lot: 'A', expiry: '2027-05-31' },
  ],
  [`(02)${GTIN}(37)24`, { code: '6901234567892', add: '24' }],
  ['(01)04006381333931(21)S9', { code: 'S9' }],
  ['2112345012346', { code: '2112345', add: '1.234' }],
  // A short UPC without goods may be a serial.
  ['04252614', { code: '04252614' }],
])('the scan %s counts %j', async (code, entry) => {
  answerLookUps();
  expect(await countEntryOfScan(code)).toEqual(entry);
});

test.each([
  ['2112345012347', 'editor.scan.fault.checkDigit'],
  ['2154321012346', 'editor.scan.unknown'],
  ['(01)06901234567893(10)A', 'editor.scan.fault.checkDigit'],
] as const)('the scan %s is refused', async (code, phrase) => {
  answerLookUps();
  expect(await countEntryOfScan(code)).toEqual({ refused: t(phrase) });
});
