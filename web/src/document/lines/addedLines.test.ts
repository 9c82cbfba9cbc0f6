import { expect, test } from 'vitest';
import { gridOf } from '../grid/gridState.ts';
import { blankLine, isBlankLine } from '../draft/lineDraft.ts';
import { withImported } from './importRows.ts';

test('appended imported lines replace blank lines, but not typed lines without goods', () => {
  const shape = { columns: [], blank: () => blankLine('7'), isBlank: isBlankLine };
  const typed = { ...blankLine('7'), quantity: '5' };
  const imported = { ...blankLine('7'), barcode: '100', quantity: '1' };
  const { rows } = withImported(gridOf([typed, blankLine('7')]), shape, [imported], 'append');
  expect(rows.map(({ value }) => value)).toEqual([typed, imported]);
});
