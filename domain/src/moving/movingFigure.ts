import { DomainError } from '../error/domainError.ts';

/** Record that a figure is about; null: the whole company. */
export type FigureSubject = 'warehouse' | 'customer' | 'supplier' | 'member' | 'account';

interface FigureKindFacts {
  /** Without a chosen subject, the figure is the total of all. */
  readonly subject: FigureSubject | null;
  readonly measure: 'quantity' | 'amount';
  /** Amounts required by a reader. */
  readonly mask: 'cost' | 'money' | null;
  /** Part of the company required by a reader: both figures count the same records. */
  readonly reach: 'warehouses' | 'books' | 'accounts' | 'customers' | 'everyone';
}

/** Figures of another program for the comparison with the books, in the order of choices. */
export const figureKindCodes = [
  'stockQuantity',
  'stockValue',
  'receivable',
  'payable',
  'prepaid',
  'accountBalance',
  'productCount',
  'supplierCount',
  'customerCount',
  'memberCount',
] as const;

export type FigureKind = (typeof figureKindCodes)[number];

export const figureKinds: Readonly<Record<FigureKind, FigureKindFacts>> = {
  stockQuantity: { subject: 'warehouse', measure: 'quantity', mask: null, reach: 'warehouses' },
  stockValue: { subject: 'warehouse', measure: 'amount', mask: 'cost', reach: 'warehouses' },
  receivable: { subject: 'customer', measure: 'amount', mask: 'money', reach: 'books' },
  payable: { subject: 'supplier', measure: 'amount', mask: 'money', reach: 'books' },
  prepaid: { subject: 'member', measure: 'amount', mask: 'money', reach: 'books' },
  accountBalance: { subject: 'account', measure: 'amount', mask: 'money', reach: 'accounts' },
  productCount: { subject: null, measure: 'quantity', mask: null, reach: 'everyone' },
  supplierCount: { subject: null, measure: 'quantity', mask: null, reach: 'everyone' },
  customerCount: { subject: null, measure: 'quantity', mask: null, reach: 'customers' },
  memberCount: { subject: null, measure: 'quantity', mask: null, reach: 'everyone' },
};

/** Most days with figures of one company: the report reads stock and balances once for each day. */
export const MOST_FIGURE_DAYS = 12;

/** Refuses a figure of a later day, and a new day beyond the limit. Days in `YYYY-MM-DD`. */
export function checkFigureDay(day: string, today: string, otherDays: readonly string[]): void {
  const at = { field: 'day' };
  if (day > today) throw new DomainError('document.futureDate', { date: day }, at);
  if (!otherDays.includes(day) && otherDays.length >= MOST_FIGURE_DAYS)
    throw new DomainError('moving.days', { most: MOST_FIGURE_DAYS }, at);
}

/** Result of comparing a figure with the books. */
export const figureStates = ['agrees', 'differs'] as const;
export type FigureState = (typeof figureStates)[number];
