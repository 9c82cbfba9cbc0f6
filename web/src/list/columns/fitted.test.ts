import { describe, expect, test } from 'vitest';
import { fitColumns } from './fitted.ts';
import type { ColumnWidthRequest } from './fitted.ts';

const asks = (
  name: string,
  least: number,
  more: Partial<ColumnWidthRequest> = {},
): ColumnWidthRequest => ({
  name,
  least,
  content: more.wish ?? least,
  wish: least,
  weight: 'some',
  grows: false,
  ...more,
});
const most = { weight: 'most' } as const;
const text = { grows: true } as const;
const said = (columns: readonly ColumnWidthRequest[], room: number, keepsOrder = false): string =>
  fitColumns(columns, room, keepsOrder)
    .map(({ name, width }) => `${name} ${width}`)
    .join(', ');

describe('columns fill the width of their table', () => {
  test.each<[string, readonly ColumnWidthRequest[], number, string]>([
    [
      'what is spare goes to texts',
      [asks('name', 100, text), asks('sum', 80)],
      300,
      'name 220, sum 80',
    ],
    ['alike, and whole pixels', [asks('a', 50, text), asks('b', 50, text)], 201, 'a 101, b 100'],
    ['no text: the first grows', [asks('a', 50), asks('b', 60)], 180, 'a 120, b 60'],
    [
      'where much is spare, a text does not push figures far away',
      [asks('name', 100, text), asks('sum', 80), asks('state', 60)],
      600,
      'name 300, sum 160, state 140',
    ],
    [
      'a column that lacks little is whole before one that lacks much',
      [
        asks('customer', 72, { ...text, wish: 86 }),
        asks('products', 72, { ...text, wish: 300 }),
        asks('status', 60, { content: 60, wish: 100 }),
      ],
      260,
      'customer 86, products 114, status 60',
    ],
    [
      'wishes come before what is spare',
      [asks('name', 100, { ...text, wish: 150 }), asks('sum', 80, { wish: 100 })],
      300,
      'name 200, sum 100',
    ],
    [
      'all grow alike from their least towards their content',
      [asks('name', 100, { ...text, wish: 200 }), asks('note', 50, { ...text, wish: 100 })],
      225,
      'name 137, note 88',
    ],
  ])('%s', (_law, columns, room, expected) => {
    expect(said(columns, room)).toBe(expected);
  });
});

describe('columns in a limited width', () => {
  const columns = [
    asks('name', 100, { ...most, ...text }),
    asks('note', 90, { wish: 120 }),
    asks('sort', 60, { weight: 'least' }),
    asks('sum', 80, most),
  ];
  test.each([
    ['there is room for all', 345, 'name 100, note 105, sort 60, sum 80'],
    ['others come to half their wish first', 330, 'name 130, note 120, sum 80, sort 60'],
    ['what matters least goes behind first', 320, 'name 120, note 120, sum 80, sort 60'],
    ['then what matters some', 265, 'name 185, sum 80, note 120, sort 60'],
    ['what matters most never goes', 100, 'name 100, sum 80, note 120, sort 60'],
  ])('%s', (_law, room, expected) => {
    expect(said(columns, room)).toBe(expected);
  });

  test('keep the user’s own order', () => {
    expect(said(columns, 100, true)).toBe('name 100, note 120, sort 60, sum 80');
  });
});
