import type { SheetCellTexts } from '@tradehouse/contract';
import type { ImportSourceInput } from './importSource.ts';

/** The server reads the cells of a spreadsheet. */
export type ReadCells = (
  file: File,
  choice: { readonly worksheet?: string },
) => Promise<SheetCellTexts>;

/** Checks for a workbook, read by the server. */
const isSheetFile = ({ name }: File): boolean => /\.(xlsx|ods)$/i.test(name);

export async function readFile(
  file: File,
  readCells: ReadCells,
  worksheet?: string,
): Promise<ImportSourceInput> {
  const { name } = file;
  if (isSheetFile(file))
    return {
      kind: 'sheet',
      name,
      cells: await readCells(file, worksheet === undefined ? {} : { worksheet }),
    };
  return { kind: 'file', name, bytes: new Uint8Array(await file.arrayBuffer()) };
}
