import type { Cells } from '@tradehouse/contract';
import type { Given } from './importSource.ts';

/** The server reads the cells of a spreadsheet. */
export type ReadCells = (file: File, choice: { readonly worksheet?: string }) => Promise<Cells>;

/** A workbook, whose cells the server reads. */
const isSheetFile = ({ name }: File): boolean => /\.(xlsx|ods)$/i.test(name);

export async function readFile(
  file: File,
  readCells: ReadCells,
  worksheet?: string,
): Promise<Given> {
  const { name } = file;
  if (isSheetFile(file))
    return {
      kind: 'sheet',
      name,
      cells: await readCells(file, worksheet === undefined ? {} : { worksheet }),
    };
  return { kind: 'file', name, bytes: new Uint8Array(await file.arrayBuffer()) };
}
