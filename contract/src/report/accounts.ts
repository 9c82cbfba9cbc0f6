import { defineEndpoint } from '../endpoint.ts';
import { Optional, ShownAmount, Sought } from '../field.ts';
import { Closed } from '../resource.ts';
import { defineChoicesFilter, defineTable } from '../table.ts';
import { ledgerColumns, ledgerDates, ledgerKinds, originalColumns } from './ledger.ts';

export const accountReportPage = '/report/account_report';

/**
 * Account balances at the end of `date` (absent: today), and movements of its month until then. Balances
 * are the whole company's and need the "all data" scope.
 */
export const accountReportTable = defineTable({
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
    date: {
      by: 'own',
      control: 'day',
      first: true,
      starts: 'today',
      called: { 'zh-cn': '截止日期', en: 'As of' },
    },
  },
  nameColumn: 'name',
  facts: ['openingAmount', 'monthAmount', 'balance'],
  order: { column: 'name', direction: 'asc' },
});

/** This month's movements and current balances. */
export const accountStatistics = defineEndpoint({
  call: 'GET /account/getStatistics',
  summary: 'Sums over the settlement accounts',
  access: { page: accountReportPage },
  input: Closed({ name: Optional(Sought(100)), number: Optional(Sought(100)) }),
  reply: Closed({ allMonthAmount: ShownAmount, allCurrentAmount: ShownAmount }),
});

/**
 * Account entries, summed per document and day, newest first; negative `amount` is paid out. `balance`
 * ignores filters.
 */
export const accountFlowTable = defineTable({
  id: 'accountFlow',
  path: '/account/findAccountInOutList',
  exportPath: '/account/exportAccountInOutList',
  access: { page: accountReportPage },
  columns: {
    ...ledgerColumns,
    partnerName: { type: 'text', width: 180 },
    amount: { type: 'money', sum: true, signed: true, mask: 'money' },
    ...originalColumns,
    balance: { type: 'money', mask: 'money' },
    remark: { type: 'text', width: 200 },
  },
  filters: {
    accountId: { by: 'own', control: 'account', required: true, first: true },
    number: { by: 'contains', columns: ['number'], control: 'text', first: true },
    dates: ledgerDates,
    kinds: defineChoicesFilter('kind', ledgerKinds),
  },
  nameColumn: 'number',
  facts: ['date', 'amount', 'balance'],
  order: { column: 'sequence', direction: 'desc' },
});

export const accountDetailPage = '/report/account_detail';

const accountRowKinds = [...ledgerKinds, 'opening', 'closing'] as const;

/**
 * Movements of the chosen accounts (default: all), summed per account, document and day, between an opening
 * and a closing row of the total. `balance` ignores further filters.
 */
export const accountDetailTable = defineTable({
  id: 'accountDetail',
  path: '/report/accountDetail',
  exportPath: '/report/exportAccountDetail',
  access: { page: accountDetailPage },
  page: accountDetailPage,
  columns: {
    ...ledgerColumns,
    partnerId: { type: 'id', hidden: true },
    handlerId: { type: 'id', hidden: true },
    date: { type: 'day', width: 100 },
    kind: { type: 'choice', choices: accountRowKinds, width: 110 },
    accountName: { type: 'text', width: 120 },
    partnerName: { type: 'text', width: 150 },
    income: { type: 'money', sum: true, mask: 'money', called: { 'zh-cn': '收入', en: 'In' } },
    expense: { type: 'money', sum: true, mask: 'money', called: { 'zh-cn': '支出', en: 'Out' } },
    balance: { type: 'money', mask: 'money', called: { 'zh-cn': '余额', en: 'Balance' } },
    handlerName: { type: 'text', width: 100, called: { 'zh-cn': '经手人', en: 'Handler' } },
    remark: { type: 'text', width: 180 },
  },
  filters: {
    accounts: {
      by: 'own',
      control: 'accounts',
      first: true,
      called: { 'zh-cn': '结算账户', en: 'Settlement accounts' },
    },
    dates: { ...ledgerDates, starts: 'thisMonth' },
    number: { by: 'contains', columns: ['number'], control: 'text' },
    organId: { by: 'equals', columns: ['partnerId'], control: 'partner' },
    kinds: defineChoicesFilter('kind', ledgerKinds),
    handsPersonId: { by: 'equals', columns: ['handlerId'], control: 'person' },
    remark: { by: 'contains', columns: ['remark'], control: 'text' },
  },
  nameColumn: 'number',
  facts: ['kind', 'income', 'expense', 'balance'],
  order: { column: 'sequence', direction: 'asc' },
});
