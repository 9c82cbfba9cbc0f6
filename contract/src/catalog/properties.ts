import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Name, literals } from '../field.ts';
import { Closed, Id, Saved, choices, readOne } from '../resource.ts';
import { table } from '../table.ts';

export const propertyPage = '/material/material_property';

/**
 * The three texts of a product that a company uses as it likes, with what it calls them. No `record`: there are always
 * three, none is added, deleted or found by name, and one that was never named has no row.
 */
export const propertyNames = ['propertyOne', 'propertyTwo', 'propertyThree'] as const;
export type PropertyName = (typeof propertyNames)[number];

export const propertyTable = table({
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

const NativeName = literals(propertyNames);

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

/** `version` 0 where it has its plain name still. */
export const updateProperty = endpoint({
  call: 'PUT /materialProperty/update',
  summary: 'Name a property',
  access: { page: propertyPage, button: '1' },
  input: Closed({ id: Id, version: Type.Integer(), alias: Name(1, 30) }),
  reply: Saved,
});

/** What the properties are called; those with their plain names are left out. */
export const propertyAliases = choices({
  path: '/materialProperty/getAllList',
  summary: 'What the properties of products are called',
  row: {
    nativeName: NativeName,
    alias: Type.String(),
  },
});
