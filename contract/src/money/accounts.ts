import { Type } from 'typebox';
import type { Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Name, Note, Optional, ShownAmount, Sort, Text } from '../field.ts';
import { Closed, NumberString, Id, onOne, resource } from '../resource.ts';
import { table } from '../table.ts';

export const accountPage = '/system/account';

/** Opening amount and balance are null for anyone who sees only part of the company's documents (design §7.15). */
export const accountTable = table({
  id: 'accounts',
  path: '/account/list',
  exportPath: '/account/exportExcel',
  access: { page: accountPage },
  columns: {
    id: { type: 'id', hidden: true },
    version: { type: 'integer', hidden: true },
    name: { type: 'text', width: 180 },
    number: { type: 'text', code: true },
    openingAmount: { type: 'money', sum: true, mask: 'money' },
    balance: { type: 'money', sum: true, mask: 'money' },
    remark: { type: 'text' },
    sort: { type: 'integer' },
    enabled: { type: 'flag' },
    isDefault: { type: 'flag' },
    createTime: { type: 'time', optional: true },
  },
  filters: {
    name: { by: 'contains', columns: ['name'], control: 'text', first: true },
    number: { by: 'contains', columns: ['number'], control: 'text', first: true },
    remark: { by: 'contains', columns: ['remark'], control: 'text', first: true },
    enabled: { by: 'flag', columns: ['enabled'], control: 'flag' },
  },
  order: { column: 'createTime', direction: 'desc' },
});

/** `openingAmount` is in base currency and may be below zero (an overdraft). */
export const AccountFields = Closed({
  name: Name(2, 30),
  number: Optional(Text(60)),
  openingAmount: Optional(NumberString),
  sort: Optional(Sort),
  remark: Optional(Note(200)),
  enabled: Optional(Type.Boolean()),
});
export type AccountFields = Static<typeof AccountFields>;

export const AccountInfo = Closed({
  id: Id,
  version: Type.Integer(),
  name: Type.String(),
  number: Type.String(),
  openingAmount: ShownAmount,
  balance: ShownAmount,
  sort: Type.Integer(),
  remark: Type.String(),
  enabled: Type.Boolean(),
  isDefault: Type.Boolean(),
});

export const accounts = resource({
  path: '/account',
  page: accountPage,
  table: accountTable,
  fields: AccountFields,
  info: AccountInfo,
  unique: { field: 'name' },
  status: true,
});

export const defaultAccount = onOne({
  method: 'POST',
  path: '/account/updateIsDefault',
  summary: 'Make an account the default',
  access: { page: accountPage, button: '1' },
});

/** What an account select offers: enabled ones in display order. */
export const accountChoices = endpoint({
  method: 'GET',
  path: '/account/getAccount',
  summary: 'Settlement accounts for a select',
  access: 'signedIn',
  input: Closed({}),
  reply: Closed({
    accountList: Type.Array(Closed({ id: Id, name: Type.String(), isDefault: Type.Boolean() })),
  }),
});
