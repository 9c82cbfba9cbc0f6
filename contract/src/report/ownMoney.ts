import { inOutItemTypes } from '@tradehouse/domain';
import type { TableColumn } from '../table.ts';
import { ledgerKinds } from './ledger.ts';
import { defineCustomReport } from './ownReport.ts';
import { salesFilters } from './tradeFilters.ts';

const money = { type: 'money', sum: true, mask: 'money' } as const;

/** Accounts' balances and movements, in base currency. */
const cashFigures = {
  opening: { ...money, called: { 'zh-cn': '期初余额', en: 'Opening balance' } },
  received: { ...money, called: { 'zh-cn': '收款', en: 'Received' } },
  paid: { ...money, called: { 'zh-cn': '付款', en: 'Paid' } },
  net: { ...money, signed: true, called: { 'zh-cn': '净收支', en: 'Net' } },
  closing: { ...money, called: { 'zh-cn': '期末余额', en: 'Closing balance' } },
} as const satisfies Readonly<Record<string, TableColumn>>;

/** Income and expense items, in base currency. */
const itemFigures = {
  income: { ...money, called: { 'zh-cn': '收入', en: 'Income' } },
  expense: { ...money, called: { 'zh-cn': '支出', en: 'Expense' } },
  netIncome: { ...money, signed: true, called: { 'zh-cn': '收支净额', en: 'Income less expense' } },
} as const satisfies Readonly<Record<string, TableColumn>>;

const whom = {
  accounts: {
    by: 'own',
    control: 'accounts',
    first: true,
    called: { 'zh-cn': '结算账户', en: 'Settlement accounts' },
  },
  organId: { by: 'own', control: 'partner' },
  institution: salesFilters.institution,
  ownInstitution: salesFilters.ownInstitution,
} as const;

/**
 * Money into and out of settlement accounts. A document counts by its net effect on an account per day, so
 * reverted amounts don't count; transfers between accounts are paid by one and received by another.
 * Balances exist by account and month alone, without a total over months; they are the whole company's and
 * need the "all data" scope. Hidden documents count by amount, without partner and institution.
 */
export const cashOwnTable = defineCustomReport({
  subject: 'cash',
  figures: cashFigures,
  shown: ['received', 'paid', 'net', 'closing'],
  levels: ['account', 'partner', 'institution', 'kind', 'month', 'document'],
  ranksBy: ['received'],
  filters: { ...whom, kinds: { by: 'own', control: 'choices', choices: ledgerKinds } },
  pages: ['/report/account_report', '/report/account_detail'],
});

/** Income and expense items, of visible documents. */
export const itemsOwnTable = defineCustomReport({
  subject: 'items',
  figures: itemFigures,
  shown: ['income', 'expense', 'netIncome'],
  levels: [
    'item',
    'revenueClass',
    'type',
    'account',
    'partner',
    'institution',
    'month',
    'document',
  ],
  ranksBy: ['income'],
  filters: {
    itemId: { by: 'own', control: 'inOutItem', called: { 'zh-cn': '收支项目', en: 'Item' } },
    type: { by: 'own', control: 'choice', choices: inOutItemTypes },
    revenueClass: { by: 'own', control: 'revenueClass' },
    ownClass: {
      by: 'own',
      control: 'revenueClass',
      called: { 'zh-cn': '收支分类（不含下级）', en: 'Class itself' },
    },
    ...whom,
  },
  pages: ['/report/revenue_report'],
});
