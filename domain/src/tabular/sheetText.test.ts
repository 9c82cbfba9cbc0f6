import { expect, test } from 'vitest';
import { escapeSheetText } from './sheetText.ts';

test('a text resembling an escaped character is escaped, further texts are unchanged', () => {
  expect(escapeSheetText('_x0041_ _x41_ a_b')).toBe('_x005F_x0041_ _x41_ a_b');
});
