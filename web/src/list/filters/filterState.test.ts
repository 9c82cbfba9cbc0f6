import { toVisibleFilter, defineTable } from '@tradehouse/contract';
import { expect, test } from 'vitest';
import {
  missingFilters,
  searchText,
  startingFilters,
  withoutDateFilters,
  urlWithFilters,
  filterWordsFromUrl,
} from './filterState.ts';

const sales = defineTable({
  id: 'sales',
  path: '/sales/list',
  access: 'signedIn',
  columns: { id: { type: 'id', hidden: true }, owed: { type: 'money', mask: 'money' } },
  filters: {
    number: { by: 'contains', columns: ['number'], control: 'text' },
    time: { by: 'own', control: 'dates', starts: 'threeMonths' },
    since: { by: 'own', control: 'dates', starts: 'month' },
    dates: { by: 'own', control: 'dates', starts: 'thisMonth' },
    year: { by: 'own', control: 'year', starts: 'thisYear' },
    at: { by: 'own', control: 'dates', starts: 'today' },
    date: { by: 'own', control: 'day', starts: 'today' },
    product: { by: 'own', control: 'product', required: true },
    status: { by: 'choices', control: 'choices', choices: ['0', '1'] },
    enabled: { by: 'flag', control: 'flag' },
    hasDebt: { by: 'own', columns: ['owed'], control: 'flag', starts: true },
    review: { by: 'choices', control: 'choices', choices: ['0', '1', '2'], starts: ['0', '2'] },
  },
  order: { column: 'id', direction: 'desc' },
});
const none = new URLSearchParams();

test('a list opens with the declared initial filters, counted from today', () => {
  expect(startingFilters(sales, '2026-05-31', none)).toEqual({
    time: ['2026-02-28', '2026-05-31'],
    since: ['2026-04-30', '2026-05-31'],
    dates: ['2026-05-01', '2026-05-31'],
    year: '2026',
    at: ['2026-05-31', '2026-05-31'],
    date: '2026-05-31',
    hasDebt: true,
    review: ['0', '2'],
  });
});

test('filters in the address override the initial filters', () => {
  const given = new URLSearchParams(
    'time=2026-01-01,2026-01-31&status=0,1&enabled=true&product=7&review=1',
  );
  expect(startingFilters(sales, '2026-05-31', given)).toEqual({
    time: ['2026-01-01', '2026-01-31'],
    since: ['2026-04-30', '2026-05-31'],
    dates: ['2026-05-01', '2026-05-31'],
    year: '2026',
    at: ['2026-05-31', '2026-05-31'],
    date: '2026-05-31',
    product: '7',
    status: ['0', '1'],
    enabled: true,
    hasDebt: true,
    review: ['1'],
  });
});

test.each([
  [['purchase', 'kind'], true],
  [['money'], undefined],
])('with hidden %j the list starts with the debt filter: %j', (hidden, hasDebt) => {
  expect(startingFilters(sales, '2026-05-31', none, hidden)['hasDebt']).toBe(hasDebt);
});

test('a filter named empty in the address has no initial value', () => {
  const given = new URLSearchParams('time=&since=&dates=&year=&at=&review=&date=&hasDebt=');
  expect(startingFilters(sales, '2026-05-31', given)).toEqual({});
});

test.each([
  [{}, undefined],
  [{ number: '', product: null, status: [], time: [null, null] }, undefined],
  [{ number: 'XS', enabled: false }, '{"number":"XS","enabled":false}'],
])('the search of %j drops empty values', (values, expected) => {
  expect(searchText(values)).toBe(expected);
});

test('fixed filters of a page are always part of the search', () => {
  expect(searchText({ number: 'XS' }, { kind: 'saleOut' })).toBe(
    '{"number":"XS","kind":"saleOut"}',
  );
});

test('required filters without a value are named', () => {
  expect(missingFilters(sales, {})).toEqual(['product']);
  expect(missingFilters(sales, { product: '7' })).toEqual([]);
});

test('filters and their labels survive the way through an address', () => {
  const url = urlWithFilters(
    '/report/log',
    { product: '7', status: ['0', '1'] },
    { product: '苹果 & 汁' },
  );
  const query = new URLSearchParams(url.split('?')[1]);
  expect(startingFilters(sales, '2026-05-31', query)).toMatchObject({
    product: '7',
    status: ['0', '1'],
  });
  expect(filterWordsFromUrl(query)).toEqual({ product: '苹果 & 汁' });
});

test('all dates keep the rest of the filters unchanged', () => {
  const asked = {
    time: ['2026-01-01', '2026-01-31'],
    since: null,
    date: '2026-05-31',
    number: '7',
  };
  expect(withoutDateFilters(sales, asked)).toEqual({ date: '2026-05-31', number: '7' });
});

test('hidden columns are no choices, and a filter starts with the first visible column', () => {
  const ranked = defineTable({
    id: 'ranked',
    path: '/ranked/list',
    access: 'signedIn',
    columns: {
      id: { type: 'id', hidden: true },
      quantity: { type: 'quantity' },
      amount: { type: 'money', mask: ['sale', 'retail'] },
    },
    filters: {
      measure: {
        by: 'own',
        control: 'choice',
        choices: ['amount', 'quantity'],
        ofColumns: true,
        starts: ['amount', 'quantity'],
      },
    },
    order: { column: 'id', direction: 'desc' },
  });
  const { measure } = ranked.filters;
  expect(startingFilters(ranked, '2026-05-31', none)).toEqual({ measure: 'amount' });
  expect(startingFilters(ranked, '2026-05-31', none, ['retail'])).toEqual({ measure: 'quantity' });
  expect(toVisibleFilter(ranked, measure, ['cost']).choices).toEqual(['amount', 'quantity']);
  expect(toVisibleFilter(ranked, measure, ['sale']).choices).toEqual(['quantity']);
});
