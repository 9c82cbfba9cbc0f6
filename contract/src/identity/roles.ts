import { Type } from 'typebox';
import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { NameText, Note, Optional, Sort, Text, toLiteralUnion } from '../field.ts';
import {
  AmountString,
  Changed,
  Closed,
  Id,
  Nullable,
  defineChoices,
  defineResource,
} from '../resource.ts';
import { defineTable } from '../table.ts';
import { userPage } from './pages.ts';

export const rolePage = '/system/role';
const view = { page: rolePage } as const;
const edit = { page: rolePage, button: '1' } as const;

export const dataScopes = ['all', 'institution', 'own'] as const;
/** Amounts hidden from a role: costs and stock values; purchase, retail, sale prices; money. */
export const roleMasks = ['cost', 'purchase', 'retail', 'sale', 'money'] as const;
/** Purposes of roles, which list their users; '' is the company's own. */
export const roleTypes = ['manager', 'salesperson', 'keeper', 'finance'] as const;

const DataScope = toLiteralUnion(dataScopes);
const RoleMask = toLiteralUnion(roleMasks);
const RoleType = toLiteralUnion(['', ...roleTypes]);

export const roleTable = defineTable({
  id: 'roles',
  path: '/role/list',
  exportPath: '/role/exportExcel',
  access: view,
  columns: {
    id: { type: 'id', hidden: true },
    version: { type: 'integer', hidden: true },
    name: { type: 'text', width: 160 },
    type: { type: 'choice', choices: roleTypes, optional: true },
    dataScope: { type: 'choice', choices: dataScopes, width: 150 },
    hiddenAmounts: { type: 'tags', choices: roleMasks, sortable: false, width: 320 },
    approvalLimit: { type: 'money', optional: true },
    users: { type: 'integer' },
    remark: { type: 'text' },
    sort: { type: 'integer' },
    enabled: { type: 'flag' },
    createTime: { type: 'time', optional: true },
  },
  filters: {
    name: { by: 'contains', columns: ['name'], control: 'text', first: true },
    remark: { by: 'contains', columns: ['remark'], control: 'text', first: true },
    enabled: { by: 'flag', columns: ['enabled'], control: 'flag' },
  },
  order: { column: 'createTime', direction: 'desc' },
});

export const RoleFields = Closed({
  name: NameText(2, 30),
  type: Optional(RoleType),
  dataScope: DataScope,
  hiddenAmounts: Optional(Type.Array(RoleMask, { maxItems: 5, uniqueItems: true })),
  /** Largest purchase to approve; null: any. */
  approvalLimit: Optional(Nullable(AmountString)),
  /** Page that opens after signing in; '' for the company's. */
  landingUrl: Optional(Text(200)),
  remark: Optional(Note(126)),
  sort: Optional(Sort),
  enabled: Optional(Type.Boolean()),
});
export type RoleFields = Static<typeof RoleFields>;

export const RoleInfo = Closed({
  id: Id,
  version: Type.Integer(),
  name: Type.String(),
  type: Type.String(),
  dataScope: Type.String(),
  hiddenAmounts: Type.Array(Type.String()),
  approvalLimit: Nullable(Type.String()),
  landingUrl: Type.String(),
  remark: Type.String(),
  sort: Type.Integer(),
  enabled: Type.Boolean(),
});

export const roles = defineResource({
  path: '/role',
  page: rolePage,
  table: roleTable,
  fields: RoleFields,
  info: RoleInfo,
  unique: { field: 'name' },
  status: true,
});

/** Roles for a select; `mayGive` is true if the caller holds all rights of the role and may assign it. */
export const roleChoices = defineChoices({
  path: '/role/allList',
  summary: 'The enabled roles, for a select',
  access: { page: [userPage, rolePage] },
  row: { id: Id, name: Type.String(), type: Type.String(), mayGive: Type.Boolean() },
});

const Url = NameText(1, 200);
const ButtonCode = toLiteralUnion(['1', '2', '3', '5', '7']);

/** Menu row with a role's rights. A group has no page; its rows name it in `parentNumber`. */
const RoleFunction = Closed({
  number: Type.String(),
  parentNumber: Type.String(),
  title: Type.String(),
  url: Type.String(),
  group: Type.Boolean(),
  /** Buttons held, and so grantable, by the caller. */
  offered: Type.Array(Type.String()),
  checked: Type.Boolean(),
  buttons: Type.Array(Type.String()),
});
export type RoleFunction = Static<typeof RoleFunction>;

/** Grantable pages in menu order, with the role's rights. */
export const roleFunctions = defineEndpoint({
  call: 'GET /function/findRoleFunctionsById',
  summary: 'The pages and buttons of a role',
  access: view,
  input: Closed({ roleId: Id }),
  reply: Closed({ name: Type.String(), rows: Type.Array(RoleFunction) }),
});

/** Sets the role's pages exactly; new pages have no buttons. */
export const setRoleFunctions = defineEndpoint({
  call: 'POST /userBusiness/updateRoleFunctions',
  summary: 'Give a role its pages',
  access: edit,
  input: Closed({ roleId: Id, urls: Type.Array(Url, { maxItems: 500, uniqueItems: true }) }),
  reply: Changed,
});

/** Sets the named pages' buttons exactly; further pages keep theirs. */
export const setRoleButtons = defineEndpoint({
  call: 'POST /userBusiness/updateBtnStr',
  summary: 'Give a role its buttons',
  access: edit,
  input: Closed({
    roleId: Id,
    btnStr: Type.Array(
      Closed({ url: Url, buttons: Type.Array(ButtonCode, { maxItems: 5, uniqueItems: true }) }),
      { maxItems: 500 },
    ),
  }),
  reply: Changed,
});
