import { arranged, ordered, table } from '@tradehouse/contract';
import { describe, expect, test } from 'vitest';
import { fieldsAsked, pinned, resized, shownColumns, switched } from './columnChoice.ts';

const goods = table({
  id: 'goods',
  path: '/goods/list',
  access: 'signedIn',
  columns: {
    id: { type: 'id', hidden: true },
    name: { type: 'text', width: 200 },
    stock: { type: 'quantity' },
    brand: { type: 'text', optional: true },
  },
  filters: {},
  order: { column: 'name', direction: 'asc' },
});
const shown = (choice: Parameters<typeof arranged>[1]) =>
  arranged(goods, choice)
    .filter(({ visible }) => visible)
    .map(({ name }) => name);

test.each([
  ['nothing chosen', ['a', 'b', 'c'], [], ['a', 'b', 'c']],
  ['the user moved one', ['a', 'b', 'c'], ['c', 'a', 'b'], ['c', 'a', 'b']],
  ['the product gained one', ['a', 'new', 'b'], ['b', 'a'], ['b', 'a', 'new']],
  ['the product gained the first', ['new', 'a', 'b'], ['b', 'a'], ['new', 'b', 'a']],
  ['the product lost one', ['a', 'c'], ['c', 'b', 'a'], ['c', 'a']],
])('order of columns when %s', (_case, declared, chosen, expected) => {
  expect(ordered(declared, chosen)).toEqual(expected);
});

describe('columns on screen', () => {
  test('are the declared columns without hidden and optional columns', () => {
    expect(shown({})).toEqual(['name', 'stock']);
  });

  test('can be switched on and off', () => {
    const { brand, name } = goods.columns;
    expect(shown(switched({}, 'brand', brand, true))).toEqual(['name', 'stock', 'brand']);
    expect(shown(switched({}, 'name', name, false))).toEqual(['stock']);
    expect(shown(switched(switched({}, 'name', name, false), 'name', name, true))).toContain(
      'name',
    );
  });

  test('are never none at all', () => {
    expect(shown({ hidden: ['name', 'stock'] })).toEqual(['name']);
  });

  test('stand at the left edge when pinned, in the user’s order', () => {
    expect(shown(pinned({}, 'stock', true))).toEqual(['stock', 'name']);
    expect(shown(pinned({ pinned: ['stock'] }, 'stock', false))).toEqual(['name', 'stock']);
  });

  test('keep a dragged width, within reason', () => {
    const widthOf = (choice: Parameters<typeof arranged>[1]) =>
      arranged(goods, choice).find(({ name }) => name === 'name')?.dragged;
    expect(widthOf({})).toBeNull();
    expect(widthOf(resized({}, 'name', 321.4))).toBe(321);
    expect(widthOf(resized({}, 'name', 3))).toBe(48);
  });
});

test('a list with slow figures requests only used figures, and every column that is no figure', () => {
  expect(fieldsAsked(goods, shownColumns(goods, {}))).toBe('id,name,stock,brand');
  const off = shownColumns(goods, switched({}, 'stock', goods.columns.stock, false));
  expect(fieldsAsked(goods, [...off, undefined])).toBe('id,name,brand');
  expect(fieldsAsked(goods, [...off, 'stock'])).toBe('id,name,stock,brand');
});
