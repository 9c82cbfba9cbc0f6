import { table } from '../table.ts';
import type { Column, Filter } from '../table.ts';
import { choicesOf } from '../table.ts';
import { ledgerColumns, ledgerDates, ledgerKinds, originalColumns } from './ledger.ts';

const amount = { type: 'money', mask: 'money', ofSeen: true } as const satisfies Column;
const columns = {
  id: { type: 'id', hidden: true },
  name: { type: 'text', width: 180 },
  contacts: { type: 'text', width: 90 },
  telephone: { type: 'text', code: true, width: 130 },
  phone: { type: 'text', code: true, width: 130 },
  email: { type: 'text', width: 140 },
  opening: { ...amount, sum: true },
  newDebt: { ...amount, sum: true },
  settled: { ...amount, sum: true },
  closing: { ...amount, sum: true },
  /** What is open now in other currencies, each in its own: EUR 66.67 · JPY 500. */
  foreign: {
    type: 'text',
    mask: 'money',
    ofSeen: true,
    sortable: false,
    width: 150,
    called: { 'zh-cn': '未结外币', en: 'Open in other currencies' },
  },
} as const satisfies Record<string, Column>;

const period = {
  dates: { by: 'own', control: 'dates', first: true, starts: 'thisMonth' },
  // Looks at an amount, so anyone who may not see it can't ask.
  hasDebt: { by: 'own', columns: ['closing'], control: 'flag', starts: true },
} as const satisfies Record<string, Filter>;

/** What is owed by partners of a type, or to them, over a period. */
const statementOf = <const Type extends 'customer' | 'supplier'>(
  type: Type,
  page: '/report/customer_account' | '/report/vendor_account',
) =>
  table({
    id: `${type}Statement`,
    path: '/depotHead/getStatementAccount',
    exportPath: '/depotHead/exportStatementAccount',
    access: { page },
    fixed: { supplierType: type },
    columns,
    filters: {
      organId: { by: 'equals', columns: ['id'], control: type, first: true },
      ...period,
    },
    nameColumn: 'name',
    facts: ['opening', 'newDebt', 'settled', 'closing', 'foreign'],
    order: { column: 'closing', direction: 'desc' },
  });

/**
 * What each customer owed at the start of the period, what documents added (returns and payments made with them taken off),
 * what receipts and their discounts settled, and what is owed at its end: closing = opening + newDebt − settled.
 * `hasDebt` true: closing is not 0.
 */
export const customerStatementTable = statementOf('customer', '/report/customer_account');
/** The same for suppliers: what we owe them. */
export const supplierStatementTable = statementOf('supplier', '/report/vendor_account');

/** `search.supplierType` of /depotHead/getStatementAccount picks one. */
export const statementTables = {
  customer: customerStatementTable,
  supplier: supplierStatementTable,
} as const;

/**
 * What each document did to what a partner owes, or is owed, summed per document and day, newest first; `amount` below zero
 * was settled or given back. `balance` runs over all of it, whatever else is filtered.
 */
const flowOf = <const Type extends 'customer' | 'supplier'>(
  type: Type,
  page: '/report/customer_account' | '/report/vendor_account',
) =>
  table({
    id: `${type}Flow`,
    path: '/report/partnerFlow',
    exportPath: '/report/exportPartnerFlow',
    access: { page },
    fixed: { supplierType: type },
    columns: {
      ...ledgerColumns,
      amount: { type: 'money', sum: true, signed: true, mask: 'money' },
      ...originalColumns,
      balance: amount,
      remark: { type: 'text', width: 200 },
    },
    filters: {
      organId: { by: 'own', control: type, required: true, first: true },
      number: { by: 'contains', columns: ['number'], control: 'text', first: true },
      dates: ledgerDates,
      kinds: choicesOf('kind', ledgerKinds),
    },
    nameColumn: 'number',
    facts: ['date', 'amount', 'balance'],
    order: { column: 'sequence', direction: 'desc' },
  });
export const customerFlowTable = flowOf('customer', '/report/customer_account');
export const supplierFlowTable = flowOf('supplier', '/report/vendor_account');

/** `search.supplierType` of /report/partnerFlow picks one. */
export const partnerFlowTables = {
  customer: customerFlowTable,
  supplier: supplierFlowTable,
} as const;
