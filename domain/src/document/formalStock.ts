import type { Decimal } from '../decimal.ts';
import type { Allocation } from './document.ts';

/** Goods of which nothing particular is said: formal stock without lot or serials. */
export const formalStock = (quantity: Decimal): Allocation => ({
  quantity,
  lot: null,
  expiry: null,
  serials: [],
  stockType: 'formal',
  bin: null,
});
