import { table } from '../table.ts';
import type { Column } from '../table.ts';
import { ledgerColumns, ledgerDates } from './ledger.ts';

const page = '/report/member_account';
const amount = { type: 'money', sum: true, mask: 'money' } as const satisfies Column;

/**
 * What each member had left of its prepayment at the start of the period, what prepayments brought, what goods took (what came
 * back taken off), and what is left at its end: closing = opening + paidIn − spent. Its last day alone tells the balances of a day.
 */
export const memberStatementTable = table({
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
      called: { 'zh-cn': '会员卡号', en: 'Member card' },
    },
    contacts: { type: 'text', width: 110 },
    phone: { type: 'text', code: true, width: 130 },
    opening: { ...amount, called: { 'zh-cn': '期初余额', en: 'Opening balance' } },
    paidIn: { ...amount, called: { 'zh-cn': '本期充值', en: 'Paid in' } },
    spent: { ...amount, called: { 'zh-cn': '本期消费', en: 'Spent' } },
    closing: { ...amount, called: { 'zh-cn': '期末余额', en: 'Closing balance' } },
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
      called: { 'zh-cn': '账单周期', en: 'Period' },
    },
    // Looks at an amount, so anyone who may not see it can't ask.
    hasPrepayment: {
      by: 'own',
      columns: ['closing'],
      control: 'flag',
      called: { 'zh-cn': '余额情况', en: 'Balance' },
    },
  },
  nameColumn: 'name',
  facts: ['paidIn', 'spent', 'closing'],
  order: { column: 'closing', direction: 'desc' },
});

/**
 * What each document did to a member's prepayment, summed per document and day, newest first; `amount` below zero was spent.
 * `balance` runs over all of it, whatever else is filtered.
 */
export const memberFlowTable = table({
  id: 'memberFlow',
  path: '/report/memberFlow',
  exportPath: '/report/exportMemberFlow',
  access: { page },
  columns: {
    ...ledgerColumns,
    amount: { ...amount, signed: true },
    balance: { type: 'money', mask: 'money' },
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
  },
  nameColumn: 'number',
  facts: ['date', 'amount', 'balance'],
  order: { column: 'sequence', direction: 'desc' },
});
