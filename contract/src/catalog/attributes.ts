import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Name } from '../field.ts';
import { Closed, Id, choices, resource } from '../resource.ts';
import { table } from '../table.ts';

export const attributePage = '/material/material_attribute';

export const attributeTable = table({
  id: 'attributes',
  path: '/materialAttribute/list',
  exportPath: '/materialAttribute/exportExcel',
  access: { page: attributePage },
  columns: {
    id: { type: 'id', hidden: true },
    version: { type: 'integer', hidden: true },
    name: { type: 'text', width: 180 },
    /** Joined by bars. */
    values: { type: 'text', width: 420, sortable: false },
    products: { type: 'integer' },
    createTime: { type: 'time', optional: true },
  },
  filters: {
    name: { by: 'contains', columns: ['name'], control: 'text', first: true },
    values: { by: 'contains', columns: ['values'], control: 'text', first: true },
  },
  order: { column: 'createTime', direction: 'desc' },
});

/** Values without comma or bar, each once. Products keep the ones they took over. */
export const AttributeFields = Closed({
  name: Name(1, 10),
  values: Type.Array(Name(1, 30), { minItems: 1, maxItems: 100 }),
});
export type AttributeFields = Static<typeof AttributeFields>;

export const AttributeInfo = Closed({
  id: Id,
  version: Type.Integer(),
  name: Type.String(),
  values: Type.Array(Type.String()),
});

export const attributes = resource({
  path: '/materialAttribute',
  page: attributePage,
  table: attributeTable,
  fields: AttributeFields,
  info: AttributeInfo,
  unique: { field: 'name' },
});

export const attributeChoices = choices({
  path: '/materialAttribute/getAll',
  summary: 'What products may differ in',
  row: { id: Id, name: Type.String(), values: Type.Array(Type.String()) },
});
