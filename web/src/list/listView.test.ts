import { defineTable } from '@tradehouse/contract';
import type { ListView } from '@tradehouse/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isEmptyValue, startingFilters } from './filters/filterState.ts';
import { filtersIn, readableView, sortIn, viewFromList } from './listView.ts';

const sales = defineTable({
  id: 'sales',
  path: '/sales/list',
  access: 'signedIn',
  columns: {
    id: { type: 'id', hidden: true },
    number: { type: 'text' },
    note: { type: 'text', sortable: false },
    owed: { type: 'money', mask: 'money' },
  },
  filters: {
    number: { by: 'contains', columns: ['number'], control: 'text' },
    time: { by: 'own', control: 'dates', starts: 'threeMonths' },
    review: { by: 'choices', control: 'choices', choices: ['0', '1', '2'], starts: ['0', '2'] },
    hasDebt: { by: 'own', columns: ['owed'], control: 'flag', starts: true },
    byFigure: { by: 'own', control: 'choice', choices: ['number', 'owed'], ofColumns: true },
  },
  order: { column: 'id', direction: 'desc' },
});
const startOf = (day: string) => startingFilters(sales, day, new URLSearchParams());
const list = {
  applied: startOf('2026-05-31'),
  began: startOf('2026-05-31'),
  conditions: undefined,
  headers: {},
  sort: null,
  pageSize: 20,
  ownPageSize: 10,
  columns: {},
};
const viewed = (over: Partial<typeof list>): ListView => viewFromList({ ...list, ...over });

test('initial days of a list are left out of its view and move on with the day', () => {
  const view = viewed({ applied: { ...list.applied, number: 'X' } });
  expect(view.search).toEqual({ number: 'X' });
  expect(filtersIn(sales, view, startOf('2026-08-31'), [])).toMatchObject({
    number: 'X',
    time: ['2026-05-31', '2026-08-31'],
  });
});

test('a cleared date range, or an equal range set on another day, is stored in a view', () => {
  const emptied = viewed({ applied: { ...list.applied, time: undefined } as never });
  expect(emptied.search).toEqual({ time: null });
  expect(filtersIn(sales, emptied, startOf('2026-08-31'), [])).not.toHaveProperty('time');
  const set = viewed({ applied: startOf('2026-06-01') });
  expect(set.search).toEqual({ time: ['2026-03-01', '2026-06-01'] });
});

test('parts of a view hidden from its reader are named and left out', () => {
  const view: ListView = {
    search: { number: 'X', hasDebt: true, gone: 'x', time: null, byFigure: 'owed' },
    conditions: {
      match: 'and',
      rows: [
        { field: 'owed', rule: 'gt', val: '1' },
        { field: 'number', rule: 'like', val: '2' },
      ],
    },
    headers: { owed: ['1', ''], note: ['a'] },
    sort: { column: 'owed', order: 'asc' },
    pageSize: 20,
  };
  const found = readableView(sales, view, ['money']);
  expect(found.lacks).toEqual(['hasDebt', 'gone', 'byFigure', 'owed']);
  expect(found.view).toEqual({
    search: { number: 'X', time: null },
    conditions: { match: 'and', rows: [{ field: 'number', rule: 'like', val: '2' }] },
    headers: { note: ['a'] },
    pageSize: 20,
  });
  expect(readableView(sales, view, []).lacks).toEqual(['gone']);
  expect(
    filtersIn(sales, { search: { byFigure: 'owed' } }, { byFigure: 'number' }, ['money']),
  ).toEqual({
    byFigure: 'number',
  });
});

test('removed or hidden view filters are left out', () => {
  const view = { search: { gone: 'x', hasDebt: false, constructor: 'x' } };
  expect(filtersIn(sales, view, {}, ['money'])).toEqual({});
  expect(filtersIn(sales, view, {}, [])).toEqual({ hasDebt: false });
});

test.each([
  [{ column: 'number', order: 'asc' }, [], true],
  [{ column: 'owed', order: 'asc' }, [], true],
  [{ column: 'owed', order: 'asc' }, ['money'], false],
  [{ column: 'note', order: 'asc' }, [], false],
  [{ column: 'gone', order: 'asc' }, [], false],
] as const)('a view’s order %j with hidden columns %j is kept: %s', (sort, hidden, kept) => {
  expect(sortIn(sales, { sort }, hidden)).toEqual(kept ? sort : null);
});

const value = fc.oneof(fc.string(), fc.boolean(), fc.array(fc.string()), fc.constant(undefined));
const filters = fc.record({ number: value, time: value, review: value, hasDebt: value });

test('a view read off a list restores the filters of the list, on any day', () => {
  fc.assert(
    fc.property(filters, (asked) => {
      const said = Object.entries(asked).filter(([, one]) => !isEmptyValue(one));
      const view = viewed({ applied: Object.fromEntries(said) as never });
      expect(filtersIn(sales, view, list.began, [])).toEqual(Object.fromEntries(said));
    }),
  );
});
