import { expect, test } from 'vitest';
import { t } from '../../phrase/index.ts';
import { gridStore } from '../grid/gridStore.ts';
import { blankLine, lineToInput } from '../draft/lineDraft.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import { priceLine } from '../draft/priced.ts';
import { pricing } from '../draft/testPricing.ts';
import { withLineProduct } from './lineService.ts';
import { createPromotionOffers } from './promotionOffers.ts';
import type { OfferHead } from './promotionOffers.ts';
import { aProduct } from './testProduct.ts';

const aLine = (quantity: string): LineDraft =>
  withLineProduct({ ...blankLine('7'), barcode: '100', quantity }, aProduct('100'), pricing);

type OfferRead = NonNullable<Parameters<typeof createPromotionOffers>[3]>;

/** Half a piece off for each piece, or none. */
const half: OfferRead = async ({ lines }) => ({
  running: true,
  couponKnown: true,
  lines: lines.map(({ quantity, regularPrice }) => ({
    amount: String(Number(quantity) * Number(regularPrice) - 1),
    discount: '1',
    promotions: 'One off',
  })),
});
const none: OfferRead = async ({ lines }) => ({
  running: false,
  couponKnown: true,
  lines: lines.map(() => ({ amount: '0', discount: '0', promotions: '' })),
});

const head: OfferHead = { kind: 'saleOut', partnerId: '1', time: null };
const offersOf = (lines: readonly LineDraft[], read: OfferRead) => {
  const store = gridStore(lines);
  const offers = createPromotionOffers(
    store,
    () => head,
    () => pricing,
    read,
  );
  return { store, offers };
};

test('an offer before a save changes the amounts visibly, and the next save goes on', async () => {
  const { store, offers } = offersOf([aLine('3')], half);
  expect((await offers.settle())?.message).toBe(t('promotion.recomputed'));
  const [line] = store.values();
  expect([line?.unitPrice, line?.amount, line?.promotion?.promotions]).toEqual([
    '4',
    '11',
    'One off',
  ]);
  expect(await offers.settle()).toBeNull();
});

test('a promoted line is sent with its regular price and the shown amount', async () => {
  const { store, offers } = offersOf([aLine('3')], half);
  await offers.settle();
  const [line = aLine('3')] = store.values();
  const sent = lineToInput(line, 'saleOut');
  expect([sent.regularPrice, sent.amount, sent.unitPrice]).toEqual(['4', '11', undefined]);
});

test('a changed quantity shows the amount without promotions until the next offer', async () => {
  const { store, offers } = offersOf([aLine('3')], half);
  await offers.settle();
  const [line = aLine('3')] = store.values();
  expect(priceLine({ ...line, quantity: '5' }, pricing).amount).toBe('20');
});

test('lines without running promotions are sent with their unit price', async () => {
  const { store, offers } = offersOf([aLine('3')], none);
  expect(await offers.settle()).toBeNull();
  const [line = aLine('3')] = store.values();
  expect(lineToInput(line, 'saleOut')).toMatchObject({ unitPrice: '4' });
});

test('a save waits for promotions that could not be read', async () => {
  const { offers } = offersOf([aLine('3')], () => Promise.reject(new Error('no network')));
  expect((await offers.settle())?.message).toBe(t('promotion.unread'));
});

test('a line from a document and a typed amount take part in no promotion', async () => {
  const source = { documentId: '1', line: 1, number: '', original: '', remaining: '' };
  const lines = [
    { ...aLine('3'), source },
    priceLine({ ...aLine('3'), pricedBy: 'amount', amount: '10' }, pricing),
  ];
  const { store, offers } = offersOf(lines, half);
  expect(await offers.settle()).toBeNull();
  expect(store.values().map(({ promotion }) => promotion)).toEqual([undefined, undefined]);
});
