// A truth that is written in any style and read back: what is read equals the truth, or is refused.
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { loadPhrases } from '../../phrase/index.ts';
import { bankStyles, bankTruths, checkBank } from './testBankLaw.ts';

beforeAll(() => loadPhrases('en'));

test('a bank’s list in any encoding, delimiter, order and style is read as it was meant or refused, row by row', () => {
  let [read, all] = [0, 0];
  fc.assert(
    fc.property(bankTruths, bankStyles, (truth, style) => {
      all += 1;
      if (checkBank(truth, style) === 'read') read += 1;
    }),
    // Long runs are asked for by the environment, as those of all properties.
    { numRuns: fc.readConfigureGlobal().numRuns ?? 300 },
  );
  // Refusing everything would obey the law, too.
  expect(read / all).toBeGreaterThan(0.5);
});
