import { normalizeTitle } from '@tradehouse/domain';
import type { ColumnMapping, ColumnTitles } from '@tradehouse/domain';
import { titlesByColumn } from '../../control/importDialog/importTable.ts';
import { t } from '../../phrase/index.ts';
import { columnTitle } from '../columns/factColumns.ts';
import { isPlainLineName, plainTitles } from '../columns/plainColumns.ts';
import type { ImportColumn } from './importRows.ts';

type LineImportCells = readonly (readonly string[])[];
/** Returns a line column's titles: displayed title, and aliases in both languages. */
export const titlesOfLine = (column: ImportColumn): readonly string[] => [
  columnTitle(column),
  ...(isPlainLineName(column) ? plainTitles(column) : []),
  // SAFETY: without aliases, `t` returns the key itself, which matches no heading.
  ...t(`editor.import.also.${column}` as 'editor.import.also.remark').split('|'),
];

const escapeForRegExp = (text: string): string =>
  text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Returns headings for the columns of lines, in either language. */
export const lineTitles = <Column extends string>(
  columns: readonly Column[],
  titlesOf: (column: Column) => readonly string[],
): ColumnTitles<Column> =>
  titlesByColumn(columns, (column) => [
    titlesOf(column)
      .map((title) => escapeForRegExp(normalizeTitle(title)))
      .filter((title) => title !== '')
      .join('|'),
  ]);

/** Lines need the code of their product; all else has a default. */
export const isLineMapping = (mapping: ColumnMapping<ImportColumn>): boolean =>
  mapping.includes('barcode');

/** Rows sampled to guess a column's content. */
const SAMPLE = 20;

const widthOfImportCells = (cells: LineImportCells): number =>
  Math.max(0, ...cells.map((row) => row.length));

/** Returns a column's texts in the sampled rows. */
const sampleColumnTexts = (cells: LineImportCells, place: number): readonly string[] =>
  cells.slice(0, SAMPLE).flatMap((row) => row[place] || []);

/** Returns possible codes from all columns: a lookup shows which column is the barcode. */
export const codesSampled = (cells: LineImportCells): readonly string[] => [
  ...new Set(
    cells
      .slice(0, SAMPLE)
      .flat()
      .filter((text) => /^[\w.-]{3,60}$/.test(text)),
  ),
];

/** Columns guessed from their content, likeliest first. Remarks could be anything. */
const GUESSED = [
  'warehouse',
  'targetWarehouse',
  'quantity',
  'unitPrice',
  'taxRate',
] as const satisfies readonly ImportColumn[];

interface ColumnRecognizer {
  /** Names a product. */
  readonly isCode: (text: string) => boolean;
  /** Checks if a line column can read the text. */
  readonly reads: (column: ImportColumn, text: string) => boolean;
}

/**
 * Guesses columns without headings: the column of product codes is the barcode; others get the first free
 * column that reads their texts. Remaining texts are left to the user.
 */
export function guessColumnMapping(
  cells: LineImportCells,
  template: readonly ImportColumn[],
  known: ColumnRecognizer,
): ColumnMapping<ImportColumn> {
  const places = Array.from({ length: widthOfImportCells(cells) }, (_, place) => place);
  // A known product code counts more than a text that only looks like a code.
  const weight = (text: string): number =>
    known.isCode(text) ? 10 : Number(/^\d{4,13}$/.test(text));
  const codes = places.map((place) =>
    sampleColumnTexts(cells, place).reduce((sum, text) => sum + weight(text), 0),
  );
  const barcode = codes.indexOf(Math.max(...codes));
  const free = GUESSED.filter((column) => template.includes(column));
  return places.map((place) => {
    if (place === barcode) return 'barcode';
    const texts = sampleColumnTexts(cells, place);
    if (texts.length === 0) return null;
    const at = free.findIndex((column) => texts.every((text) => known.reads(column, text)));
    return at < 0 ? null : (free.splice(at, 1)[0] ?? null);
  });
}
