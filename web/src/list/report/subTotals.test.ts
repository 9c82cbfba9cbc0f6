import { asAsked, soldOwnTable } from '@tradehouse/contract';
import { beforeAll, expect, test } from 'vitest';
import { loadPhrases } from '../../phrase/index.ts';
import { hasGroups, isSubTotal, withSubTotals } from './subTotals.ts';

beforeAll(() => loadPhrases('en'));

const rowOf = (firstId: string | null, secondId: string | null, amount: string) => ({
  id: firstId === null ? 'rest' : [firstId, secondId].filter((one) => one !== null).join('.'),
  firstId,
  secondId,
  secondName: secondId,
  amount,
});
const groups = new Map([
  ['7', rowOf('7', null, '10')],
  ['8', rowOf('8', null, '3')],
]);

test('a page has a single heading with subtotal for each group, and none for the rest row', () => {
  const rows = [
    rowOf('7', 'a', '6'),
    rowOf('7', 'b', '4'),
    rowOf('8', 'a', '3'),
    rowOf(null, null, '1'),
  ];
  const shown = withSubTotals(rows, groups);
  expect(shown.map(({ id }) => id)).toEqual(['7', '7.a', '7.b', '8', '8.a', 'rest']);
  expect(shown.map(isSubTotal)).toEqual([true, false, false, true, false, false]);
  expect(shown[0]).toMatchObject({ amount: '10', secondName: 'Sub-total' });
  // The next page says again whose rows go on.
  expect(withSubTotals(rows.slice(1), groups).map(({ id }) => id)[0]).toBe('7');
});

test('rows are grouped only by two dimensions and with all rows', () => {
  const asked = { level: 'product', second: 'month' };
  const of = (more: object = {}, applied: object = asked) => ({
    table: asAsked(soldOwnTable, { ...applied }),
    applied: { ...applied },
    conditions: undefined,
    headers: {},
    ...more,
  });
  expect(hasGroups(of())).toBe(true);
  expect(hasGroups(of({}, { level: 'product' }))).toBe(false);
  expect(hasGroups(of({}, { level: 'month', second: 'month' }))).toBe(false);
  expect(hasGroups(of({}, { ...asked, top: '10' }))).toBe(false);
  expect(hasGroups(of({ headers: { name: ['tea'] } }))).toBe(false);
  expect(hasGroups(of({ conditions: { match: 'and', rows: [] } }))).toBe(false);
});
