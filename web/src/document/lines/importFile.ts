import { readSheetCells } from '@tradehouse/contract';
import { upload } from '../../app/net/client.ts';

type Cells = readonly (readonly string[])[];

/** What stands in a file, as it would be pasted: a spreadsheet is read by the server, a text is one already. */
export async function textOfFile(
  file: File,
  readCells: (file: File) => Promise<Cells>,
): Promise<string> {
  if (!/\.xlsx$/i.test(file.name)) return written(await file.arrayBuffer());
  const rows = await readCells(file);
  return rows
    .map((cells) => cells.map((cell) => cell.replaceAll(/[\t\r\n]+/g, ' ')).join('\t'))
    .join('\n');
}

/** In UTF-8; what is none was written by a program that keeps to the Chinese code page. */
function written(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

/** The cells of a spreadsheet with lines of documents of a kind. */
export const readLineCells =
  (kind: string) =>
  async (file: File): Promise<Cells> =>
    (await upload(readSheetCells, file, { kind }, { quiet: true })).rows;
