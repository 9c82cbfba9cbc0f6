import { decodeFileText, readTableText } from '@tradehouse/domain';
import type { Delimiter } from '@tradehouse/domain';
import { refuseWith } from '../../../kernel/access/index.ts';
import { columnName, appendCellText } from './cells.ts';
import type { SheetCell, SheetRow } from './cells.ts';
import { limits } from './limits.ts';
import { odsRows, odsWorksheets } from './ods.ts';
import { refuseBrokenFile, isPackage, openPackage } from './package.ts';
import type { Package } from './package.ts';
import { xlsxRows, xlsxWorksheets } from './xlsx.ts';

/** User's choices about the file; absent: decided by the file. */
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
 * Yields the non-blank rows of a workbook's chosen or first visible sheet while unpacking: memory holds a
 * few rows and the shared texts. Refuses files that are no spreadsheet or exceed `limits`; with
 * `sheet.tooLarge`, a sheet above `most` bytes.
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

/** Refuses at once a file that is neither spreadsheet nor text. */
export async function checkTable(bytes: Uint8Array, { encoding }: FileChoice): Promise<void> {
  if (isPackage(bytes)) await openPackage(bytes);
  else decodeSheetText(bytes, encoding);
}

function decodeSheetText(bytes: Uint8Array, encoding?: string): string {
  const read = decodeFileText(bytes, encoding);
  if (read.kind === 'unclear') return refuseWith('sheet.encoding', {}, { field: 'file' });
  return read.text.includes('\0') ? refuseBrokenFile() : read.text;
}

function* textRows(bytes: Uint8Array, { encoding, delimiter }: FileChoice): Generator<SheetRow> {
  const text = decodeSheetText(bytes, encoding);
  for (const { place, cells: texts } of readTableText(text, limits.columns, delimiter)) {
    if (texts.length > limits.columns)
      refuseWith('sheet.tooManyColumns', { most: limits.columns }, { field: 'file' });
    const cells = new Map<number, SheetCell>();
    for (const [column, text] of texts.entries())
      if (text !== '')
        cells.set(column, { text: appendCellText('', text, `${columnName(column)}${place}`) });
    yield { row: place, cells };
  }
}
