import { expect, test } from 'vitest';
import { sheetFiles, stagedLines } from './testSheetFiles.ts';

test.each(sheetFiles.map((each) => [each.source, each.expected.join('; '), each] as const))(
  '%s, is read as: %s',
  async (_, __, { sheet, bytes, expected }) =>
    expect(await stagedLines(sheet, bytes())).toEqual(expected),
);
