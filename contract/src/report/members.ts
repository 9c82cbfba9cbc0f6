import { keysOf } from '@tradehouse/domain';
import { defineChoicesFilter, defineTable } from '../table.ts';
import type { TableColumn } from '../table.ts';
import { ledgerColumns, ledgerDates } from './ledger.ts';

const page = '/report/member_account';
const amount = { type: 'money', sum: true, mask: 'money' } as const satisfies TableColumn;
const held = { type: 'money', mask: 'money', ofSeen: true } as const satisfies TableColumn;
const counted = { ...held, sum: true } as const satisfies TableColumn;

/**
 * Members' prepayments over a period: opening, paid in by money documents, spent on goods (less returns),
 * closing = opening + paidIn − spent; likewise bonuses. The last day alone gives a day's balances.
 */
export const memberStatementTable = defineTable({
  id: 'memberStatement',
  path: '/report/memberStatement',
  exportPath: '/report/exportMemberStatement',
  access: { page },
  columns: {
    id: { type: 'id', hidden: true },
    name: {
      type: 'text',
      code: true,
      width: 160,
      called: { 'zh-cn': '会员', en: 'Member' },
    },
    contacts: { type: 'text', width: 110 },
    phone: { type: 'text', code: true, width: 130 },
    opening: { ...counted, called: { 'zh-cn': '期初余额', en: 'Opening balance' } },
    paidIn: { ...counted, called: { 'zh-cn': '本期充值', en: 'Paid in' } },
    spent: { ...counted, called: { 'zh-cn': '本期消费', en: 'Spent' } },
    closing: { ...counted, called: { 'zh-cn': '期末余额', en: 'Closing balance' } },
    bonusOpening: {
      ...counted,
      optional: true,
      called: { 'zh-cn': '期初赠送', en: 'Opening bonus' },
    },
    bonusGiven: { ...counted, called: { 'zh-cn': '本期赠送', en: 'Bonus given' } },
    bonusSpent: { ...counted, called: { 'zh-cn': '赠送消费', en: 'Bonus spent' } },
    bonusClosing: { ...counted, called: { 'zh-cn': '期末赠送', en: 'Closing bonus' } },
    available: { ...counted, called: { 'zh-cn': '可用合计', en: 'Available' } },
  },
  filters: {
    organId: {
      by: 'equals',
      columns: ['id'],
      control: 'member',
      first: true,
      called: { 'zh-cn': '会员', en: 'Member' },
    },
    dates: {
      by: 'own',
      control: 'dates',
      first: true,
      starts: 'threeMonths',
      called: { 'zh-cn': '日期范围', en: 'Period' },
    },
    // Filters on an amount, unavailable if hidden.
    hasPrepayment: {
      by: 'own',
      columns: ['available'],
      control: 'flag',
      called: { 'zh-cn': '余额情况', en: 'Balance' },
    },
  },
  nameColumn: 'name',
  facts: ['closing', 'bonusClosing', 'available'],
  order: { column: 'available', direction: 'desc' },
});

/**
 * Rows of a member's ledger: money paid in, a separate bonus, goods, returns, repayments, a bonus taken
 * back; by money or goods documents.
 */
const ofWhat = {
  recharge: 'money',
  bonus: 'money',
  spend: 'goods',
  refund: 'goods',
  payout: 'money',
  adjust: 'money',
} as const;
const memberRows = keysOf(ofWhat);
/** Row types of money, or of goods. */
export const memberRowsOf = (what: 'money' | 'goods') =>
  memberRows.filter((row) => ofWhat[row] === what);

/**
 * Changes of a member's prepayment and bonus per document and day, newest first; negative is taken.
 * `balance` and `bonusBalance` ignore further filters.
 */
export const memberFlowTable = defineTable({
  id: 'memberFlow',
  path: '/report/memberFlow',
  exportPath: '/report/exportMemberFlow',
  access: { page },
  columns: {
    ...ledgerColumns,
    entry: {
      type: 'choice',
      choices: memberRows,
      width: 90,
      called: { 'zh-cn': '类型', en: 'Entry' },
    },
    amount: { ...amount, signed: true },
    balance: held,
    bonus: { ...amount, signed: true },
    bonusBalance: {
      ...held,
      called: { 'zh-cn': '赠送结余', en: 'Bonus balance' },
    },
    remark: { type: 'text', width: 200 },
  },
  filters: {
    organId: {
      by: 'own',
      control: 'member',
      required: true,
      first: true,
      called: { 'zh-cn': '会员', en: 'Member' },
    },
    number: { by: 'contains', columns: ['number'], control: 'text', first: true },
    dates: ledgerDates,
    entry: defineChoicesFilter('entry', memberRows),
  },
  nameColumn: 'number',
  facts: ['amount', 'bonus', 'balance'],
  order: { column: 'sequence', direction: 'desc' },
});
