import { expect, test } from 'vitest';
import { escapeSheetText } from './sheetText.ts';

test('a text resembling an escaped sign is escaped, all further texts stay', () => {
  expect(escapeSheetText('_x0041_ _x41_ a_b')).toBe('_x005F_x0041_ _x41_ a_b');
});
