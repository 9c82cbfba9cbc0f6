import { Type } from 'typebox';
import { Optional } from '../field.ts';
import * as is from '../fieldTypes.ts';
import { ending, formField, nameField, preferOne, preferred, defineRecord } from '../record.ts';
import { Closed, DecimalString, Id, NumberString, readAll } from '../resource.ts';
import { ownLedgerAccount } from './ledgerAccounts.ts';
import { accountPage } from '../recordPages.ts';

/** Opening amount and balance are null without access to all the company's documents. */
export const accounts = defineRecord({
  id: 'accounts',
  subject: 'account',
  called: { 'zh-cn': '结算账户', en: 'Settlement account' },
  path: '/account',
  page: accountPage,
  fields: {
    name: nameField(2, 30),
    number: {
      ...formField('number', is.textType(60), { code: true }),
      filters: 'first',
      called: { 'zh-cn': '编号', en: 'Number' },
    },
    /** In base currency; may be below zero (an overdraft). */
    openingAmount: formField(
      'opening_amount',
      is.withInputSchema(is.moneyType('money'), Optional(NumberString)),
      {
        sum: true,
      },
    ),
    /** Percent of money coming in, kept by the bank or payment service. */
    feeRate: {
      ...formField('fee_rate', is.percent, { optional: true, width: 100 }),
      called: { 'zh-cn': '手续费率%', en: 'Fee rate %' },
    },
    balance: {
      is: is.moneyType('money'),
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

/** Account choices: enabled accounts in display order. */
export const accountChoices = readAll({
  path: '/account/getAccount',
  summary: 'Settlement accounts for a select',
  access: 'signedIn',
  reply: Closed({
    accountList: Type.Array(
      Closed({
        id: Id,
        name: Type.String(),
        isDefault: Type.Boolean(),
        feeRate: DecimalString,
      }),
    ),
  }),
});
