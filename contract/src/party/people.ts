import { Type } from 'typebox';
import type { Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Name, Optional, Sort } from '../field.ts';
import { Closed, Id, resource } from '../resource.ts';
import { table } from '../table.ts';

export const personPage = '/system/person';
export const personTypes = ['salesperson', 'keeper', 'finance'] as const;
const PersonType = Type.Union([
  Type.Literal('salesperson'),
  Type.Literal('keeper'),
  Type.Literal('finance'),
]);

export const personTable = table({
  id: 'people',
  path: '/person/list',
  exportPath: '/person/exportExcel',
  access: { page: personPage },
  columns: {
    id: { type: 'id', hidden: true },
    version: { type: 'integer', hidden: true },
    name: { type: 'text', width: 180 },
    type: { type: 'choice', choices: personTypes },
    sort: { type: 'integer' },
    enabled: { type: 'flag' },
    createTime: { type: 'time', optional: true },
  },
  filters: {
    name: { by: 'contains', columns: ['name'], control: 'text', first: true },
    type: { by: 'equals', columns: ['type'], control: 'choice', choices: personTypes, first: true },
    enabled: { by: 'flag', columns: ['enabled'], control: 'flag' },
  },
  order: { column: 'createTime', direction: 'desc' },
});

export const PersonFields = Closed({
  name: Name(2, 30),
  type: PersonType,
  sort: Optional(Sort),
  enabled: Optional(Type.Boolean()),
});
export type PersonFields = Static<typeof PersonFields>;

export const PersonInfo = Closed({
  id: Id,
  version: Type.Integer(),
  name: Type.String(),
  type: Type.String(),
  sort: Type.Integer(),
  enabled: Type.Boolean(),
});

export const people = resource({
  path: '/person',
  page: personPage,
  table: personTable,
  fields: PersonFields,
  info: PersonInfo,
  unique: { field: 'name', within: ['type'] },
  status: true,
});

const PersonChoice = Closed({ id: Id, name: Type.String(), type: Type.String() });

export const allPeople = endpoint({
  method: 'GET',
  path: '/person/getAllList',
  summary: 'Everyone in charge, for a select',
  access: 'signedIn',
  input: Closed({}),
  reply: Type.Array(PersonChoice),
});

export const peopleByType = endpoint({
  method: 'GET',
  path: '/person/getPersonByType',
  summary: 'People of a type, for a select',
  access: 'signedIn',
  input: Closed({ type: PersonType }),
  reply: Closed({ personList: Type.Array(PersonChoice) }),
});

/** 1 salespeople, 2 keepers, 3 finance staff. */
export const peopleByNumber = endpoint({
  method: 'GET',
  path: '/person/getPersonByNumType',
  summary: 'People of a numbered type, for a select',
  access: 'signedIn',
  input: Closed({ type: Type.Union([Type.Literal('1'), Type.Literal('2'), Type.Literal('3')]) }),
  reply: Type.Array(Closed({ value: Id, text: Type.String() })),
});
