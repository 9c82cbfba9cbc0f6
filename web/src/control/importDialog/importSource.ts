// Cells of a file or pasted text, and how each was read.
import type { SheetCellTexts } from '@tradehouse/contract';
import { decodeFileText, delimiterOf, splitTable } from '@tradehouse/domain';
import type { Delimiter, WorkbookNumbers } from '@tradehouse/domain';

export interface SourceRow {
  /** Position among the rows of the file, from 1. */
  readonly place: number;
  readonly cells: readonly string[];
  /** Columns of the cells that are numbers of a workbook; absent: all cells are texts. */
  readonly numbers?: readonly number[];
}

/** File or text given by the user; spreadsheets arrive as cells read by the server. */
export type ImportSourceInput =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly name: string; readonly bytes: Uint8Array }
  | { readonly kind: 'sheet'; readonly name: string; readonly cells: SheetCells };

/** Spreadsheet cells; includes sheet names if read by the server. */
type SheetCells = Pick<SheetCellTexts, 'rows' | 'numbers' | 'places' | 'is1904'> &
  Partial<SheetCellTexts>;

export interface ReadOptions {
  /** Chosen by the user; absent: the file decides. */
  readonly encoding?: string;
  readonly delimiter?: Delimiter;
}

export interface ImportSource {
  readonly name: string;
  readonly rows: readonly SourceRow[];
  /** The whole text; null for the cells of a spreadsheet. */
  readonly text: string | null;
  readonly isSheet: boolean;
  readonly is1904: boolean;
  /** Visible sheets of a workbook, and the sheet read. */
  readonly worksheets: readonly string[];
  readonly worksheet: string;
  /** Null if no bytes were decoded; `unclear` if several encodings fit. */
  readonly encoding: string | null;
  readonly delimiter: Delimiter | null;
}

export const NO_SOURCE: ImportSource = {
  name: '',
  rows: [],
  text: '',
  isSheet: false,
  is1904: false,
  worksheets: [],
  worksheet: '',
  encoding: null,
  delimiter: null,
};

export const encodings = [
  'utf-8',
  'gb18030',
  'windows-1252',
  'windows-1250',
  'windows-1254',
  'utf-16le',
  'utf-16be',
] as const;
export const delimiters = [',', ';', '\t', '|'] as const satisfies readonly Delimiter[];

/** Returns the cells of rows that are numeric cells of a workbook. */
export const workbookNumbersOf = (rows: readonly SourceRow[]): WorkbookNumbers =>
  rows.map(({ numbers = [] }) => numbers);

const sourceTableFromText = (text: string, { delimiter }: ReadOptions) => ({
  text,
  rows: text.trim() === '' ? [] : splitTable(text, delimiter),
  delimiter: delimiter ?? delimiterOf(text),
});

/** Reads the given source; a file in an unclear encoding has no rows until the user chooses. */
export function readGiven(given: ImportSourceInput, options: ReadOptions): ImportSource {
  if (given.kind === 'text') return { ...NO_SOURCE, ...sourceTableFromText(given.text, options) };
  const { name } = given;
  if (given.kind === 'sheet') {
    const { rows, numbers, places, ...facts } = given.cells;
    const placed = rows.map((cells, at) => ({
      place: places[at] ?? at + 1,
      cells,
      numbers: numbers[at] ?? [],
    }));
    return { ...NO_SOURCE, ...facts, name, text: null, isSheet: true, rows: placed };
  }
  const read = decodeFileText(given.bytes, options.encoding);
  if (read.kind === 'unclear') return { ...NO_SOURCE, name, encoding: 'unclear' };
  return {
    ...NO_SOURCE,
    name,
    encoding: read.encoding,
    ...sourceTableFromText(read.text, options),
  };
}

/** Returns the spreadsheet name of a column: 0 is A, 26 is AA. */
export function columnLetter(place: number): string {
  const rest = Math.floor(place / 26);
  return (rest > 0 ? columnLetter(rest - 1) : '') + String.fromCodePoint(65 + (place % 26));
}
