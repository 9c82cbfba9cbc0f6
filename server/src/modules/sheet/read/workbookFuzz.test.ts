// Random contents written as workbooks in any style and read again. PROPERTY_RUNS sets the number of runs.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textsOfRows } from './testTexts.ts';
import { expectedTexts, odsFile, truths, workbookStyles, xlsxFile } from './testWorkbookLaw.ts';

test.each([
  ['an Office Open XML workbook', xlsxFile],
  ['an OpenDocument spreadsheet', odsFile],
])('the cells of %s in any style are read in their shown form, or refused', async (_, written) => {
  await fc.assert(
    fc.asyncProperty(truths, workbookStyles, async (rows, style) => {
      const { bytes, worksheet } = written(rows, style);
      expect(await textsOfRows(bytes, worksheet)).toEqual(expectedTexts(rows, style));
    }),
    { numRuns: fc.readConfigureGlobal().numRuns ?? 200 },
  );
});
