import { afterEach, expect, test, vi } from 'vitest';
import { barcodesForLine, goodsOfSerials } from '@tradehouse/contract';
import { noScanRules } from '@tradehouse/domain';
import * as client from '../../app/net/client.ts';
import * as settings from '../../app/settings/settings.ts';
import { aProduct } from '../lines/testProduct.ts';
import { lookUpScans } from './serialSearch.ts';

afterEach(() => vi.restoreAllMocks());

const GTIN = '06901234567892';
const context = {
  kind: 'purchaseIn',
  partnerId: null,
  warehouseId: '7',
  activityId: null,
  time: null,
  currency: '',
  exchangeRate: '',
};

/** Answers look-ups with a tea in lots, a phone with serials, and the phone S1 in warehouse 8. */
function answerLookUps(): void {
  const tea = aProduct('6901234567892', { lotManaged: true });
  const phone = aProduct('4006381333931', { skuId: '2', serialManaged: true });
  vi.spyOn(client, 'callEndpoint').mockImplementation(async (endpoint, input) => {
    if (endpoint === (barcodesForLine as unknown))
      return [tea, phone].filter(({ barcode }) =>
        (input as { barCode: string }).barCode.includes(barcode),
      ) as never;
    expect(endpoint).toBe(goodsOfSerials);
    const hit = { serial: 'S1', barcode: phone.barcode, warehouseId: '8', lot: '' };
    return (input as { serials: string }).serials.split(',').includes('S1')
      ? ([{ ...hit, stockType: 'formal' }] as never)
      : ([] as never);
  });
}

test('a receipt reads lot, expiry and serials of GS1 codes', async () => {
  answerLookUps();
  const lot = `(01)${GTIN}(10)A(17)270531`;
  const found = await lookUpScans([lot, '(01)04006381333931(21)S9'], context, false);
  expect(found.get(lot)?.content).toMatchObject({ lot: 'A', expiry: '2027-05-31' });
  expect(found.get(lot)?.piece).toBeUndefined();
  expect(found.get('(01)04006381333931(21)S9')?.piece).toEqual({
    serial: 'S9',
    warehouseId: '7',
    stockType: 'formal',
  });
});

test('scans of an issue find serials in their warehouse, and take no expiry of a lot from the code', async () => {
  answerLookUps();
  const codes = [`(01)${GTIN}(10)A(17)270531`, '(01)04006381333931(21)S1', 'S1', 'S2', '(01)X'];
  const found = await lookUpScans(codes, { ...context, kind: 'saleOut' }, true);
  expect(found.get(codes[0] ?? '')?.content).toMatchObject({ lot: 'A', expiry: '' });
  expect(found.get('(01)04006381333931(21)S1')?.piece?.warehouseId).toBe('8');
  expect(found.get('S1')?.piece?.serial).toBe('S1');
  expect([found.has('S2'), found.has('(01)X')]).toEqual([false, false]);
});

test('the code of a scale is goods by item code, with the weight in their unit', async () => {
  const rule = {
    prefix: '21' as const,
    measure: 'weight' as const,
    itemDigits: 5,
    weightDecimals: 3,
    priceDecimals: 2,
  };
  const scanRules = { ...noScanRules, weightCodes: [rule] };
  vi.spyOn(settings, 'settingsNow').mockReturnValue({ scanRules } as never);
  vi.spyOn(client, 'callEndpoint').mockResolvedValue([aProduct('12345', { unit: '斤' })] as never);
  const found = await lookUpScans(['2112345012346'], context, false);
  expect(found.get('2112345012346')?.content).toMatchObject({ quantity: '2.468', amount: '' });
  vi.spyOn(client, 'callEndpoint').mockResolvedValue([
    aProduct('12345'),
    aProduct('2112345'),
  ] as never);
  const several = await lookUpScans(['2112345012346'], context, false);
  expect(several.get('2112345012346')?.fault).toBe('ambiguous');
});
