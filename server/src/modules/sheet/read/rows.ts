import { decodeFileText, readTable } from '@tradehouse/domain';
import { refuse } from '../../../kernel/index.ts';
import { columnName, grown } from './cells.ts';
import type { Cell, SheetRow } from './cells.ts';
import { limits } from './limits.ts';
import { odsRows } from './ods.ts';
import { broken, isPackage, openPackage } from './package.ts';
import { xlsxRows } from './xlsx.ts';

/**
 * The rows of a workbook's first visible sheet, blank ones left out, read as the file unpacks: never more of it than a few
 * rows stands in memory, besides the texts that cells share. Refuses files that are no spreadsheet, or more than `limits`
 * allows; a sheet of more than `most` bytes with `sheet.tooLarge`.
 */
export async function* sheetRows(
  bytes: Uint8Array,
  most: number = limits.sheet,
): AsyncGenerator<SheetRow> {
  const file = await openPackage(bytes);
  yield* file.parts.has('content.xml') ? odsRows(file, most) : xlsxRows(file, most);
}

/** The rows of a spreadsheet, or of a text with delimiters. */
export async function* tableRows(bytes: Uint8Array): AsyncGenerator<SheetRow> {
  if (isPackage(bytes)) yield* sheetRows(bytes);
  else yield* textRows(bytes);
}

/** Refuses at once a file that is neither a spreadsheet nor a text. */
export async function checkTable(bytes: Uint8Array): Promise<void> {
  if (isPackage(bytes)) await openPackage(bytes);
  else decoded(bytes);
}

function decoded(bytes: Uint8Array): string {
  const read = decodeFileText(bytes);
  if (read.kind === 'unclear') return refuse('sheet.encoding', {}, { field: 'file' });
  return read.text.includes('\0') ? broken() : read.text;
}

function* textRows(bytes: Uint8Array): Generator<SheetRow> {
  for (const { place, cells: texts } of readTable(decoded(bytes), limits.columns)) {
    if (texts.length > limits.columns)
      refuse('sheet.tooManyColumns', { most: limits.columns }, { field: 'file' });
    const cells = new Map<number, Cell>();
    for (const [column, text] of texts.entries())
      if (text !== '')
        cells.set(column, { text: grown('', text, `${columnName(column)}${place}`) });
    yield { row: place, cells };
  }
}
