import {
  OTHER_COST_LINE,
  OTHER_FEES_LINE,
  balanceLines,
  ledgerAccountTypes,
  profitLines,
} from '@tradehouse/domain';
import { besideMonths } from '../monthColumns.ts';
import { defineChoicesFilter, defineTable } from '../table.ts';
import type { TableColumn, Filter } from '../table.ts';
import { ledgerColumns, ledgerKinds } from './ledger.ts';

export const trialBalancePage = '/report/trial_balance';
export const profitPage = '/report/profit_statement';
export const balanceSheetPage = '/report/balance_sheet';

const money = { type: 'money', mask: 'money', width: 110 } as const;
const summed = { ...money, sum: true } as const;
/** Wider column for sums. */
const figure = { ...money, width: 140 } as const;

/** Account and days of a row, for the documents behind it. */
const rowColumns = {
  id: { type: 'text', code: true, hidden: true },
  sequence: { type: 'integer', hidden: true },
  ledgerAccountId: { type: 'id', hidden: true },
  since: { type: 'day', hidden: true },
  until: { type: 'day', hidden: true },
  // With one period, every row would repeat the filter.
  period: {
    type: 'text',
    code: true,
    sortable: false,
    asksFor: 'byMonth',
    width: 190,
    matters: 'least',
    called: { 'zh-cn': '期间', en: 'Period' },
  },
  code: { type: 'text', code: true, width: 90, called: { 'zh-cn': '科目编码', en: 'Code' } },
  name: { type: 'text', width: 200, called: { 'zh-cn': '会计科目', en: 'Ledger account' } },
} as const satisfies Record<string, TableColumn>;

const periodFilters = {
  dates: { by: 'own', control: 'dates', first: true, starts: 'thisMonth' },
  byMonth: {
    by: 'own',
    control: 'flag',
    called: { 'zh-cn': '每月一行', en: 'A row per month' },
  },
} as const satisfies Record<string, Filter>;

/** Months side by side begin with the year. */
const monthsFilters = {
  dates: { by: 'own', control: 'dates', first: true, required: true, starts: 'thisYear' },
} as const satisfies Record<string, Filter>;

const accountTypes = {
  by: 'choices',
  columns: ['accountType'],
  control: 'choices',
  choices: ledgerAccountTypes,
  called: { 'zh-cn': '类别', en: 'Type' },
} as const satisfies Filter;

const inOrder = { column: 'sequence', direction: 'asc' } as const;
/** Statements are read down to the last sum. */
const asStatement = { nameColumn: 'name', order: inOrder, pageSize: 30 } as const;

/**
 * Trial balance: opening, debits, credits and closing of each account. A balance is shown on its positive
 * side. Closing a year moves its profit to retained profit at the year's end. By month: a row per month.
 */
export const trialBalanceTable = defineTable({
  id: 'trialBalance',
  path: '/report/trialBalance',
  exportPath: '/report/exportTrialBalance',
  access: { page: trialBalancePage },
  columns: {
    ...rowColumns,
    accountType: {
      type: 'choice',
      choices: ledgerAccountTypes,
      width: 80,
      called: { 'zh-cn': '类别', en: 'Type' },
    },
    openingDebit: { ...summed, called: { 'zh-cn': '期初借方', en: 'Opening debit' } },
    openingCredit: { ...summed, called: { 'zh-cn': '期初贷方', en: 'Opening credit' } },
    debit: { ...summed, called: { 'zh-cn': '本期借方', en: 'Debit' } },
    credit: { ...summed, called: { 'zh-cn': '本期贷方', en: 'Credit' } },
    closingDebit: { ...summed, called: { 'zh-cn': '期末借方', en: 'Closing debit' } },
    closingCredit: { ...summed, called: { 'zh-cn': '期末贷方', en: 'Closing credit' } },
  },
  filters: {
    ...periodFilters,
    accountType: accountTypes,
    keyword: { by: 'contains', columns: ['code', 'name'], control: 'text' },
  },
  facts: ['code', 'debit', 'credit', 'closingDebit', 'closingCredit'],
  ...asStatement,
});

const { period: _period, ...wholeColumns } = rowColumns;

/**
 * Trial balance with months side by side: opening, each month's debits, credits and closing (credit
 * balances negative), and totals.
 */
