import { beforeEach, expect, test } from 'vitest';
import { loadPhrases } from '../../phrase/index.ts';
import type { GridColumn } from './column.ts';
import type { RowState } from './gridState.ts';
import { ADD, restingOffers } from './useOffers.ts';

interface Line {
  readonly code: string;
  readonly isKnown: boolean;
}
const column: GridColumn<Line> = {
  id: 'code',
  title: 'Code',
  width: 100,
  show: ({ code }) => code,
  add: () => {},
  lacks: ({ code, isKnown }) => code !== '' && !isKnown,
};
const row = (value: Line, text: string | null): RowState<Line> => ({
  key: '1',
  value,
  wrong: { code: { text, reason: 'unknown' } },
});

beforeEach(() => loadPhrases('en'));

test('a focused cell with an unknown code offers to create the product', () => {
  expect(restingOffers(column, row({ code: 'Blue mug', isKnown: false }, null))).toEqual([
    { value: ADD, label: 'New: Blue mug…' },
  ]);
});

test('a focused cell with a known code offers nothing, whatever is refused in the line', () => {
  expect(restingOffers(column, row({ code: '1001', isKnown: true }, null))).toEqual([]);
  expect(
    restingOffers(column, { key: '1', value: { code: 'x', isKnown: false }, wrong: {} }),
  ).toEqual([]);
});
