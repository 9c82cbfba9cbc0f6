import { ageBuckets } from '@tradehouse/domain';
import type { AgeBucket } from '@tradehouse/domain';
import { defineTable } from '../table.ts';
import type { TableColumn } from '../table.ts';

/** Ageing sides: receivables from customers, payables to suppliers. */
export const ageingSides = ['receivable', 'payable'] as const;
export type AgeingSide = (typeof ageingSides)[number];

const amount = { type: 'money', sum: true, mask: 'money' } as const satisfies TableColumn;
const balance = { ...amount, ofSeen: true } as const satisfies TableColumn;
// SAFETY: an entry for each age.
const ages = Object.fromEntries(ageBuckets.map((age) => [age, balance])) as Record<
  AgeBucket,
  typeof balance
>;

const ageingOf = <const Side extends AgeingSide>(side: Side) =>
  defineTable({
    id: `${side}Ageing`,
    path: '/report/ageing',
    exportPath: '/report/exportAgeing',
    access: { page: `/report/${side}_ageing` },
    fixed: { side },
    columns: {
      id: { type: 'id', hidden: true },
      name: { type: 'text', width: 180 },
      contacts: { type: 'text', optional: true, width: 90 },
      phone: { type: 'text', code: true, optional: true, width: 130 },
      ...ages,
      overdue: balance,
      total: balance,
    },
    filters: {
      organId: {
        by: 'equals',
        columns: ['id'],
        control: side === 'receivable' ? 'customer' : 'supplier',
        first: true,
      },
      date: { by: 'own', control: 'day', first: true, starts: 'today' },
      // Filters on an amount, unavailable if hidden.
      isOverdue: { by: 'own', columns: ['overdue'], control: 'flag' },
    },
    nameColumn: 'name',
    facts: ['notDue', 'overdue', 'total'],
    order: { column: 'total', direction: 'desc' },
  });

/**
 * Receivables per customer at a day's end by days overdue, in base currency: open bills and opening balance
 * less returns. A total equals the statement's closing balance.
 */
export const receivableAgeingTable = ageingOf('receivable');
/** Payables per supplier at a day's end by days overdue. */
export const payableAgeingTable = ageingOf('payable');

/** `search.side` of /report/ageing selects a table. */
export const ageingTables = {
  receivable: receivableAgeingTable,
  payable: payableAgeingTable,
} as const;

/** Pages whose figures open a side's bills: ageing, and statements closing on a past day. */
export const agedBillPages = {
  receivable: ['/report/receivable_ageing', '/report/customer_account'],
  payable: ['/report/payable_ageing', '/report/vendor_account'],
} as const satisfies Readonly<Record<AgeingSide, readonly string[]>>;

/**
 * Bills behind a figure: a partner's bills open at a day's end, of some or all ages. `openDebt` is in base
 * currency; `original` in the bill's, if different.
 */
export const agedBillsTable = defineTable({
  id: 'agedBills',
  path: '/report/agedBills',
  exportPath: '/report/exportAgedBills',
  access: { page: [...agedBillPages.receivable, ...agedBillPages.payable] },
  columns: {
    id: { type: 'id', hidden: true },
    kind: { type: 'text', code: true, hidden: true },
    /** Partner's opening balance, without a document page. */
    opening: { type: 'flag', hidden: true },
    partnerName: { type: 'text', optional: true, width: 140 },
    number: { type: 'text', code: true, width: 170 },
    /** Opening balances have no dates. */
    businessDate: { type: 'day', width: 110 },
    dueOn: { type: 'day', width: 110 },
    daysOverdue: { type: 'integer', width: 100 },
    /** Bills in a foreign currency: code, and amount open in it. */
    currency: { type: 'text', code: true, width: 70 },
    original: { type: 'money', mask: 'money', width: 110 },
    openDebt: { ...amount, own: true, width: 110 },
  },
  filters: {
    side: { by: 'own', control: 'choice', choices: ageingSides, required: true },
    organId: { by: 'own', control: 'partner', required: true, first: true },
    date: { by: 'own', control: 'day', first: true, starts: 'today' },
    age: { by: 'own', control: 'choices', choices: ageBuckets, first: true },
    number: { by: 'contains', columns: ['number'], control: 'text', first: true },
  },
  nameColumn: 'number',
  facts: ['dueOn', 'daysOverdue', 'openDebt'],
  order: { column: 'dueOn', direction: 'asc' },
});
