import { dayAfter, monthEnd } from '../day.ts';
import { DomainError } from '../error/domainError.ts';

/** What is agreed with a partner: how many days it has to pay, from the day of a bill or from the end of its month. */
export interface PaymentTerms {
  readonly days: number;
  readonly monthEnd: boolean;
}

/** The longest that anyone is given. */
export const MOST_PAYMENT_DAYS = 365;

/** `bill`: on its own day; `days`: so many days later; `terms`: the same, from the end of its month where that is agreed. */
interface Due {
  readonly waits: 'bill' | 'days' | 'terms';
  /** Whether a bill may say another day. */
  readonly changes: boolean;
}

/**
 * The ways in which a bill is to be paid (spec §9), and when each is due:
 * `cash` at once; `cycle` in the partner's round of paying; `prepayment` before the goods, so what a deposit has not covered
 * is due with them; `balance` what remains after a deposit; `full` all of it in one; `freight` what the carrier collects;
 * `other` when the bill says.
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

/** How a bill is paid where nothing else is agreed: by the partner's terms, which then are none. */
export const USUAL_PAYMENT: PaymentKind = 'cycle';

export const isPaymentKind = (text: string): text is PaymentKind => Object.hasOwn(dues, text);

/** Whether a bill that is paid so may say another day than it is due by itself. */
export const mayChangeDue = (kind: PaymentKind): boolean => dues[kind].changes;

/** The day on which a bill is due by itself. Days as `YYYY-MM-DD`. */
export function dueDate(kind: PaymentKind, billDate: string, terms: PaymentTerms): string {
  const { waits } = dues[kind];
  if (waits === 'bill') return billDate;
  const start = waits === 'terms' && terms.monthEnd ? monthEnd(billDate) : billDate;
  return dayAfter(start, terms.days);
}

/**
 * Cash terms mean that a bill is paid at once, credit terms that it is not. Null where nothing is agreed, so that the company's own habit
 * decides.
 */
export function isPaidAtOnce(kind: PaymentKind, billDate: string, dueOn: string): boolean | null {
  if (kind === 'cash') return true;
  return dueOn > billDate ? false : null;
}

/**
 * The day on which a bill is due: the one it says, where its kind of payment lets it, or the one that follows from the terms
 * (`asked` null). Refuses with `terms.fixed` and `terms.tooEarly`.
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

/** The ages of what is owed: not due yet, or overdue by so many days. */
export const ageBuckets = ['notDue', 'days30', 'days60', 'days90', 'over90'] as const;
export type AgeBucket = (typeof ageBuckets)[number];

/** How many days overdue each age begins and ends with; null: without end. */
export const ageLimits: Readonly<
  Record<AgeBucket, { readonly from: number | null; readonly to: number | null }>
> = {
  notDue: { from: null, to: 0 },
  days30: { from: 1, to: 30 },
  days60: { from: 31, to: 60 },
  days90: { from: 61, to: 90 },
  over90: { from: 91, to: null },
};
