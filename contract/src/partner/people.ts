import { toLiteralUnion } from '../field.ts';
import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { nameField, defineRecord, sorted, switched, typeField } from '../record.ts';
import { Closed, Id, defineChoices } from '../resource.ts';

export const personPage = '/system/person';
export const personTypes = ['salesperson', 'keeper', 'finance'] as const;

export const people = defineRecord({
  id: 'people',
  subject: 'person',
  called: { 'zh-cn': '经手人', en: 'Handler' },
  plain: true,
  path: '/person',
  page: personPage,
  within: ['type'],
  fields: {
    name: { ...nameField(2, 30), called: { 'zh-cn': '姓名', en: 'Name' } },
    type: typeField(personTypes),
    sort: sorted,
    enabled: switched,
  },
});

const person = { id: Id, name: Type.String(), type: Type.String() };

export const allPeople = defineChoices({
  path: '/person/getAllList',
  summary: 'Everyone in charge, for a select',
  row: person,
});

export const peopleByType = defineEndpoint({
  call: 'GET /person/getPersonByType',
  summary: 'People of a type, for a select',
  access: 'signedIn',
  input: Closed({ type: toLiteralUnion(personTypes) }),
  reply: Closed({ personList: Type.Array(Closed(person)) }),
});

/** 1 salespeople, 2 keepers, 3 finance staff. */
export const peopleByNumber = defineEndpoint({
  call: 'GET /person/getPersonByNumType',
  summary: 'People of a numbered type, for a select',
  access: 'signedIn',
  input: Closed({ type: toLiteralUnion(['1', '2', '3']) }),
  reply: Type.Array(Closed({ value: Id, text: Type.String() })),
});
