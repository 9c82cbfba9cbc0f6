import { expect, test } from 'vitest';
import { neighbourOnPage, queryByNumber, queryOfPageBeside, toListPlace } from './neighbours.ts';

const table = { id: 'any', path: '/any' } as never;
const query = { search: '{"status":"0"}', column: 'time', currentPage: 2, pageSize: 3 };
const place = toListPlace(table, query, [{ id: '9' }, { id: '7' }, { id: null }, { id: '8' }]);

test.each([
  ['9', 1, '7'],
  ['7', 1, '8'],
  ['8', -1, '7'],
  ['9', -1, null],
  ['8', 1, null],
  ['5', 1, null],
] as const)('document %s in the list order, step %i, is followed by %s', (id, step, found) => {
  expect(neighbourOnPage(place, id, step)).toBe(found);
});

test('the page beside a list page keeps filter and order, and none stands before the first', () => {
  expect(queryOfPageBeside(query, 1)).toEqual({ ...query, currentPage: 3 });
  expect(queryOfPageBeside(query, -1)).toEqual({ ...query, currentPage: 1 });
  expect(queryOfPageBeside({ currentPage: 1 }, -1)).toBeNull();
});

test.each([
  [1, 'gt', 'asc'],
  [-1, 'lt', 'desc'],
] as const)(
  'without a list, step %i reads the kind by number, one document',
  (step, rule, order) => {
    const asked = queryByNumber({ type: 'x' }, 'XSCK1', step);
    expect(asked).toMatchObject({ search: '{"type":"x"}', column: 'number', order, pageSize: 1 });
    expect(JSON.parse(asked.superQueryParams ?? '')).toEqual([
      { field: 'number', rule, val: 'XSCK1' },
    ]);
  },
);
