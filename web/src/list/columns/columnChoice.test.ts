import { arrangeColumns, orderColumnNames, defineTable } from '@tradehouse/contract';
import { describe, expect, test } from 'vitest';
import {
  fieldsAsked,
  pinColumn,
  resizeColumn,
  shownColumns,
  switchColumn,
} from './columnChoice.ts';

const goods = defineTable({
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
const shown = (choice: Parameters<typeof arrangeColumns>[1]) =>
  arrangeColumns(goods, choice)
    .filter(({ visible }) => visible)
    .map(({ name }) => name);

test.each([
  ['nothing chosen', ['a', 'b', 'c'], [], ['a', 'b', 'c']],
  ['the user moved one', ['a', 'b', 'c'], ['c', 'a', 'b'], ['c', 'a', 'b']],
  ['the product gained one', ['a', 'new', 'b'], ['b', 'a'], ['b', 'a', 'new']],
  ['the product gained the first', ['new', 'a', 'b'], ['b', 'a'], ['new', 'b', 'a']],
  ['the product lost one', ['a', 'c'], ['c', 'b', 'a'], ['c', 'a']],
])('order of columns when %s', (_case, declared, chosen, expected) => {
  expect(orderColumnNames(declared, chosen)).toEqual(expected);
});

describe('columns on screen', () => {
  test('are the declared columns without hidden and optional columns', () => {
    expect(shown({})).toEqual(['name', 'stock']);
  });

  test('can be switched on and off', () => {
    const { brand, name } = goods.columns;
    expect(shown(switchColumn({}, 'brand', brand, true))).toEqual(['name', 'stock', 'brand']);
    expect(shown(switchColumn({}, 'name', name, false))).toEqual(['stock']);
    expect(
      shown(switchColumn(switchColumn({}, 'name', name, false), 'name', name, true)),
    ).toContain('name');
  });

  test('include at least a single column', () => {
    expect(shown({ hidden: ['name', 'stock'] })).toEqual(['name']);
  });

  test('stand at the left edge when pinned, in the user’s order', () => {
    expect(shown(pinColumn({}, 'stock', true))).toEqual(['stock', 'name']);
    expect(shown(pinColumn({ pinned: ['stock'] }, 'stock', false))).toEqual(['name', 'stock']);
  });

  test('keep a dragged width, within reason', () => {
    const widthOf = (choice: Parameters<typeof arrangeColumns>[1]) =>
      arrangeColumns(goods, choice).find(({ name }) => name === 'name')?.dragged;
    expect(widthOf({})).toBeNull();
    expect(widthOf(resizeColumn({}, 'name', 321.4))).toBe(321);
    expect(widthOf(resizeColumn({}, 'name', 3))).toBe(48);
  });
});

test('a list with slow figures requests only used figures, and every column beside the figures', () => {
  expect(fieldsAsked(goods, shownColumns(goods, {}))).toBe('id,name,stock,brand');
  const off = shownColumns(goods, switchColumn({}, 'stock', goods.columns.stock, false));
  expect(fieldsAsked(goods, [...off, undefined])).toBe('id,name,brand');
  expect(fieldsAsked(goods, [...off, 'stock'])).toBe('id,name,stock,brand');
});
