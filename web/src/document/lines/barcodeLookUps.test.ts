import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadPhrases } from '../../phrase/index.ts';
import { gridStore } from '../grid/gridStore.ts';
import { blankLine, lineToInput } from '../draft/lineDraft.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import { clearGridRefusals } from '../draft/refusals.ts';
import type { LineProduct } from '../draft/lineDraft.ts';
import { completeGoodsLines } from './completeLines.ts';
import { convertAll, createBarcodeLookUps } from './lineService.ts';
import type { LineLookupContext } from './lineService.ts';
import { aProduct } from './testProduct.ts';
import { pricing } from '../draft/testPricing.ts';

const fetched = vi.fn<() => Promise<Response>>();

const own: LineLookupContext = {
  kind: 'saleOut',
  partnerId: '1',
  activityId: null,
  time: null,
  currency: '',
  exchangeRate: '',
  pricing: { ...pricing, taxed: false },
  warehouseId: '7',
  offers: [],
};
const replyOf = (...data: readonly LineProduct[]): Response =>
  Response.json({ code: 200, message: '', data });
const atPrice = (price: string): Response => replyOf(aProduct('100', { price }));
const formOf = (...lines: readonly Partial<LineDraft>[]) => {
  const store = gridStore(
    lines.map((line) => ({ ...blankLine('7'), barcode: '100', quantity: '2', ...line })),
  );
  let world = own;
  const lookUps = createBarcodeLookUps(store, () => world);
  return {
    store,
    lookUps,
    become: (change: Partial<LineLookupContext>) => (world = { ...world, ...change }),
    /** Sends the lines as a save does: without marks of earlier refusals, and complete. */
    save: async () => {
      store.change(clearGridRefusals);
      const refusal = await completeGoodsLines(store, lookUps, null);
      const sent = store.values().map((line) => lineToInput(line, 'saleOut').unitPrice);
      return refusal === null ? sent : refusal;
    },
    reasons: () => store.grid().rows.map(({ wrong }) => wrong['barcode']?.reason),
  };
};

beforeEach(async () => {
  await loadPhrases('en');
  fetched.mockReset();
  vi.stubGlobal('__API_BASE__', '');
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => void vi.unstubAllGlobals());

test('a save before the look-up of a code answers sends the line with its price', async () => {
  const reply = Promise.withResolvers<Response>();
  fetched.mockReturnValue(reply.promise);
  const { lookUps, save } = formOf({});
  lookUps.watch();
  const saved = save();
  reply.resolve(atPrice('4'));
  expect(await saved).toEqual(['4']);
  expect(fetched).toHaveBeenCalledOnce();
});

test('a save after a failed look-up of a code is refused, and the next save looks up again', async () => {
  const reply = Promise.withResolvers<Response>();
  fetched.mockReturnValueOnce(reply.promise).mockRejectedValueOnce(new Error('offline'));
  const { store, lookUps, save, reasons } = formOf({}, { barcode: '' });
  lookUps.watch();
  reply.reject(new Error('offline'));
  await lookUps.settle();
  const refusal = { ofCells: true, step: 'lines' };
  expect(await save()).toMatchObject(refusal);
  expect(reasons()).toEqual([expect.stringContaining('could not be asked'), undefined]);
  expect(store.grid().focus).toEqual({ key: store.keys()[0], column: 'barcode' });
  fetched.mockImplementation(async () => atPrice('4'));
  expect(await save()).toEqual(['4', '0']);
});

test('a save with a code of no product names the code at its line', async () => {
  fetched.mockImplementation(async () => replyOf());
  const { save, reasons } = formOf({ barcode: '9' }, { barcode: '8' });
  expect(await save()).toMatchObject({ ofCells: true });
  expect(reasons()).toEqual(['9', '8'].map((code) => expect.stringContaining(`code ${code}.`)));
});

test('a failed look-up leaves a code typed meanwhile unmarked, and looks it up', async () => {
  const reply = Promise.withResolvers<Response>();
  fetched.mockReturnValueOnce(reply.promise).mockImplementation(async () => atPrice('4'));
  const { store, lookUps, save } = formOf({ barcode: '99' });
  lookUps.watch();
  store.change((grid) => ({
    ...grid,
    rows: grid.rows.map((row) => ({ ...row, value: { ...row.value, barcode: '100' } })),
  }));
  reply.reject(new Error('offline'));
  expect(await save()).toEqual(['4']);
});

test.each<[string, Partial<LineLookupContext>]>([
  ['currency', { currency: 'USD', exchangeRate: '7' }],
  ['rate', { exchangeRate: '8' }],
  ['activity', { activityId: '3' }],
  ['partner', { partnerId: '2' }],
])(
  'a change of the %s during the look-up of a code looks up the price again',
  async (_, change) => {
    const reply = Promise.withResolvers<Response>();
    fetched.mockReturnValueOnce(reply.promise).mockImplementation(async () => atPrice('0.5'));
    const { store, lookUps, become, save } = formOf({});
    lookUps.watch();
    become(change);
    // The conversion after the change has no product yet.
    await convertAll(store, () => ({ ...own, ...change }));
    reply.resolve(atPrice('4'));
    expect(await save()).toEqual(['0.5']);
    expect(fetched).toHaveBeenCalledTimes(2);
  },
);

test('a change of the currency during the search of a word looks up the price again', async () => {
  const found = { rows: [{ barcode: '100' }], total: 1 };
  const reply = Promise.withResolvers<Response>();
  fetched
    .mockImplementationOnce(async () => replyOf())
    .mockImplementationOnce(async () => Response.json({ code: 200, message: '', data: found }))
    .mockReturnValueOnce(reply.promise)
    .mockImplementationOnce(async () => replyOf())
    .mockImplementation(async () => atPrice('0.5'));
  const { lookUps, become, save } = formOf({ barcode: 'glue' });
  lookUps.watch();
  await expect.poll(() => fetched.mock.calls.length).toBe(3);
  become({ currency: 'USD', exchangeRate: '7' });
  reply.resolve(atPrice('4'));
  expect(await save()).toEqual(['0.5']);
});
