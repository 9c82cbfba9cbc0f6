import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { NameText, toLiteralUnion } from '../field.ts';
import { Closed, Id, Saved, defineChoices, readOne } from '../resource.ts';
import { defineTable } from '../table.ts';

export const propertyPage = '/material/material_property';

/**
 * Names of a product's three free texts. No `record`: always three, none added, deleted or found by name;
 * an unnamed text has no row.
 */
export const propertyNames = ['propertyOne', 'propertyTwo', 'propertyThree'] as const;
export type PropertyName = (typeof propertyNames)[number];

export const propertyTable = defineTable({
  id: 'properties',
  path: '/materialProperty/list',
  exportPath: '/materialProperty/exportExcel',
  access: { page: propertyPage },
  columns: {
    id: { type: 'id', hidden: true },
    version: { type: 'integer', hidden: true },
    nativeName: { type: 'choice', choices: propertyNames },
    alias: { type: 'text', width: 240 },
  },
  filters: {},
  order: { column: 'id', direction: 'asc' },
});

const NativeName = toLiteralUnion(propertyNames);

const PropertyInfo = Closed({
  id: Id,
  version: Type.Integer(),
  nativeName: NativeName,
  alias: Type.String(),
});

export const propertyInfo = readOne({
  path: '/materialProperty/info',
  summary: 'One of the three properties',
  access: { page: propertyPage },
  reply: PropertyInfo,
});

/** `version` 0 with the default name. */
export const updateProperty = defineEndpoint({
  call: 'PUT /materialProperty/update',
  summary: 'Name a property',
  access: { page: propertyPage, button: '1' },
  input: Closed({ id: Id, version: Type.Integer(), alias: NameText(1, 30) }),
  reply: Saved,
});

/** Custom property names; defaults are left out. */
export const propertyAliases = defineChoices({
  path: '/materialProperty/getAllList',
  summary: 'What the properties of products are called',
  row: {
    nativeName: NativeName,
    alias: Type.String(),
  },
});
