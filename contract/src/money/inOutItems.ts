import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Optional } from '../field.ts';
import * as is from '../fieldTypes.ts';
import { ending, named, record, typed } from '../record.ts';
import { Closed, Id } from '../resource.ts';

export const inOutItemPage = '/system/in_out_item';
export const inOutItemTypes = ['income', 'expense'] as const;

export const inOutItems = record({
  id: 'inOutItems',
  subject: 'in_out_item',
  called: { 'zh-cn': '收支项目', en: 'In/out item' },
  plain: true,
  path: '/inOutItem',
  page: inOutItemPage,
  fields: {
    name: named(2, 30),
    type: typed(inOutItemTypes),
    ...ending,
  },
});

export const inOutItemChoices = endpoint({
  call: 'GET /inOutItem/findBySelect',
  summary: 'Income or expense items for a select',
  access: 'signedIn',
  input: Closed({ type: Optional(is.literals(['in', 'out'])) }),
  reply: Type.Array(Closed({ id: Id, name: Type.String() })),
});
