// Cells of a file or of a pasted text, and how they were read.
import type { Cells } from '@tradehouse/contract';
import { decodeFileText, delimiterOf, splitTable } from '@tradehouse/domain';
import type { Delimiter } from '@tradehouse/domain';

export interface SourceRow {
  /** Position among the rows of the file, from 1. */
  readonly place: number;
  readonly cells: readonly string[];
}

/** A file or a text as the user gave it; spreadsheets come as the cells that the server read. */
export type Given =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly name: string; readonly bytes: Uint8Array }
  | { readonly kind: 'sheet'; readonly name: string; readonly cells: SheetCells };

/** Cells of a spreadsheet; names of its sheets come where the server read them. */
type SheetCells = Pick<Cells, 'rows' | 'places' | 'is1904'> & Partial<Cells>;

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
  /** Visible sheets of a workbook, and the one that was read. */
  readonly worksheets: readonly string[];
  readonly worksheet: string;
  /** Null where no bytes were decoded; `unclear` where several encodings can read them. */
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

/** Encodings that a user may choose. */
export const encodings = [
  'utf-8',
  'gb18030',
  'windows-1252',
  'windows-1254',
  'utf-16le',
  'utf-16be',
] as const;
export const delimiters = [',', ';', '\t', '|'] as const satisfies readonly Delimiter[];

const tableOf = (text: string, { delimiter }: ReadOptions) => ({
  text,
  rows: text.trim() === '' ? [] : splitTable(text, delimiter),
  delimiter: delimiter ?? delimiterOf(text),
});

/** Reads what was given; a file in an unclear encoding has no rows until the user chooses one. */
export function readGiven(given: Given, options: ReadOptions): ImportSource {
  if (given.kind === 'text') return { ...NO_SOURCE, ...tableOf(given.text, options) };
  const { name } = given;
  if (given.kind === 'sheet') {
    const { rows, places, ...facts } = given.cells;
    const placed = rows.map((cells, at) => ({ place: places[at] ?? at + 1, cells }));
    return { ...NO_SOURCE, ...facts, name, text: null, isSheet: true, rows: placed };
  }
  const read = decodeFileText(given.bytes, options.encoding);
  if (read.kind === 'unclear') return { ...NO_SOURCE, name, encoding: 'unclear' };
  return { ...NO_SOURCE, name, encoding: read.encoding, ...tableOf(read.text, options) };
}

/** Names a column as spreadsheets do: 0 is A, 26 is AA. */
export function columnLetter(place: number): string {
  const rest = Math.floor(place / 26);
  return (rest > 0 ? columnLetter(rest - 1) : '') + String.fromCodePoint(65 + (place % 26));
}
