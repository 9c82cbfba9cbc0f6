import { expect, test } from 'vitest';
import { gridStore } from '../grid/gridStore.ts';
import { blankLine } from '../draft/lineDraft.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import { takePrice } from './EarlierPrices.tsx';
import { pricing } from '../draft/testPricing.ts';

// SAFETY: of a product and of a source it only matters whether there is one.
const line = (barcode: string, more: Partial<LineDraft> = {}): LineDraft => ({
  ...blankLine(null),
  barcode,
  product: { barcode, priceSteps: [] } as unknown as LineDraft['product'],
  quantity: '3',
  unitPrice: '9',
  taxRate: '0',
  ...more,
});

test('an earlier price goes to the lines of its barcode with their own price, and the amounts follow', () => {
  const agreed = { source: { remaining: '' } as LineDraft['source'] };
  const store = gridStore([line('a'), line('b'), line('a', agreed), line('a', { product: null })]);
  takePrice(store, pricing, { barcode: 'a', unitPrice: '7.5' });
  expect(store.values().map(({ unitPrice }) => unitPrice)).toEqual(['7.5', '9', '9', '9']);
  expect(store.values()[0]).toMatchObject({ pricedBy: 'unitPrice', amount: '22.5' });
});
