import { defineTable } from '@tradehouse/contract';
import { expect, test } from 'vitest';
import type { Sieve } from './sieve.ts';
import {
  listFilterableColumns,
  headingKind,
  hasColumnFilters,
  dropUnavailableFilters,
  sieveOf,
  sieveQuery,
} from './sieve.ts';

const sales = defineTable({
  id: 'sales',
  path: '/sales/list',
  access: 'signedIn',
  columns: {
    id: { type: 'id', hidden: true },
    number: { type: 'text' },
    status: { type: 'choice', choices: ['0', '1'] },
    day: { type: 'day' },
    owed: { type: 'money', mask: 'money' },
    price: { type: 'price', mask: 'kind' },
  },
  filters: {},
  order: { column: 'id', direction: 'desc' },
});
const all: Sieve = {
  conditions: {
    match: 'or',
    rows: [
      { field: 'owed', rule: 'gt', val: '5' },
      { field: 'number', rule: 'empty', val: '' },
      { field: 'number', rule: 'like', val: '' },
    ],
  },
  headers: { number: ['X, "1"'], status: ['0', '1'], owed: ['', '7'], day: ['2026-01-01', ''] },
};

test('column filters serialise to the list protocol', () => {
  const { filters, superQueryParams, superQueryMatchType } = sieveQuery(sales, all);
  expect(JSON.parse(filters ?? '')).toEqual({
    number: { like: 'X, "1"' },
    status: ['0', '1'],
    owed: { le: '7' },
    day: { ge: '2026-01-01' },
  });
  expect(JSON.parse(superQueryParams ?? '')).toEqual([
    { field: 'owed', rule: 'gt', val: '5' },
    { field: 'number', rule: 'empty', val: '' },
  ]);
  expect(superQueryMatchType).toBe('or');
  expect(sieveQuery(sales, {})).toEqual({});
});

test('hidden or removed columns are neither offered nor requested', () => {
  expect(listFilterableColumns(sales, ['money', 'sale'])).toEqual(['number', 'status', 'day']);
  const left = dropUnavailableFilters(sales, all, ['money']);
  expect(left.conditions?.rows.map(({ field }) => field)).toEqual(['number', 'number']);
  expect(Object.keys(left.headers ?? {})).toEqual(['number', 'status', 'day']);
  const gone = { conditions: { match: 'and', rows: [{ field: 'gone', rule: 'eq', val: '1' }] } };
  expect(
    dropUnavailableFilters(
      sales,
      { ...(gone as Sieve), headers: { id: ['1'], day: ['', ''] } },
      [],
    ),
  ).toEqual({});
});

test.each([
  ['{"conditions":{"match":"or","rows":[{"field":"a","rule":"eq","val":"1"}]}}', true],
  ['{"headers":{"a":["1"]}}', true],
  ['{', false],
  ['7', false],
  ['[]', false],
  ['{"conditions":7,"headers":"x"}', false],
  ['{"conditions":{"rows":[1,null,{"field":1}]}}', false],
])(
  'the column filter %s in an address is used if well-formed, and otherwise ignored',
  (text, says) => {
    const { conditions, headers = {} } = sieveOf(new URLSearchParams({ sieve: text }));
    expect((conditions?.rows.length ?? 0) + Object.keys(headers).length > 0).toBe(says);
  },
);

test('the filter in a column heading depends on the type of the column', () => {
  expect(
    (['flag', 'tags', 'text', 'time', 'money'] as const).map((type) => headingKind({ type })),
  ).toEqual(['choices', 'choices', 'part', 'range', 'range']);
  expect([hasColumnFilters({}), hasColumnFilters(all)]).toEqual([false, true]);
});
