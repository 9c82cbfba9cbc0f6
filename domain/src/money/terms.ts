import { dayAfter, monthEnd } from '../day.ts';
import { DomainError } from '../error/domainError.ts';

/** Agreed days to pay, from the bill date or the end of its month. */
export interface PaymentTerms {
  readonly days: number;
  readonly monthEnd: boolean;
}

/** Maximum payment days. */
export const MOST_PAYMENT_DAYS = 365;

/**
 * `bill`: due on the bill date; `days`: some days later; `terms`: likewise, from the end of the month if
 * agreed.
 */
interface Due {
  readonly waits: 'bill' | 'days' | 'terms';
  /** Bill may state another due date. */
  readonly changes: boolean;
}

/**
 * Payment kinds of a bill, with due dates: `cash` at once; `cycle` in the partner's payment
 * cycle; `prepayment` before the goods, with anything beyond the deposit due with them; `balance` the rest
 * after a deposit; `full` all in one; `freight` collected by the carrier; `other` when the bill says.
 */
const dues = {
  cash: { waits: 'bill', changes: false },
  cycle: { waits: 'terms', changes: true },
  prepayment: { waits: 'bill', changes: false },
  balance: { waits: 'days', changes: true },
  full: { waits: 'days', changes: true },
  freight: { waits: 'bill', changes: false },
  other: { waits: 'bill', changes: true },
} as const satisfies Readonly<Record<string, Due>>;

export type PaymentKind = keyof typeof dues;

export const paymentKinds = [
  'cash',
  'cycle',
  'prepayment',
  'balance',
  'full',
  'freight',
  'other',
] as const satisfies readonly PaymentKind[];

/** Default payment kind: by the partner's terms, if any. */
export const USUAL_PAYMENT: PaymentKind = 'cycle';

export const isPaymentKind = (text: string): text is PaymentKind => Object.hasOwn(dues, text);

/** Checks if a payment kind lets a bill state another due date. */
export const mayChangeDue = (kind: PaymentKind): boolean => dues[kind].changes;

/** Default due date of a bill. Days in `YYYY-MM-DD`. */
export function dueDate(kind: PaymentKind, billDate: string, terms: PaymentTerms): string {
  const { waits } = dues[kind];
  if (waits === 'bill') return billDate;
  const start = waits === 'terms' && terms.monthEnd ? monthEnd(billDate) : billDate;
  return dayAfter(start, terms.days);
}

/**
 * Checks for payment at once: true for cash terms, false for credit terms. Null: nothing agreed; the
 * company default decides.
 */
export function isPaidAtOnce(kind: PaymentKind, billDate: string, dueOn: string): boolean | null {
  if (kind === 'cash') return true;
  return dueOn > billDate ? false : null;
}

/**
 * Due date of a bill: the stated date if the payment kind allows, else by the terms (`asked` null). Refuses
 * with `terms.fixed` and `terms.tooEarly`.
 */
export function agreedDue(
  kind: PaymentKind,
  billDate: string,
  terms: PaymentTerms,
  asked: string | null,
): string {
  const due = dueDate(kind, billDate, terms);
  if (asked === null || asked === due) return due;
  if (!mayChangeDue(kind)) throw new DomainError('terms.fixed', { date: due });
  if (asked < billDate) throw new DomainError('terms.tooEarly', { date: asked });
  return asked;
}

/** Age buckets of open amounts: not due, or days overdue. */
export const ageBuckets = ['notDue', 'days30', 'days60', 'days90', 'over90'] as const;
export type AgeBucket = (typeof ageBuckets)[number];

/** First and last overdue day of each age bracket; null for an open end. */
export const ageLimits: Readonly<
  Record<AgeBucket, { readonly from: number | null; readonly to: number | null }>
> = {
  notDue: { from: null, to: 0 },
  days30: { from: 1, to: 30 },
  days60: { from: 31, to: 60 },
  days90: { from: 61, to: 90 },
  over90: { from: 91, to: null },
};
