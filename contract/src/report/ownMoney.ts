import { inOutItemTypes } from '@tradehouse/domain';
import type { Column } from '../table.ts';
import { ledgerKinds } from './ledger.ts';
import { own } from './ownReport.ts';
import { narrowed } from './tradeFilters.ts';

const money = { type: 'money', sum: true, mask: 'money' } as const;

/** What accounts held and moved in some days, in base currency. */
const cashFigures = {
  opening: { ...money, called: { 'zh-cn': '期初余额', en: 'Opening balance' } },
  received: { ...money, called: { 'zh-cn': '收款', en: 'Received' } },
  paid: { ...money, called: { 'zh-cn': '付款', en: 'Paid' } },
  net: { ...money, signed: true, called: { 'zh-cn': '净收支', en: 'Net' } },
  closing: { ...money, called: { 'zh-cn': '期末余额', en: 'Closing balance' } },
} as const satisfies Readonly<Record<string, Column>>;

/** What items of income and expense came to in some days, in base currency. */
const itemFigures = {
  income: { ...money, called: { 'zh-cn': '收入', en: 'Income' } },
  expense: { ...money, called: { 'zh-cn': '支出', en: 'Expense' } },
  netIncome: { ...money, signed: true, called: { 'zh-cn': '收支净额', en: 'Income less expense' } },
} as const satisfies Readonly<Record<string, Column>>;

const whom = {
  accounts: {
    by: 'own',
    control: 'accounts',
    first: true,
    called: { 'zh-cn': '结算账户', en: 'Settlement accounts' },
  },
  organId: { by: 'own', control: 'partner' },
  institution: narrowed.institution,
  ownInstitution: narrowed.ownInstitution,
} as const;

/**
 * What came into settlement accounts and went out of them. Of a document counts what it did to an account on a day in sum, so
 * what was taken back neither came nor went; what moves between two accounts is received by one and paid by the other. What
 * accounts hold is told by account and month alone, and has no total over months. Balances are the whole company's, so they need
 * the "all data" scope; of a document that the reader may not see the amount counts, and its partner and institution are none.
 */
export const cashOwnTable = own({
  subject: 'cash',
  figures: cashFigures,
  shown: ['received', 'paid', 'net', 'closing'],
  levels: ['account', 'partner', 'institution', 'kind', 'month', 'document'],
  ranksBy: ['received'],
  narrowed: { ...whom, kinds: { by: 'own', control: 'choices', choices: ledgerKinds } },
  pages: ['/report/account_report', '/report/account_detail'],
});

/** What income and expense items brought and took, of the documents that the reader may see. */
export const itemsOwnTable = own({
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
  narrowed: {
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
