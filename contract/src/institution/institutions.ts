import { Type } from 'typebox';
import type { Static, TSchema } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Name, Optional, Sort, Text } from '../field.ts';
import { Closed, Id, Nullable, resource } from '../resource.ts';
import { table } from '../table.ts';

export const institutionPage = '/system/organization';

export const institutionTable = table({
  id: 'institutions',
  path: '/organization/list',
  exportPath: '/organization/exportExcel',
  access: { page: institutionPage },
  columns: {
    id: { type: 'id', hidden: true },
    version: { type: 'integer', hidden: true },
    parentId: { type: 'id', hidden: true },
    name: { type: 'text', width: 180 },
    number: { type: 'text', code: true },
    parentName: { type: 'text' },
    users: { type: 'integer' },
    sort: { type: 'integer' },
    remark: { type: 'text' },
    createTime: { type: 'time', optional: true },
  },
  filters: {
    name: { by: 'contains', columns: ['name'], control: 'text', first: true },
    number: { by: 'contains', columns: ['number'], control: 'text', first: true },
  },
  order: { column: 'createTime', direction: 'desc' },
});

/** Name and number are each unique in the company; without a parent it stands at the root. */
export const InstitutionFields = Closed({
  name: Name(2, 30),
  number: Name(1, 20),
  parentId: Optional(Nullable(Id)),
  sort: Optional(Sort),
  remark: Optional(Text(200)),
});
export type InstitutionFields = Static<typeof InstitutionFields>;

/** `users`: how many belong to it itself. */
export const InstitutionInfo = Closed({
  id: Id,
  version: Type.Integer(),
  name: Type.String(),
  number: Type.String(),
  parentId: Nullable(Id),
  parentName: Type.String(),
  users: Type.Integer(),
  sort: Type.Integer(),
  remark: Type.String(),
});

export const institutions = resource({
  path: '/organization',
  page: institutionPage,
  table: institutionTable,
  fields: InstitutionFields,
  info: InstitutionInfo,
  unique: { field: 'name' },
});

export interface InstitutionNode {
  readonly id: string;
  readonly key: string;
  readonly value: string;
  readonly title: string;
  readonly children: readonly InstitutionNode[];
}
const Node = Type.Cyclic(
  {
    Node: Type.Object(
      {
        id: Type.String(),
        key: Type.String(),
        value: Type.String(),
        title: Type.String(),
        children: Type.Array(Type.Ref('Node')),
      },
      { additionalProperties: false },
    ),
  },
  'Node',
);

/** The whole tree in display order; `id` leaves out that institution and all below it (a form's own parent select). */
export const institutionTree = endpoint({
  method: 'GET',
  path: '/organization/getOrganizationTree',
  summary: 'The tree of institutions',
  access: 'signedIn',
  input: Closed({ id: Optional(Text(18)) }),
  reply: Type.Array(Node as TSchema),
});

export const institutionById = endpoint({
  method: 'GET',
  path: '/organization/findById',
  summary: 'One institution',
  access: { page: institutionPage },
  input: Closed({ id: Id }),
  reply: InstitutionInfo,
});
