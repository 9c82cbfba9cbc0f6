import { literals } from '../field.ts';
import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { named, record, sorted, switched, typed } from '../record.ts';
import { Closed, Id, choices } from '../resource.ts';

export const personPage = '/system/person';
export const personTypes = ['salesperson', 'keeper', 'finance'] as const;

export const people = record({
  id: 'people',
  subject: 'person',
  called: { 'zh-cn': '经手人', en: 'Handler' },
  plain: true,
  path: '/person',
  page: personPage,
  within: ['type'],
  fields: {
    name: { ...named(2, 30), called: { 'zh-cn': '姓名', en: 'Name' } },
    type: typed(personTypes),
    sort: sorted,
    enabled: switched,
  },
});

const person = { id: Id, name: Type.String(), type: Type.String() };

export const allPeople = choices({
  path: '/person/getAllList',
  summary: 'Everyone in charge, for a select',
  row: person,
});

export const peopleByType = endpoint({
  call: 'GET /person/getPersonByType',
  summary: 'People of a type, for a select',
  access: 'signedIn',
  input: Closed({ type: literals(personTypes) }),
  reply: Closed({ personList: Type.Array(Closed(person)) }),
});

/** 1 salespeople, 2 keepers, 3 finance staff. */
export const peopleByNumber = endpoint({
  call: 'GET /person/getPersonByNumType',
  summary: 'People of a numbered type, for a select',
  access: 'signedIn',
  input: Closed({ type: literals(['1', '2', '3']) }),
  reply: Type.Array(Closed({ value: Id, text: Type.String() })),
});
