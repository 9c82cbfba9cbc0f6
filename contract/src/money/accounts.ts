import { Type } from 'typebox';
import { Optional } from '../field.ts';
import * as is from '../fieldTypes.ts';
import { named, record, remarked, sorted, switched } from '../record.ts';
import { Closed, Id, NumberString, onOne, readAll } from '../resource.ts';

export const accountPage = '/system/account';

/** Opening amount and balance are null for anyone who sees only part of the company's documents (design §7.15). */
export const accounts = record({
  id: 'accounts',
  subject: 'account',
  called: { 'zh-cn': '结算账户', en: 'Settlement account' },
  path: '/account',
  page: accountPage,
  unique: { field: 'name' },
  status: true,
  fields: {
    name: named(2, 30),
    number: {
      is: is.text(60),
      keeps: 'number',
      enters: 'form',
      lists: { code: true },
      filters: 'first',
      called: { 'zh-cn': '编号', en: 'Number' },
    },
    /** In base currency; may be below zero (an overdraft). */
    openingAmount: {
      is: is.taking(is.money('money'), Optional(NumberString)),
      keeps: 'opening_amount',
      enters: 'form',
      lists: { sum: true },
    },
    balance: {
      is: is.money('money'),
      reads: 'both',
      lists: { sum: true },
      called: { 'zh-cn': '当前余额', en: 'Balance' },
    },
    remark: { ...remarked, filters: 'first' },
    sort: sorted,
    enabled: switched,
    isDefault: { is: is.flag, keeps: 'is_default', lists: {} },
  },
});

export const defaultAccount = onOne({
  call: 'POST /account/updateIsDefault',
  summary: 'Make an account the default',
  access: { page: accountPage, button: '1' },
});

/** What an account select offers: enabled ones in display order. */
export const accountChoices = readAll({
  path: '/account/getAccount',
  summary: 'Settlement accounts for a select',
  access: 'signedIn',
  reply: Closed({
    accountList: Type.Array(Closed({ id: Id, name: Type.String(), isDefault: Type.Boolean() })),
  }),
});
