import { inOutItemTypes } from '@tradehouse/domain';
import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Optional, literals } from '../field.ts';
import * as is from '../fieldTypes.ts';
import { ending, entered, named, record, typed } from '../record.ts';
import { Closed, Id } from '../resource.ts';
import { ownLedgerAccount } from './ledgerAccounts.ts';

export const inOutItemPage = '/system/in_out_item';

export const inOutItems = record({
  id: 'inOutItems',
  subject: 'in_out_item',
  called: { 'zh-cn': '收支项目', en: 'In/out item' },
  path: '/inOutItem',
  page: inOutItemPage,
  filters: {
    revenueClass: { by: 'own', control: 'revenueClass', first: true },
  },
  fields: {
    name: named(2, 30),
    type: typed(inOutItemTypes),
    /** A class of the item's own type that has none below it. */
    classId: {
      ...entered('class_id', is.one('revenueClass')),
      called: { 'zh-cn': '收支分类', en: 'Revenue class' },
    },
    className: {
      is: is.words,
      reads: 'both',
      lists: {},
      called: { 'zh-cn': '收支分类', en: 'Revenue class' },
    },
    ...ownLedgerAccount,
    ...ending,
  },
});

export const inOutItemChoices = endpoint({
  call: 'GET /inOutItem/findBySelect',
  summary: 'Income or expense items for a select',
  access: 'signedIn',
  input: Closed({ type: Optional(literals(['in', 'out'])) }),
  reply: Type.Array(Closed({ id: Id, name: Type.String() })),
});
