import { inOutItemTypes } from '@tradehouse/domain';
import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Optional, toLiteralUnion } from '../field.ts';
import * as is from '../fieldTypes.ts';
import { ending, formField, nameField, defineRecord, typeField } from '../record.ts';
import { Closed, Id } from '../resource.ts';
import { ownLedgerAccount } from './ledgerAccounts.ts';

export const inOutItemPage = '/system/in_out_item';

export const inOutItems = defineRecord({
  id: 'inOutItems',
  subject: 'in_out_item',
  called: { 'zh-cn': '收支项目', en: 'In/out item' },
  path: '/inOutItem',
  page: inOutItemPage,
  filters: {
    revenueClass: { by: 'own', control: 'revenueClass', first: true },
  },
  fields: {
    name: nameField(2, 30),
    type: typeField(inOutItemTypes),
    /** Leaf class of the item's own type. */
    classId: {
      ...formField('class_id', is.referenceType('revenueClass')),
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

export const inOutItemChoices = defineEndpoint({
  call: 'GET /inOutItem/findBySelect',
  summary: 'Income or expense items for a select',
  access: 'signedIn',
  input: Closed({ type: Optional(toLiteralUnion(['in', 'out'])) }),
  reply: Type.Array(Closed({ id: Id, name: Type.String() })),
});
