import { expect, test } from 'vitest';
import { serialsTyped } from './typedSerials.ts';

const long = 'X'.repeat(100);

test.each([
  ['one', 'B1', [], ['B1'], [], []],
  ['a pasted column', 'B1\nB2\r\nB3\n', [], ['B1', 'B2', 'B3'], [], []],
  ['a Chinese semicolon', 'B1；B2', [], ['B1', 'B2'], [], []],
  ['a range', 'SN08~SN10', [], ['SN08', 'SN09', 'SN10'], [], []],
  ['one that was chosen before', 'A1 B1', ['A1'], ['B1'], ['A1'], []],
  ['one twice', 'B1 B1 B1', [], ['B1'], ['B1'], []],
  ['one too long', `B1 ${long}`, [], ['B1'], [], [long]],
  ['nothing', '  ', ['A1'], [], [], []],
] as const)('typing %s adds the new serials', (_, text, chosen, fresh, twice, tooLong) => {
  expect(serialsTyped(text, chosen)).toEqual({ fresh, twice, long: tooLong });
});