export const trialBalanceMonthsTable = defineTable({
  id: 'trialBalanceMonths',
  path: '/report/trialBalanceMonths',
  exportPath: '/report/exportTrialBalanceMonths',
  access: { page: trialBalancePage },
  columns: {
    ...wholeColumns,
    accountType: trialBalanceTable.columns.accountType,
    opening: { ...summed, called: { 'zh-cn': '期初余额', en: 'Opening' } },
    ...besideMonths({
      debit: { ...summed, called: { 'zh-cn': '借方', en: 'Debit' } },
      credit: { ...summed, called: { 'zh-cn': '贷方', en: 'Credit' } },
      closing: { ...summed, called: { 'zh-cn': '余额', en: 'Balance' } },
    }),
    debit: { ...summed, called: { 'zh-cn': '借方合计', en: 'Total debit' } },
    credit: { ...summed, called: { 'zh-cn': '贷方合计', en: 'Total credit' } },
    closing: { ...summed, called: { 'zh-cn': '期末余额', en: 'Closing' } },
  },
  filters: {
    ...monthsFilters,
    accountType: accountTypes,
    keyword: trialBalanceTable.filters.keyword,
  },
  facts: ['code', 'debit', 'credit'],
  ...asStatement,
});

const defineStatementLineColumn = <const Lines extends readonly { readonly line: string }[]>(
  lines: Lines,
) =>
  ({
    type: 'choice',
    // SAFETY: the names of the lines in their order.
    choices: ['account', ...lines.map(({ line }) => line)],
    hidden: true,
  }) as const;

const rate = { type: 'percent', mask: 'money', width: 100 } as const;
/** Same days a year before, and the increase. */
const lastYear = {
  lastYear: { ...figure, called: { 'zh-cn': '上年同期', en: 'Prior year' } },
  yearChange: { ...figure, called: { 'zh-cn': '同比增减', en: 'Change on year' } },
  yearChangeRate: { ...rate, called: { 'zh-cn': '同比%', en: 'On year %' } },
} as const satisfies Record<string, TableColumn>;

const profitStatementLines = [...profitLines, { line: OTHER_COST_LINE }, { line: OTHER_FEES_LINE }];

/**
 * Profit and loss: by account, with sums and results down to the net profit; beside the previous period (as
 * many whole months, or days), and the same days a year before.
 */
export const profitTable = defineTable({
  id: 'profitStatement',
  path: '/report/profitStatement',
  exportPath: '/report/exportProfitStatement',
  access: { page: profitPage },
  columns: {
    ...rowColumns,
    line: defineStatementLineColumn(profitStatementLines),
    amount: { ...figure, called: { 'zh-cn': '本期金额', en: 'This period' } },
    before: { ...figure, called: { 'zh-cn': '上期金额', en: 'Prior period' } },
    change: { ...figure, called: { 'zh-cn': '增减', en: 'Change' } },
    changeRate: { ...rate, called: { 'zh-cn': '增减率%', en: 'Change %' } },
    ...lastYear,
  },
  filters: periodFilters,
  facts: ['amount', 'before'],
  statement: true,
  ...asStatement,
});

/** Profit and loss with months side by side, total, and the same days a year before. */
export const profitMonthsTable = defineTable({
  id: 'profitStatementMonths',
  path: '/report/profitStatementMonths',
  exportPath: '/report/exportProfitStatementMonths',
  access: { page: profitPage },
  columns: {
    ...wholeColumns,
    line: defineStatementLineColumn(profitStatementLines),
    ...besideMonths({ amount: { ...money, called: { 'zh-cn': '金额', en: 'Amount' } } }),
    amount: { ...figure, called: { 'zh-cn': '合计', en: 'Total' } },
    ...lastYear,
  },
  filters: monthsFilters,
  facts: ['amount', 'lastYear'],
  statement: true,
  ...asStatement,
});

/**
 * Balance sheet: assets, liabilities and equity, by account and in total, before and after the requested
 * days. Profit of years not closed is part of equity.
 */
export const balanceSheetTable = defineTable({
  id: 'balanceSheet',
  path: '/report/balanceSheet',
  exportPath: '/report/exportBalanceSheet',
  access: { page: balanceSheetPage },
  columns: {
    ...rowColumns,
    line: defineStatementLineColumn(balanceLines),
    opening: { ...figure, called: { 'zh-cn': '期初余额', en: 'Opening' } },
    increase: { ...figure, called: { 'zh-cn': '本期增加', en: 'Increase' } },
    decrease: { ...figure, called: { 'zh-cn': '本期减少', en: 'Decrease' } },
    closing: { ...figure, called: { 'zh-cn': '期末余额', en: 'Closing' } },
    change: { ...figure, called: { 'zh-cn': '净增减', en: 'Change' } },
  },
  filters: periodFilters,
  facts: ['opening', 'closing'],
  statement: true,
  ...asStatement,
});

/** Balance sheet at each month's end side by side, and the total change. */
export const balanceSheetMonthsTable = defineTable({
  id: 'balanceSheetMonths',
  path: '/report/balanceSheetMonths',
  exportPath: '/report/exportBalanceSheetMonths',
  access: { page: balanceSheetPage },
  columns: {
    ...wholeColumns,
    line: defineStatementLineColumn(balanceLines),
    opening: { ...money, called: { 'zh-cn': '期初余额', en: 'Opening' } },
    ...besideMonths({ closing: { ...money, called: { 'zh-cn': '期末余额', en: 'Closing' } } }),
    change: { ...figure, called: { 'zh-cn': '净增减', en: 'Change' } },
  },
  filters: monthsFilters,
  facts: ['opening', 'change'],
  statement: true,
  ...asStatement,
});

