import type { Decimal } from '../decimal.ts';
import type { Allocation } from './document.ts';

/** What ungraded goods are sorted into. */
export const grades = ['formal', 'defective', 'gift'] as const;
/** What may be found of goods that a document brought in. */
export const findings = [...grades, 'missing'] as const;
export const stockTypes = [...grades, 'ungraded'] as const;
export type StockType = (typeof stockTypes)[number];

/** Goods of which nothing particular is said: formal stock without lot or serials. */
export const formalStock = (quantity: Decimal): Allocation => ({
  quantity,
  lot: null,
  expiry: null,
  serials: [],
  stockType: 'formal',
  bin: null,
});
