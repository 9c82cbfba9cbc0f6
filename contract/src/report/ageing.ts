import { ageBuckets } from '@tradehouse/domain';
import type { AgeBucket } from '@tradehouse/domain';
import { table } from '../table.ts';
import type { Column } from '../table.ts';

/** Whose debts are told by their age: what customers owe, or what is owed to suppliers. */
export const ageingSides = ['receivable', 'payable'] as const;
export type AgeingSide = (typeof ageingSides)[number];

const amount = { type: 'money', sum: true, mask: 'money' } as const satisfies Column;
const balance = { ...amount, ofSeen: true } as const satisfies Column;
// SAFETY: an entry for each age.
const ages = Object.fromEntries(ageBuckets.map((age) => [age, balance])) as Record<
  AgeBucket,
  typeof balance
>;

const ageingOf = <const Side extends AgeingSide>(side: Side) =>
  table({
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
      // Looks at an amount, so anyone who may not see it can't ask.
      isOverdue: { by: 'own', columns: ['overdue'], control: 'flag' },
    },
    nameColumn: 'name',
    facts: ['notDue', 'overdue', 'total'],
    order: { column: 'total', direction: 'desc' },
  });

/**
 * What each customer owed at the end of a day, by how long it was overdue, in base currency: the bills and the opening balance
 * that were open, returns taken off. A partner's total is what its statement closes with.
 */
export const receivableAgeingTable = ageingOf('receivable');
/** The same of what was owed to suppliers. */
export const payableAgeingTable = ageingOf('payable');

/** `search.side` of /report/ageing picks one. */
export const ageingTables = {
  receivable: receivableAgeingTable,
  payable: payableAgeingTable,
} as const;

/** Pages from whose figures the bills of a side are opened: of its ageing, and of what a statement closed with on a day past. */
export const agedBillPages = {
  receivable: ['/report/receivable_ageing', '/report/customer_account'],
  payable: ['/report/payable_ageing', '/report/vendor_account'],
} as const satisfies Readonly<Record<AgeingSide, readonly string[]>>;

/**
 * The bills of a partner behind a figure of either: those that were open at the end of a day, of some ages or of all.
 * `openDebt` is in base currency; `original` in the bill's own, where that is another.
 */
export const agedBillsTable = table({
  id: 'agedBills',
  path: '/report/agedBills',
  exportPath: '/report/exportAgedBills',
  access: { page: [...agedBillPages.receivable, ...agedBillPages.payable] },
  columns: {
    id: { type: 'id', hidden: true },
    kind: { type: 'text', code: true, hidden: true },
    /** The partner's opening balance, which no document of a page stands for. */
    opening: { type: 'flag', hidden: true },
    partnerName: { type: 'text', optional: true, width: 140 },
    number: { type: 'text', code: true, width: 170 },
    /** What was owed when the books began has no days of its own. */
    businessDate: { type: 'day', width: 110 },
    dueOn: { type: 'day', width: 110 },
    daysOverdue: { type: 'integer', width: 100 },
    /** Of bills in another currency than the company's own: which, and what is open in it. */
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
