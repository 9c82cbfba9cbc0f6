import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadPhrases, t } from '../../phrase/index.ts';
import { blankHead } from '../draft/headDraft.ts';
import { noDefaults, offerOf } from '../form/testConverted.ts';
import { gridStore } from '../grid/gridStore.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import { completeGoodsLines } from '../lines/completeLines.ts';
import { convertAll, createBarcodeLookUps } from '../lines/lineService.ts';
import type { LineLookupContext } from '../lines/lineService.ts';
import { createPriceConversion } from '../lines/priceConversion.ts';
import { aProduct } from '../lines/testProduct.ts';
import { takeSource } from './sources.ts';
import { pricing } from '../draft/testPricing.ts';

const fetched = vi.fn<() => Promise<Response>>();
const head = { ...blankHead, partnerId: '1', currency: 'USD', exchangeRate: '7' };
const ownPricing = { ...pricing, taxed: false, currency: 'USD' };
const world: LineLookupContext = {
  kind: 'purchaseOrder',
  partnerId: '1',
  activityId: null,
  time: null,
  currency: 'USD',
  exchangeRate: '7',
  pricing: ownPricing,
  warehouseId: null,
  offers: [],
};
const requested = {
  sourceDocumentId: '7',
  sourceLine: 1,
  line: 1,
  sourceNumber: 'QG1',
  barcode: '100',
  quantity: '3',
  ratio: '1',
  remaining: '3',
  pricedBy: 'unitPrice',
  unitPrice: '28',
  taxRate: '0',
  allocations: [],
  supplierId: null,
};

beforeEach(async () => {
  await loadPhrases('en');
  fetched.mockReset();
  vi.stubGlobal('__API_BASE__', '');
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => void vi.unstubAllGlobals());

test('lines of a source in another currency are saved only at converted prices', async () => {
  const store = gridStore<LineDraft>([]);
  const conversion = createPriceConversion(() => convertAll(store, () => world));
  const lookUps = createBarcodeLookUps(store, () => world);
  fetched.mockRejectedValueOnce(new Error('offline'));
  const form = {
    head,
    setHead: vi.fn<() => void>(),
    store,
    rules: { kind: 'purchaseOrder', pricing: ownPricing, payLater: true } as const,
    world: () => world,
    convertPrices: () => conversion.schedule(0),
  };
  takeSource(form, offerOf([requested]), noDefaults);
  expect(await completeGoodsLines(store, lookUps, conversion)).toMatchObject({
    fields: { currency: t('editor.save.notConverted') },
  });
  fetched.mockImplementation(async () =>
    Response.json({ code: 200, message: '', data: [aProduct('100', { price: '4' })] }),
  );
  expect(await completeGoodsLines(store, lookUps, conversion)).toBeNull();
  expect(store.values().map(({ unitPrice }) => unitPrice)).toEqual(['4']);
});

test('lines of a returned document have the kept decimals of the offer', () => {
  const store = gridStore<LineDraft>([]);
  const setHead = vi.fn<() => void>();
  const rules = { kind: 'saleBack', pricing: ownPricing, payLater: true } as const;
  const sold = { ...requested, quantity: '1', remaining: '1', unitPrice: '0.125' };
  const keptDigits = [{ currency: 'USD', digits: 3 }];
  const terms = { partnerId: '1', currency: 'USD', exchangeRate: '7', keptDigits };
  const form = { head, setHead, store, rules, convertPrices: vi.fn<() => void>() };
  takeSource(form, offerOf([sold], terms), noDefaults);
  expect(store.values()).toMatchObject([{ total: '0.125' }]);
  expect(setHead).toHaveBeenCalledWith(expect.objectContaining({ keptDigits }));
});
