import { readSheetCells } from '@tradehouse/contract';
import { upload } from '../../app/net/client.ts';

/** What stands in a file, as it would be pasted: a spreadsheet is read by the server, a text is one already. */
export async function textOfFile(file: File, kind: string): Promise<string> {
  if (!/\.xlsx$/i.test(file.name)) return file.text();
  const { rows } = await upload(readSheetCells, file, { kind }, { quiet: true });
  return rows
    .map((cells) => cells.map((cell) => cell.replaceAll(/[\t\r\n]+/g, ' ')).join('\t'))
    .join('\n');
}
