import { beforeEach, describe, expect, test } from 'vitest';
import { loadPhrases, t } from '../../phrase/index.ts';
import { columnInCurrency } from './column.ts';
import type { GridColumn } from './column.ts';
import { isReasonBesideCell } from './GridProblems.tsx';
import {
  focusCell,
  gridOf,
  refuseGridCell,
  rereadAmountCells,
  undoGridStep,
  writeGridCell,
} from './gridState.ts';
import type { GridShape } from './gridState.ts';

interface Line {
  readonly code: string;
}
const cell = { key: '0', column: 'code' };
const column: GridColumn<Line> = { id: 'code', title: 'Code', width: 100, show: (row) => row.code };
const refused = refuseGridCell(gridOf([{ code: 'x' }, { code: 'y' }]), cell, 'unknown');

beforeEach(() => loadPhrases('en'));

describe('the list of problems repeats no reason already shown at a cell', () => {
  test.each([
    ['stands beside the focused cell', cell, [column], true],
    ['does not stand beside a cell without focus', { ...cell, key: '1' }, [column], false],
    [
      'does not stand beside a cell with an offer in its place',
      cell,
      [{ ...column, add: () => {}, lacks: () => true }],
      false,
    ],
  ])('a reason %s', (_, focus, columns, expected) => {
    expect(isReasonBesideCell(focusCell(refused, focus), columns, cell)).toBe(expected);
  });
});

describe('an amount refused for its currency', () => {
  const amount: GridColumn<Line> = {
    ...column,
    write: (row, text) =>
      /\d/.test(text) ? { row: { code: text.replace('$', '') } } : { wrong: 'not a number' },
  };
  const shapeIn = (currency: string): GridShape<Line> => ({
    columns: [columnInCurrency(amount, currency)],
    blank: () => ({ code: '' }),
    isBlank: () => false,
  });
  const typed = (text: string) => writeGridCell(gridOf([{ code: '' }]), shapeIn('CNY'), cell, text);
  const reasonIn = (currency: string) => ({
    code: { text: '$5', reason: t('table.otherCurrency', { text: '$5', currency }) },
  });

  test('is refused in a document of another currency', () => {
    expect(typed('$5').rows).toMatchObject([{ value: { code: '' }, wrong: reasonIn('CNY') }]);
  });

  test('is taken when the document changes to the currency of the amount', () => {
    const [row] = rereadAmountCells(typed('$5'), shapeIn('USD')).rows;
    expect(row).toEqual({ key: '0', value: { code: '5' }, wrong: {} });
  });

  test('is refused with the new currency when the document changes to a third currency', () => {
    expect(rereadAmountCells(typed('$5'), shapeIn('EUR')).rows).toMatchObject([
      { value: { code: '' }, wrong: reasonIn('EUR') },
    ]);
  });

  test('is judged by the new currency when a later step is undone', () => {
    const later = writeGridCell(typed('$5'), shapeIn('CNY'), cell, '7');
    const [row] = undoGridStep(rereadAmountCells(later, shapeIn('USD'))).rows;
    expect(row).toMatchObject({ value: { code: '5' }, wrong: {} });
  });

  test('that is unreadable or refused by the server stays refused', () => {
    const unread = typed('five');
    expect(rereadAmountCells(unread, shapeIn('USD')).rows).toEqual(unread.rows);
    expect(rereadAmountCells(refused, shapeIn('USD')).rows).toBe(refused.rows);
  });
});