export const journalPage = '/report/journal';

/**
 * Journal in double entry: each document's debits and credits on a day, by ledger account; a voucher's
 * debits equal its credits. Corrections' reversals stay on both sides, as posted.
 */
export const journalTable = defineTable({
  id: 'journal',
  path: '/report/journal',
  exportPath: '/report/exportJournal',
  csv: true,
  access: { page: journalPage },
  page: journalPage,
  columns: {
    id: { type: 'text', code: true, hidden: true },
    sequence: { type: 'integer', hidden: true },
    documentId: { type: 'id', hidden: true },
    ledgerAccountId: { type: 'id', hidden: true },
    date: { type: 'day', width: 100 },
    number: {
      type: 'text',
      code: true,
      width: 160,
      called: { 'zh-cn': '凭证号（单据编号）', en: 'Voucher (document no.)' },
    },
    kind: { type: 'choice', choices: ledgerKinds, width: 110 },
    code: { type: 'text', code: true, width: 90, called: { 'zh-cn': '科目编码', en: 'Code' } },
    name: { type: 'text', width: 170, called: { 'zh-cn': '会计科目', en: 'Ledger account' } },
    partnerName: { type: 'text', width: 150 },
    debit: { ...summed, called: { 'zh-cn': '借方', en: 'Debit' } },
    credit: { ...summed, called: { 'zh-cn': '贷方', en: 'Credit' } },
    originalCurrency: {
      type: 'text',
      code: true,
      width: 80,
      called: { 'zh-cn': '原币', en: 'Original currency' },
    },
    originalAmount: {
      type: 'quantity',
      mask: 'money',
      width: 120,
      called: { 'zh-cn': '原币金额', en: 'Original amount' },
    },
    remark: { type: 'text', width: 180, called: { 'zh-cn': '摘要', en: 'Summary' } },
  },
  filters: {
    dates: { by: 'own', control: 'dates', first: true, starts: 'thisMonth' },
    ledgerAccount: {
      by: 'equals',
      columns: ['ledgerAccountId'],
      control: 'ledgerAccount',
      first: true,
      called: { 'zh-cn': '会计科目', en: 'Ledger account' },
    },
    number: { by: 'contains', columns: ['number'], control: 'text', first: true },
    kinds: defineChoicesFilter('kind', ledgerKinds),
    partnerName: { by: 'contains', columns: ['partnerName'], control: 'text' },
  },
  nameColumn: 'number',
  facts: ['name', 'debit', 'credit'],
  order: inOrder,
});

/** Row carrying a closed year's profit; no document. */
export const bookedKinds = [...ledgerKinds, 'yearEnd'] as const;

/**
 * Documents behind ledger accounts: debit and credit of each per day, with the running balance of all
 * requested accounts. Default: all accounts together, always zero.
 */
export const ledgerDetailTable = defineTable({
  id: 'ledgerDetail',
  path: '/report/ledgerDetail',
  exportPath: '/report/exportLedgerDetail',
  access: { page: [trialBalancePage, profitPage, balanceSheetPage] },
  columns: {
    ...ledgerColumns,
    kind: { type: 'choice', choices: bookedKinds, width: 120 },
    ledgerName: {
      type: 'text',
      sortable: false,
      width: 180,
      called: { 'zh-cn': '会计科目', en: 'Ledger account' },
    },
    partnerName: { type: 'text', width: 160 },
    debit: { ...summed, called: { 'zh-cn': '借方', en: 'Debit' } },
    credit: { ...summed, called: { 'zh-cn': '贷方', en: 'Credit' } },
    balance: { ...money, called: { 'zh-cn': '余额', en: 'Balance' } },
    remark: { type: 'text', width: 180 },
  },
  filters: {
    ledgerAccount: {
      by: 'own',
      control: 'ledgerAccount',
      first: true,
      called: { 'zh-cn': '会计科目', en: 'Ledger account' },
    },
    dates: { by: 'own', control: 'dates', first: true, starts: 'thisMonth' },
    accountType: { ...accountTypes, by: 'own', columns: [] },
    kinds: defineChoicesFilter('kind', bookedKinds),
    number: { by: 'contains', columns: ['number'], control: 'text' },
    partnerName: { by: 'contains', columns: ['partnerName'], control: 'text' },
  },
  nameColumn: 'number',
  facts: ['date', 'debit', 'credit'],
  order: inOrder,
});
