import { Type } from 'typebox';
import type { Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Name, Note, Optional, Sort } from '../field.ts';
import { Closed, Id, resource } from '../resource.ts';
import { table } from '../table.ts';

export const inOutItemPage = '/system/in_out_item';
export const inOutItemTypes = ['income', 'expense'] as const;

export const inOutItemTable = table({
  id: 'inOutItems',
  path: '/inOutItem/list',
  exportPath: '/inOutItem/exportExcel',
  access: { page: inOutItemPage },
  columns: {
    id: { type: 'id', hidden: true },
    version: { type: 'integer', hidden: true },
    name: { type: 'text', width: 180 },
    type: { type: 'choice', choices: inOutItemTypes },
    remark: { type: 'text' },
    sort: { type: 'integer' },
    enabled: { type: 'flag' },
    createTime: { type: 'time', optional: true },
  },
  filters: {
    name: { by: 'contains', columns: ['name'], control: 'text', first: true },
    type: {
      by: 'equals',
      columns: ['type'],
      control: 'choice',
      choices: inOutItemTypes,
      first: true,
    },
    remark: { by: 'contains', columns: ['remark'], control: 'text', first: true },
    enabled: { by: 'flag', columns: ['enabled'], control: 'flag' },
  },
  order: { column: 'createTime', direction: 'desc' },
});

export const InOutItemFields = Closed({
  name: Name(2, 30),
  type: Type.Union([Type.Literal('income'), Type.Literal('expense')]),
  sort: Optional(Sort),
  remark: Optional(Note(200)),
  enabled: Optional(Type.Boolean()),
});
export type InOutItemFields = Static<typeof InOutItemFields>;

export const InOutItemInfo = Closed({
  id: Id,
  version: Type.Integer(),
  name: Type.String(),
  type: Type.String(),
  sort: Type.Integer(),
  remark: Type.String(),
  enabled: Type.Boolean(),
});

export const inOutItems = resource({
  path: '/inOutItem',
  page: inOutItemPage,
  table: inOutItemTable,
  fields: InOutItemFields,
  info: InOutItemInfo,
  unique: { field: 'name' },
  status: true,
});

export const inOutItemChoices = endpoint({
  method: 'GET',
  path: '/inOutItem/findBySelect',
  summary: 'Income or expense items for a select',
  access: 'signedIn',
  input: Closed({ type: Optional(Type.Union([Type.Literal('in'), Type.Literal('out')])) }),
  reply: Type.Array(Closed({ id: Id, name: Type.String() })),
});
