import { documentKinds, kindCodes, settledBy } from '@tradehouse/domain';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Optional, Text } from '../field.ts';
import { Closed } from '../resource.ts';

/** Lines of a document at most: as many come into it at once. */
export const mostLines = { goods: 5_000, money: 2_000 } as const;

/** Cells of a sheet as texts; `places` are the rows' numbers in it, and `is1904` says how it counts days. */
export const Cells = Closed({
  rows: Type.Array(Type.Array(Type.String())),
  places: Type.Array(Type.Integer()),
  is1904: Type.Boolean(),
  /** Visible sheets of the workbook, and the one that was read. */
  worksheets: Type.Array(Type.String()),
  worksheet: Type.String(),
});
export type Cells = Static<typeof Cells>;

/** The name of a visible sheet of the workbook; absent: its first one. */
export const worksheetInput = { worksheet: Optional(Text(200)) } as const;

/** What settles others takes its lines from what is open. */
export const lineSheetKinds = kindCodes.filter((code) => settledBy(code) === null);
/** The kind's own page is asked for once the kind is known. */
const pages = lineSheetKinds.flatMap((code) => documentKinds[code].url ?? []);

/**
 * Texts in a sheet of a file: the editor reads them as it reads what is pasted, so a cell is
 * understood, or told wrong, the same way. A formula is `=`, since what it comes to is not read. Nothing is saved.
 */
export const readSheetCells = endpoint({
  call: 'POST /depotItem/importItemExcel',
  summary: 'Read the lines of a document from a spreadsheet',
  access: { page: pages, button: '1' },
  upload: true,
  writes: false,
  input: Closed({ kind: Text(40), ...worksheetInput }),
  reply: Cells,
});
