import { decodeFileText, readTable } from '@tradehouse/domain';
import type { Delimiter } from '@tradehouse/domain';
import { refuse } from '../../../kernel/index.ts';
import { columnName, grown } from './cells.ts';
import type { Cell, SheetRow } from './cells.ts';
import { limits } from './limits.ts';
import { odsRows, odsWorksheets } from './ods.ts';
import { broken, isPackage, openPackage } from './package.ts';
import type { Package } from './package.ts';
import { xlsxRows, xlsxWorksheets } from './xlsx.ts';

/** Choices of the user that a file does not make by itself; absent: the file decides. */
export interface FileChoice {
  /** The name of a visible sheet of a workbook; absent: the first. */
  readonly worksheet?: string;
  readonly encoding?: string;
  readonly delimiter?: Delimiter;
}

const isOds = ({ parts }: Package): boolean => parts.has('content.xml');

/** Names of the visible sheets of a workbook. */
export async function visibleWorksheets(
  bytes: Uint8Array,
  most: number = limits.sheet,
): Promise<readonly string[]> {
  const file = await openPackage(bytes);
  return isOds(file) ? odsWorksheets(file, most) : xlsxWorksheets(file);
}

/**
 * The rows of a workbook's chosen or first visible sheet, blank ones left out, read as the file unpacks: never more of it than a few
 * rows stands in memory, besides the texts that cells share. Refuses files that are no spreadsheet, or more than `limits`
 * allows; a sheet of more than `most` bytes with `sheet.tooLarge`.
 */
export async function* sheetRows(
  bytes: Uint8Array,
  most: number = limits.sheet,
  worksheet?: string,
): AsyncGenerator<SheetRow> {
  const file = await openPackage(bytes);
  yield* isOds(file) ? odsRows(file, most, worksheet) : xlsxRows(file, most, worksheet);
}

/** The rows of a spreadsheet, or of a text with delimiters. */
export async function* tableRows(
  bytes: Uint8Array,
  choice: FileChoice = {},
): AsyncGenerator<SheetRow> {
  if (isPackage(bytes)) yield* sheetRows(bytes, limits.sheet, choice.worksheet);
  else yield* textRows(bytes, choice);
}

/** Refuses at once a file that is neither a spreadsheet nor a text. */
export async function checkTable(bytes: Uint8Array, { encoding }: FileChoice): Promise<void> {
  if (isPackage(bytes)) await openPackage(bytes);
  else decoded(bytes, encoding);
}

function decoded(bytes: Uint8Array, encoding?: string): string {
  const read = decodeFileText(bytes, encoding);
  if (read.kind === 'unclear') return refuse('sheet.encoding', {}, { field: 'file' });
  return read.text.includes('\0') ? broken() : read.text;
}

function* textRows(bytes: Uint8Array, { encoding, delimiter }: FileChoice): Generator<SheetRow> {
  const text = decoded(bytes, encoding);
  for (const { place, cells: texts } of readTable(text, limits.columns, delimiter)) {
    if (texts.length > limits.columns)
      refuse('sheet.tooManyColumns', { most: limits.columns }, { field: 'file' });
    const cells = new Map<number, Cell>();
    for (const [column, text] of texts.entries())
      if (text !== '')
        cells.set(column, { text: grown('', text, `${columnName(column)}${place}`) });
    yield { row: place, cells };
  }
}
