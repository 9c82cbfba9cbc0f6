// Random contents written as files in any style and read again, equal or refused. PROPERTY_RUNS sets the
// number of runs.
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { loadPhrases } from '../phrase/index.ts';
import type { Outcome } from './testBankLaw.ts';
import { bankStyles, bankTruths, checkBank } from './testBankLaw.ts';
import {
  checkTable,
  freightLaw,
  invoiceLaw,
  lineLaw,
  orderLaw,
  pastedLineLaw,
  tableStyles,
} from './testTableLaws.ts';

beforeAll(() => loadPhrases('en'));

test('a bank’s list in any encoding, delimiter, order and style is read correctly or refused, row by row', () => {
  let [read, all] = [0, 0];
  fc.assert(
    fc.property(bankTruths, bankStyles, (truth, style) => {
      all += 1;
      if (checkBank(truth, style) === 'read') read += 1;
    }),
    { numRuns: fc.readConfigureGlobal().numRuns ?? 300 },
  );
  // Refusing everything would obey the law, too.
  expect(read / all).toBeGreaterThan(0.5);
});

test.each([
  ['orders', orderLaw],
  ['a carrier’s freights', freightLaw],
  ['invoices', invoiceLaw],
  ['lines of a document', lineLaw],
  ['pasted lines of a document', pastedLineLaw],
])('a list of %s in any style is read correctly or refused, row by row', (_, law) => {
  const outcomes: Outcome[] = [];
  fc.assert(
    fc.property(law.rows, tableStyles, (truths, style) => {
      outcomes.push(checkTable(law, truths, style));
    }),
    { numRuns: fc.readConfigureGlobal().numRuns ?? 150 },
  );
  expect(outcomes.filter((outcome) => outcome === 'read').length).toBeGreaterThan(
    outcomes.length / 4,
  );
});
