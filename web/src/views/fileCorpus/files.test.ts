import { beforeAll, describe, expect, test } from 'vitest';
import { loadPhrases } from '../../phrase/index.ts';
import { chineseBanks } from './testChineseBanks.ts';
import { foreignBanks } from './testForeignBanks.ts';
import { readBank } from './testReadings.ts';
import type { FileCase } from './testReadings.ts';

beforeAll(() => loadPhrases('en'));

/** Cases by their titles: the file, and what is expected of it. */
const titled = (...cases: readonly FileCase[]) =>
  cases.map((each) => [each.source, each.expected.join('; '), each] as const);

describe('lists of banks and payment services', () => {
  test.each(titled(...chineseBanks, ...foreignBanks))(
    '%s, is read as: %s',
    (_, __, { content, expected }) => expect(readBank(content())).toEqual(expected),
  );
});
