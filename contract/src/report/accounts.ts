import { endpoint } from '../endpoint.ts';
import { Optional, ShownAmount, Sought } from '../field.ts';
import { Closed } from '../resource.ts';
import { table } from '../table.ts';
import { ledgerColumns, ledgerDates } from './ledger.ts';

export const accountReportPage = '/report/account_report';

/** Balances are the whole company's, so they need the "all data" scope (design §7.15). */
export const accountReportTable = table({
  id: 'accountReport',
  path: '/account/listWithBalance',
  exportPath: '/account/exportListWithBalance',
  access: { page: accountReportPage },
  columns: {
    id: { type: 'id', hidden: true },
    name: { type: 'text', width: 200 },
    number: { type: 'text', code: true },
    openingAmount: { type: 'money', sum: true, mask: 'money' },
    monthAmount: { type: 'money', sum: true, mask: 'money' },
    balance: { type: 'money', sum: true, mask: 'money' },
  },
  filters: {
    name: { by: 'contains', columns: ['name'], control: 'text', first: true },
    number: { by: 'contains', columns: ['number'], control: 'text', first: true },
  },
  nameColumn: 'name',
  facts: ['openingAmount', 'monthAmount', 'balance'],
  order: { column: 'name', direction: 'asc' },
});

/** What all accounts moved this month and hold now. */
export const accountStatistics = endpoint({
  call: 'GET /account/getStatistics',
  summary: 'Sums over the settlement accounts',
  access: { page: accountReportPage },
  input: Closed({ name: Optional(Sought(100)), number: Optional(Sought(100)) }),
  reply: Closed({ allMonthAmount: ShownAmount, allCurrentAmount: ShownAmount }),
});

/**
 * Every entry that touched an account, summed per document and day, newest first; `amount` below zero left it.
 * `balance` runs over all of the account's flow, whatever is filtered.
 */
export const accountFlowTable = table({
  id: 'accountFlow',
  path: '/account/findAccountInOutList',
  exportPath: '/account/exportAccountInOutList',
  access: { page: accountReportPage },
  columns: {
    ...ledgerColumns,
    partnerName: { type: 'text', width: 180 },
    amount: { type: 'money', sum: true, signed: true, mask: 'money' },
    /** What it was on a document in another currency, and which that is. */
    originalAmount: {
      type: 'money',
      signed: true,
      mask: 'money',
      sortable: false,
      called: { 'zh-cn': '原币金额', en: 'Original amount' },
    },
    originalCurrency: {
      type: 'text',
      code: true,
      sortable: false,
      width: 70,
      called: { 'zh-cn': '原币', en: 'Original currency' },
    },
    balance: { type: 'money', mask: 'money' },
    remark: { type: 'text', width: 200 },
  },
  filters: {
    accountId: { by: 'own', control: 'account', required: true, first: true },
    number: { by: 'contains', columns: ['number'], control: 'text', first: true },
    dates: ledgerDates,
  },
  nameColumn: 'number',
  facts: ['date', 'amount', 'balance'],
  order: { column: 'sequence', direction: 'desc' },
});
