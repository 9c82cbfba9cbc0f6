import { beforeAll, describe, expect, test } from 'vitest';
import { loadPhrases } from '../../phrase/index.ts';
import { readBank } from './testReadings.ts';
import { chineseBanks } from './testChineseBanks.ts';

beforeAll(() => loadPhrases('en'));

describe('lists of banks and payment services', () => {
  test.each(chineseBanks)('$source is read as $expected', ({ content, expected }) =>
    expect(readBank(content())).toEqual(expected),
  );
});
