import { Type } from 'typebox';
import { Optional } from '../field.ts';
import * as is from '../fieldTypes.ts';
import { ending, entered, named, preferOne, preferred, record } from '../record.ts';
import { Closed, Id, NumberString, readAll } from '../resource.ts';
import { ownLedgerAccount } from './ledgerAccounts.ts';

export const accountPage = '/system/account';

/** Opening amount and balance are null for anyone who sees only part of the company's documents (design §7.15). */
export const accounts = record({
  id: 'accounts',
  subject: 'account',
  called: { 'zh-cn': '结算账户', en: 'Settlement account' },
  path: '/account',
  page: accountPage,
  fields: {
    name: named(2, 30),
    number: {
      ...entered('number', is.text(60), { code: true }),
      filters: 'first',
      called: { 'zh-cn': '编号', en: 'Number' },
    },
    /** In base currency; may be below zero (an overdraft). */
    openingAmount: entered('opening_amount', is.taking(is.money('money'), Optional(NumberString)), {
      sum: true,
    }),
    balance: {
      is: is.money('money'),
      reads: 'both',
      lists: { sum: true },
      called: { 'zh-cn': '当前余额', en: 'Balance' },
    },
    ...ownLedgerAccount,
    ...ending,
    isDefault: preferred,
  },
});

export const defaultAccount = preferOne(accounts, 'Make an account the default');

/** What an account select offers: enabled ones in display order. */
export const accountChoices = readAll({
  path: '/account/getAccount',
  summary: 'Settlement accounts for a select',
  access: 'signedIn',
  reply: Closed({
    accountList: Type.Array(Closed({ id: Id, name: Type.String(), isDefault: Type.Boolean() })),
  }),
});
