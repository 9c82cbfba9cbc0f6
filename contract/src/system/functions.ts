import { Type } from 'typebox';
import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { NameText, Optional, Text, toLiteralUnion } from '../field.ts';
import { Closed, Id, Saved, defineUniqueCheck, onOne, onSeveral, readOne } from '../resource.ts';
import { defineTable } from '../table.ts';
import { TreeNodes } from '../tree.ts';

const functionPage = '/system/function';
const view = { page: functionPage, operator: true } as const;
const edit = { page: functionPage, operator: true, button: '1' } as const;

/** Edit, approve, export, enable and disable, print, void, unapprove. */
export const buttonCodes = ['1', '2', '3', '4', '5', '6', '7'] as const;

export const functionTable = defineTable({
  id: 'functions',
  path: '/function/list',
  exportPath: '/function/exportExcel',
  access: view,
  columns: {
    id: { type: 'id', hidden: true },
    version: { type: 'integer', hidden: true },
    number: { type: 'text', code: true, width: 110 },
    nameZh: { type: 'text', width: 140 },
    nameEn: { type: 'text', width: 160 },
    parentNumber: { type: 'text', code: true },
    parentName: { type: 'text' },
    url: { type: 'text', code: true, width: 200 },
    component: { type: 'text', code: true, width: 220 },
    buttons: { type: 'tags', choices: buttonCodes, sortable: false, width: 200 },
    sort: { type: 'text', code: true },
    icon: { type: 'text', code: true, optional: true },
    platformOnly: { type: 'flag' },
    enabled: { type: 'flag' },
  },
  filters: {
    name: {
      by: 'contains',
      columns: ['nameZh', 'nameEn', 'url'],
      control: 'text',
      first: true,
    },
    enabled: { by: 'flag', columns: ['enabled'], control: 'flag' },
  },
  order: { column: 'sort', direction: 'asc' },
});

const ButtonCode = toLiteralUnion(buttonCodes);

/** `parentNumber` is '0' for a group of the menu. The component is the path of a view. */
export const FunctionFields = Closed({
  number: Type.String({ pattern: '^[0-9]{2,16}$', maxLength: 16 }),
  nameZh: NameText(2, 30),
  nameEn: NameText(2, 60),
  parentNumber: Type.String({ pattern: '^[0-9]{1,16}$', maxLength: 16 }),
  url: NameText(1, 300),
  component: Type.String({ pattern: '^/[A-Za-z]+(/[A-Za-z]+)+$', maxLength: 100 }),
  sort: Type.String({ pattern: '^[0-9]{1,8}$', maxLength: 8 }),
  buttons: Optional(Type.Array(ButtonCode, { uniqueItems: true, maxItems: 7 })),
  icon: Optional(Text(40)),
  enabled: Optional(Type.Boolean()),
});
export type FunctionFields = Static<typeof FunctionFields>;

const FunctionInfo = Closed({
  id: Id,
  version: Type.Integer(),
  number: Type.String(),
  nameZh: Type.String(),
  nameEn: Type.String(),
  parentNumber: Type.String(),
  parentName: Type.String(),
  url: Type.String(),
  component: Type.String(),
  sort: Type.String(),
  buttons: Type.Array(Type.String()),
  icon: Type.String(),
  enabled: Type.Boolean(),
});

/** Menu for platform operators: pages, positions and buttons. */
export const functions = {
  table: functionTable,
  list: functionTable,
  infoCall: readOne({
    path: '/function/info',
    summary: 'One page of the menu',
    access: view,
    reply: FunctionInfo,
  }),
  add: defineEndpoint({
    call: 'POST /function/add',
    summary: 'Add a page to the menu',
    access: edit,
    input: FunctionFields,
    reply: Saved,
  }),
  update: defineEndpoint({
    call: 'PUT /function/update',
    summary: 'Change a page of the menu',
    access: edit,
    input: Closed({ ...FunctionFields.properties, id: Id, version: Type.Integer() }),
    reply: Saved,
  }),
  remove: onOne({
    call: 'DELETE /function/delete',
    summary: 'Take a page out of the menu',
    access: edit,
  }),
  removeBatch: onSeveral({
    call: 'DELETE /function/deleteBatch',
    summary: 'Take several pages out of the menu',
    access: edit,
  }),
  nameExists: defineUniqueCheck({
    path: '/function/checkIsNameExist',
    summary: 'Does another page have the name',
    access: view,
    asks: { id: Optional(Id), name: Text(60) },
  }),
  numberExists: defineUniqueCheck({
    path: '/function/checkIsNumberExist',
    summary: 'Does another page have the number',
    access: view,
    asks: { id: Optional(Id), number: Text(16) },
  }),
  /** Menu tree by number, below root '0'; `id` omits a page and all descendants. */
  tree: defineEndpoint({
    call: 'GET /function/getFunctionTree',
    summary: 'The menu as a tree, by number',
    access: view,
    input: Closed({ id: Optional(Id) }),
    reply: TreeNodes,
  }),
} as const;
