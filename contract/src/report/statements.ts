import { defineTable } from '../table.ts';
import type { TableColumn, Filter } from '../table.ts';
import { defineChoicesFilter } from '../table.ts';
import { ledgerColumns, ledgerDates, ledgerKinds, originalColumns } from './ledger.ts';

const amount = { type: 'money', mask: 'money', ofSeen: true } as const satisfies TableColumn;
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
  /** Open amounts per foreign currency: EUR 66.67 · JPY 500. */
  foreign: {
    type: 'text',
    mask: 'money',
    ofSeen: true,
    sortable: false,
    width: 150,
    called: { 'zh-cn': '外币欠款', en: 'Open in other currencies' },
  },
} as const satisfies Record<string, TableColumn>;

const period = {
  dates: { by: 'own', control: 'dates', first: true, starts: 'thisMonth' },
  // Filters on an amount, unavailable if hidden.
  hasDebt: { by: 'own', columns: ['closing'], control: 'flag', starts: true },
} as const satisfies Record<string, Filter>;

/** Statement of partners of a type over a period. */
const definePartnerStatement = <const Type extends 'customer' | 'supplier'>(
  type: Type,
  page: '/report/customer_account' | '/report/vendor_account',
) =>
  defineTable({
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
 * Customer statement: opening debt, documents (less returns and payments made with them), receipts with
 * discounts, closing = opening + newDebt − settled. `hasDebt` true: closing is not 0.
 */
export const customerStatementTable = definePartnerStatement(
  'customer',
  '/report/customer_account',
);
/** Supplier statement: our debt to suppliers. */
export const supplierStatementTable = definePartnerStatement('supplier', '/report/vendor_account');

/** `search.supplierType` of /depotHead/getStatementAccount selects a table. */
export const statementTables = {
  customer: customerStatementTable,
  supplier: supplierStatementTable,
} as const;

/**
 * Changes of a partner's debt per document and day, newest first; negative `amount` was settled or
 * returned. `balance` ignores further filters.
 */
const definePartnerFlow = <const Type extends 'customer' | 'supplier'>(
  type: Type,
  page: '/report/customer_account' | '/report/vendor_account',
) =>
  defineTable({
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
      kinds: defineChoicesFilter('kind', ledgerKinds),
    },
    nameColumn: 'number',
    facts: ['date', 'amount', 'balance'],
    order: { column: 'sequence', direction: 'desc' },
  });
export const customerFlowTable = definePartnerFlow('customer', '/report/customer_account');
export const supplierFlowTable = definePartnerFlow('supplier', '/report/vendor_account');

/** `search.supplierType` of /report/partnerFlow selects a table. */
export const partnerFlowTables = {
  customer: customerFlowTable,
  supplier: supplierFlowTable,
} as const;
