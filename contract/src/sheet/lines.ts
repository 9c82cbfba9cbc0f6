import { documentKinds, kindCodes, purseSettledByKind } from '@tradehouse/domain';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Optional, Text } from '../field.ts';
import { Closed } from '../resource.ts';

/** Maximum lines of a document or import. */
export const mostLines = { goods: 5_000, money: 2_000 } as const;

/** Worksheet cells as texts; `places` are row numbers, `is1904` the date system. */
export const SheetCellTexts = Closed({
  rows: Type.Array(Type.Array(Type.String())),
  /** By row, the columns from 0 with numbers in their cells; further cells are texts. */
  numbers: Type.Array(Type.Array(Type.Integer())),
  places: Type.Array(Type.Integer()),
  is1904: Type.Boolean(),
  /** Visible worksheets, and the worksheet read. */
  worksheets: Type.Array(Type.String()),
  worksheet: Type.String(),
});
export type SheetCellTexts = Static<typeof SheetCellTexts>;

/** Visible worksheet's name; absent: the first. */
export const worksheetInput = { worksheet: Optional(Text(200)) } as const;

/** Settling kinds take lines from open documents, not spreadsheets. */
export const lineSheetKinds = kindCodes.filter((code) => purseSettledByKind(code) === null);
/** The kind's own page is asked for once the kind is known. */
const pages = lineSheetKinds.flatMap((code) => documentKinds[code].url ?? []);

/**
 * Returns the texts of a worksheet's cells; the editor reads them like pasted texts. A formula is returned
 * as `=`, because results of formulas are not read. Nothing is saved.
 */
export const readSheetCells = defineEndpoint({
  call: 'POST /depotItem/importItemExcel',
  summary: 'Read the lines of a document from a spreadsheet',
  access: { page: pages, button: '1' },
  upload: true,
  writes: false,
  input: Closed({ kind: Text(40), ...worksheetInput }),
  reply: SheetCellTexts,
});
