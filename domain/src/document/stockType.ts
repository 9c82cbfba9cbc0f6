import type { Decimal } from '../decimal.ts';
import type { Allocation } from './document.ts';

/** Grades for sorting ungraded goods. */
export const grades = ['formal', 'defective', 'gift'] as const;
/** Findings for goods received by a document. */
export const findings = [...grades, 'missing'] as const;
export const stockTypes = [...grades, 'ungraded'] as const;
export type StockType = (typeof stockTypes)[number];

/** Plain allocation: formal stock without lot or serials. */
export const formalAllocationOf = (quantity: Decimal): Allocation => ({
  quantity,
  lot: null,
  expiry: null,
  serials: [],
  stockType: 'formal',
  bin: null,
});
