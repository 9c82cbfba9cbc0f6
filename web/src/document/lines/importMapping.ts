import type { ImportColumn } from './importRows.ts';

/** What each column of a text holds; null: nothing that a line takes. */
export type Meaning = readonly (ImportColumn | null)[];
type Cells = readonly (readonly string[])[];
type TitlesOf = (column: ImportColumn) => readonly string[];

const plainTitle = (title: string): string =>
  title.replaceAll(/[\s*＊()（）%％]/gu, '').toLowerCase();

/** What a row of headings says, in either language; null where it is no row of headings. */
function headingsIn(
  row: readonly string[],
  template: readonly ImportColumn[],
  titlesOf: TitlesOf,
): Meaning | null {
  const byTitle = new Map(
    template.flatMap((column) => titlesOf(column).map((title) => [plainTitle(title), column])),
  );
  const found = row.map((cell) => byTitle.get(plainTitle(cell)) ?? null);
  return found.includes('barcode') ? found : null;
}

/** Rows that may stand above the headings, telling how the sheet is filled. */
const NOTES = 5;

/** The cells below their headings and what those say; without headings all of them, and null. */
export function belowHeadings(
  cells: Cells,
  template: readonly ImportColumn[],
  titlesOf: TitlesOf,
): {
  readonly cells: Cells;
  readonly titles: readonly string[];
  readonly meaning: Meaning | null;
} {
  const at = cells.slice(0, NOTES).findIndex((row) => headingsIn(row, template, titlesOf) !== null);
  const titles = cells[at];
  if (titles === undefined) return { cells, titles: [], meaning: null };
  return { cells: cells.slice(at + 1), titles, meaning: headingsIn(titles, template, titlesOf) };
}

/** How many rows are looked at to see what a column holds. */
export const SAMPLE = 20;

const widthOf = (cells: Cells): number => Math.max(0, ...cells.map((row) => row.length));

/** The texts of one column in the rows that are looked at. */
const textsOf = (cells: Cells, place: number): readonly string[] =>
  cells.slice(0, SAMPLE).flatMap((row) => row[place] || []);

/** Texts that may be codes, whichever column they stand in: they are looked up to see which column is the barcode. */
export const codesSampled = (cells: Cells): readonly string[] => [
  ...new Set(
    cells
      .slice(0, SAMPLE)
      .flat()
      .filter((text) => /^[\w.-]{3,60}$/.test(text)),
  ),
];

/** What is taken for one thing or another by what stands in it, the likeliest first. A remark may be anything. */
const GUESSED = [
  'warehouse',
  'targetWarehouse',
  'quantity',
  'unitPrice',
  'taxRate',
] as const satisfies readonly ImportColumn[];

interface Known {
  /** Names a product. */
  readonly isCode: (text: string) => boolean;
  /** A line's column can read it. */
  readonly reads: (column: ImportColumn, text: string) => boolean;
}

/**
 * What columns without headings hold, by what stands in them: the codes that name products are the barcode, what a line's
 * column can read is given to the first of those that is free. A text beside that is left to the user.
 */
export function guessed(cells: Cells, template: readonly ImportColumn[], known: Known): Meaning {
  const places = Array.from({ length: widthOf(cells) }, (_, place) => place);
  // A code that names a product says more than one that only looks like a code.
  const weight = (text: string): number =>
    known.isCode(text) ? 10 : Number(/^\d{4,13}$/.test(text));
  const codes = places.map((place) =>
    textsOf(cells, place).reduce((sum, text) => sum + weight(text), 0),
  );
  const barcode = codes.indexOf(Math.max(...codes));
  const free = GUESSED.filter((column) => template.includes(column));
  return places.map((place) => {
    if (place === barcode) return 'barcode';
    const texts = textsOf(cells, place);
    if (texts.length === 0) return null;
    const at = free.findIndex((column) => texts.every((text) => known.reads(column, text)));
    return at < 0 ? null : (free.splice(at, 1)[0] ?? null);
  });
}

/** The meaning with one column given another; what held it before holds nothing. */
export const meant = (meaning: Meaning, place: number, column: ImportColumn | null): Meaning =>
  meaning.map((before, at) => (at === place ? column : before === column ? null : before));

/** The columns with texts that no line takes, by their place. */
export const leftOut = (cells: Cells, meaning: Meaning): readonly number[] =>
  Array.from({ length: widthOf(cells) }, (_, place) => place).filter(
    (place) => (meaning[place] ?? null) === null && cells.some((row) => (row[place] ?? '') !== ''),
  );
