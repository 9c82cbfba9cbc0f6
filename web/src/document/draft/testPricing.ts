import type { Pricing } from './priced.ts';

/** Pricing of documents with prices, tax and payment in yuan, for tests. */
export const pricing: Pricing = {
  priced: true,
  taxed: true,
  paid: true,
  taxMode: 'exclusive',
  currency: 'CNY',
  digits: 2,
};
