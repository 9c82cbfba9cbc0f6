import { beforeEach, describe, expect, test } from 'vitest';
import { loadPhrases } from '../../phrase/index.ts';
import type { GridColumn } from './column.ts';
import { isReasonBesideCell } from './GridProblems.tsx';
import { focusCell, gridOf, refuseGridCell } from './gridState.ts';

interface Line {
  readonly code: string;
}
const cell = { key: '0', column: 'code' };
const column: GridColumn<Line> = { id: 'code', title: 'Code', width: 100, show: (row) => row.code };
const refused = refuseGridCell(gridOf([{ code: 'x' }, { code: 'y' }]), cell, 'unknown');

beforeEach(() => loadPhrases('en'));

describe('the list of problems repeats no reason that stands beside its cell', () => {
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
