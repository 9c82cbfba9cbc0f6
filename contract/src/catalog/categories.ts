import { Type } from 'typebox';
import type { Static, TSchema } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Name, Optional, Sort, Text } from '../field.ts';
import { Closed, Id, Nullable, resource } from '../resource.ts';
import { table } from '../table.ts';

export const categoryPage = '/material/material_category';

export const categoryTable = table({
  id: 'categories',
  path: '/materialCategory/list',
  exportPath: '/materialCategory/exportExcel',
  access: { page: categoryPage },
  columns: {
    id: { type: 'id', hidden: true },
    version: { type: 'integer', hidden: true },
    parentId: { type: 'id', hidden: true },
    name: { type: 'text', width: 180 },
    number: { type: 'text', code: true },
    parentName: { type: 'text' },
    sort: { type: 'integer' },
    remark: { type: 'text' },
    createTime: { type: 'time', optional: true },
  },
  filters: {
    name: { by: 'contains', columns: ['name'], control: 'text', first: true },
    parentId: { by: 'equals', columns: ['parentId'], control: 'category', first: true },
  },
  order: { column: 'createTime', direction: 'desc' },
});

/** `number` is unique in the company; the name among the children of its parent (null: the root). */
export const CategoryFields = Closed({
  name: Name(2, 30),
  number: Name(1, 30),
  parentId: Optional(Nullable(Id)),
  sort: Optional(Sort),
  remark: Optional(Text(200)),
});
export type CategoryFields = Static<typeof CategoryFields>;

export const CategoryInfo = Closed({
  id: Id,
  version: Type.Integer(),
  name: Type.String(),
  number: Type.String(),
  parentId: Nullable(Id),
  parentName: Type.String(),
  sort: Type.Integer(),
  remark: Type.String(),
});

export const categories = resource({
  path: '/materialCategory',
  page: categoryPage,
  table: categoryTable,
  fields: CategoryFields,
  info: CategoryInfo,
  unique: { field: 'name', within: ['parentId'] },
});

export interface CategoryNode {
  readonly id: string;
  readonly key: string;
  readonly value: string;
  readonly title: string;
  readonly children: readonly CategoryNode[];
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

/** The whole tree in display order; `id` leaves out that category and all below it (a form's own parent select). */
export const categoryTree = endpoint({
  method: 'GET',
  path: '/materialCategory/getMaterialCategoryTree',
  summary: 'The tree of product categories',
  access: 'signedIn',
  input: Closed({ id: Optional(Text(18)) }),
  reply: Type.Array(Node as TSchema),
});

export const categoryById = endpoint({
  method: 'GET',
  path: '/materialCategory/findById',
  summary: 'One product category',
  access: { page: categoryPage },
  input: Closed({ id: Id }),
  reply: CategoryInfo,
});
