import { readSheetCells } from '@tradehouse/contract';
import { upload } from '../../app/net/client.ts';

type Cells = readonly (readonly string[])[];

/** What stands in a file, as it would be pasted: a spreadsheet is read by the server, a text is one already. */
export async function textOfFile(
  file: File,
  readCells: (file: File) => Promise<Cells>,
): Promise<string> {
  if (!/\.xlsx$/i.test(file.name)) return file.text();
  const rows = await readCells(file);
  return rows
    .map((cells) => cells.map((cell) => cell.replaceAll(/[\t\r\n]+/g, ' ')).join('\t'))
    .join('\n');
}

/** The cells of a spreadsheet with lines of documents of a kind. */
export const readLineCells =
  (kind: string) =>
  async (file: File): Promise<Cells> =>
    (await upload(readSheetCells, file, { kind }, { quiet: true })).rows;
