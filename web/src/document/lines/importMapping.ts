import { plainTitle } from '@tradehouse/domain';
import type { ColumnMapping, ColumnTitles } from '@tradehouse/domain';
import { titlesByColumn } from '../../control/importDialog/importTable.ts';
import type { ImportColumn } from './importRows.ts';

type Cells = readonly (readonly string[])[];
type TitlesOf = (column: ImportColumn) => readonly string[];

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Headings that name the columns of a template, in either language. */
export const lineTitles = (
  template: readonly ImportColumn[],
  titlesOf: TitlesOf,
): ColumnTitles<ImportColumn> =>
  titlesByColumn(template, (column) => [
    titlesOf(column)
      .map((title) => escaped(plainTitle(title)))
      .filter((title) => title !== '')
      .join('|'),
  ]);

/** Lines need the code of their product; all else has a default. */
export const isLineMapping = (mapping: ColumnMapping<ImportColumn>): boolean =>
  mapping.includes('barcode');

/** How many rows are looked at to see what a column holds. */
const SAMPLE = 20;

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
export function guessed(
  cells: Cells,
  template: readonly ImportColumn[],
  known: Known,
): ColumnMapping<ImportColumn> {
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
