import { Type } from 'typebox';
import type { Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Name, Note, Optional, Sort, literals } from '../field.ts';
import { AmountString, Changed, Closed, Id, Nullable, choices, resource } from '../resource.ts';
import { table } from '../table.ts';
import { userPage } from './pages.ts';

export const rolePage = '/system/role';
const view = { page: rolePage } as const;
const edit = { page: rolePage, button: '1' } as const;

export const dataScopes = ['all', 'institution', 'own'] as const;
/** Amounts a role may not see: costs and stock values, then what goods are bought, retailed and sold for, then money. */
export const roleMasks = ['cost', 'purchase', 'retail', 'sale', 'money'] as const;
/** What a role is for, by which its users are listed; '' is a company's own. */
export const roleTypes = ['manager', 'salesperson', 'keeper', 'finance'] as const;

const DataScope = literals(dataScopes);
const RoleMask = literals(roleMasks);
const RoleType = literals(['', ...roleTypes]);

export const roleTable = table({
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
  name: Name(2, 30),
  type: Optional(RoleType),
  dataScope: DataScope,
  hiddenAmounts: Optional(Type.Array(RoleMask, { maxItems: 5, uniqueItems: true })),
  /** The largest purchase its users may approve; null: any. */
  approvalLimit: Optional(Nullable(AmountString)),
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
  remark: Type.String(),
  sort: Type.Integer(),
  enabled: Type.Boolean(),
});

export const roles = resource({
  path: '/role',
  page: rolePage,
  table: roleTable,
  fields: RoleFields,
  info: RoleInfo,
  unique: { field: 'name' },
  status: true,
});

/** `mayGive`: the caller holds all that the role gives, so they may give it to a user. */
export const roleChoices = choices({
  path: '/role/allList',
  summary: 'The enabled roles, for a select',
  access: { page: [userPage, rolePage] },
  row: { id: Id, name: Type.String(), type: Type.String(), mayGive: Type.Boolean() },
});

const Url = Name(1, 200);
const ButtonCode = literals(['1', '2', '3', '5', '7']);

/** A row of the menu as a role has it. A group offers no page of its own; its rows name it as `parentNumber`. */
const RoleFunction = Closed({
  number: Type.String(),
  parentNumber: Type.String(),
  title: Type.String(),
  url: Type.String(),
  group: Type.Boolean(),
  /** Buttons the page has and the caller holds, so that they may give them. */
  offered: Type.Array(Type.String()),
  checked: Type.Boolean(),
  buttons: Type.Array(Type.String()),
});
export type RoleFunction = Static<typeof RoleFunction>;

/** The pages that the caller may give, in the order of the menu, each with what the role has of it. */
export const roleFunctions = endpoint({
  call: 'GET /function/findRoleFunctionsById',
  summary: 'The pages and buttons of a role',
  access: view,
  input: Closed({ roleId: Id }),
  reply: Closed({ name: Type.String(), rows: Type.Array(RoleFunction) }),
});

/** The role opens these pages and no others; a page that is new to it comes without buttons. */
export const setRoleFunctions = endpoint({
  call: 'POST /userBusiness/updateRoleFunctions',
  summary: 'Give a role its pages',
  access: edit,
  input: Closed({ roleId: Id, urls: Type.Array(Url, { maxItems: 500, uniqueItems: true }) }),
  reply: Changed,
});

/** On these pages of the role, exactly these buttons; a page that is not named keeps its own. */
export const setRoleButtons = endpoint({
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
