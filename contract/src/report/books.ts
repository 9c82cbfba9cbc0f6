import { balanceLines, ledgerAccountTypes, profitLines } from '@tradehouse/domain';
import { besideMonths } from '../monthColumns.ts';
import { choicesOf, table } from '../table.ts';
import type { Column, Filter } from '../table.ts';
import { ledgerColumns, ledgerKinds } from './ledger.ts';

export const trialBalancePage = '/report/trial_balance';
export const profitPage = '/report/profit_statement';
export const balanceSheetPage = '/report/balance_sheet';

const money = { type: 'money', mask: 'money', width: 110 } as const;
const summed = { ...money, sum: true } as const;
/** Where sums stand out, they take more room. */
const figure = { ...money, width: 140 } as const;

/** Which account a row is of, and for which days: what stands behind its figures is read for these. */
const rowColumns = {
  id: { type: 'text', code: true, hidden: true },
  sequence: { type: 'integer', hidden: true },
  ledgerAccountId: { type: 'id', hidden: true },
  since: { type: 'day', hidden: true },
  until: { type: 'day', hidden: true },
  // Of one period it would say on each row what the filter says above.
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
} as const satisfies Record<string, Column>;

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
/** A statement is read down to its last sum. */
const asStatement = { nameColumn: 'name', order: inOrder, pageSize: 30 } as const;

/**
 * What each ledger account held before the days asked for, what came in (debit) and went out (credit), and what it holds
 * after them; a balance stands on the side where it is above zero, so that the two sides of each pair are even. Profit of a
 * year that was closed leaves its accounts at the year's end for that of closed years. By month: a row for each month.
 */
export const trialBalanceTable = table({
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
 * The trial balance month by month, side by side: what each account held before them, what it took in and gave out in each and
 * held at its end (a credit balance is below zero), and all of them together.
 */
export const trialBalanceMonthsTable = table({
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

const lineOf = <const Lines extends readonly { readonly line: string }[]>(lines: Lines) =>
  ({
    type: 'choice',
    // SAFETY: the names of the lines in their order.
    choices: ['account', ...lines.map(({ line }) => line)],
    hidden: true,
  }) as const;

const rate = { type: 'percent', mask: 'money', width: 100 } as const;
/** The same days a year before, and what is more since. */
const lastYear = {
  lastYear: { ...figure, called: { 'zh-cn': '上年同期', en: 'Year before' } },
  yearChange: { ...figure, called: { 'zh-cn': '同比增减', en: 'Change on year' } },
  yearChangeRate: { ...rate, called: { 'zh-cn': '同比%', en: 'On year %' } },
} as const satisfies Record<string, Column>;

/**
 * What the days asked for earned and cost: by account, its sums, and what is left at each step, down to the net profit. Beside
 * it stands the same of the period before (as many whole months, or as many days), and of the same days a year before.
 */
export const profitTable = table({
  id: 'profitStatement',
  path: '/report/profitStatement',
  exportPath: '/report/exportProfitStatement',
  access: { page: profitPage },
  columns: {
    ...rowColumns,
    line: lineOf(profitLines),
    amount: { ...figure, called: { 'zh-cn': '本期金额', en: 'This period' } },
    before: { ...figure, called: { 'zh-cn': '上期金额', en: 'Period before' } },
    change: { ...figure, called: { 'zh-cn': '增减', en: 'Change' } },
    changeRate: { ...rate, called: { 'zh-cn': '增减率%', en: 'Change %' } },
    ...lastYear,
  },
  filters: periodFilters,
  facts: ['amount', 'before', 'change'],
  ...asStatement,
});

/** Profit and loss month by month, side by side, all of them together, and the same days a year before. */
export const profitMonthsTable = table({
  id: 'profitStatementMonths',
  path: '/report/profitStatementMonths',
  exportPath: '/report/exportProfitStatementMonths',
  access: { page: profitPage },
  columns: {
    ...wholeColumns,
    line: lineOf(profitLines),
    ...besideMonths({ amount: { ...money, called: { 'zh-cn': '金额', en: 'Amount' } } }),
    amount: { ...figure, called: { 'zh-cn': '合计', en: 'In all' } },
    ...lastYear,
  },
  filters: monthsFilters,
  facts: ['amount', 'lastYear', 'yearChange'],
  ...asStatement,
});

/**
 * What the company has and owes, and what of it is its own: by account and in sum, before the days asked for (which is after
 * the period before) and after them. Profit that no year was closed on stands in equity.
 */
export const balanceSheetTable = table({
  id: 'balanceSheet',
  path: '/report/balanceSheet',
  exportPath: '/report/exportBalanceSheet',
  access: { page: balanceSheetPage },
  columns: {
    ...rowColumns,
    line: lineOf(balanceLines),
    opening: { ...figure, called: { 'zh-cn': '期初余额', en: 'Opening' } },
    increase: { ...figure, called: { 'zh-cn': '本期增加', en: 'Increase' } },
    decrease: { ...figure, called: { 'zh-cn': '本期减少', en: 'Decrease' } },
    closing: { ...figure, called: { 'zh-cn': '期末余额', en: 'Closing' } },
    change: { ...figure, called: { 'zh-cn': '净增减', en: 'Change' } },
  },
  filters: periodFilters,
  facts: ['opening', 'change', 'closing'],
  ...asStatement,
});

/** The balance sheet at the end of each month, side by side, and what all of them changed. */
export const balanceSheetMonthsTable = table({
  id: 'balanceSheetMonths',
  path: '/report/balanceSheetMonths',
  exportPath: '/report/exportBalanceSheetMonths',
  access: { page: balanceSheetPage },
  columns: {
    ...wholeColumns,
    line: lineOf(balanceLines),
    opening: { ...money, called: { 'zh-cn': '期初余额', en: 'Opening' } },
    ...besideMonths({ closing: { ...money, called: { 'zh-cn': '期末余额', en: 'Closing' } } }),
    change: { ...figure, called: { 'zh-cn': '净增减', en: 'Change' } },
  },
  filters: monthsFilters,
  facts: ['opening', 'change'],
  ...asStatement,
});

export const journalPage = '/report/journal';

/**
 * The journal as double entry: what each document debits and credits on a day, by ledger account; what of a voucher is debit
 * is its credit. What a correction turned round stands on both sides, as it was posted.
 */
export const journalTable = table({
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
    kinds: choicesOf('kind', ledgerKinds),
    partnerName: { by: 'contains', columns: ['partnerName'], control: 'text' },
  },
  nameColumn: 'number',
  facts: ['name', 'debit', 'credit'],
  order: inOrder,
});

/** A row that carries the profit of a closed year stands on no document. */
export const bookedKinds = [...ledgerKinds, 'yearEnd'] as const;

/**
 * The documents behind ledger accounts: what each brought (debit) or took (credit) of one on each day, and what is held after
 * it by all that are asked for. Without an account or types: by all together, which is nothing.
 */
export const ledgerDetailTable = table({
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
    kinds: choicesOf('kind', bookedKinds),
    number: { by: 'contains', columns: ['number'], control: 'text' },
    partnerName: { by: 'contains', columns: ['partnerName'], control: 'text' },
  },
  nameColumn: 'number',
  facts: ['date', 'debit', 'credit'],
  order: inOrder,
});
