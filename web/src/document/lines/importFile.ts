import { readSheetCells } from '@tradehouse/contract';
import { decodeFileText } from '@tradehouse/domain';
import { upload } from '../../app/net/client.ts';
import { t } from '../../phrase/index.ts';

type Cells = readonly (readonly string[])[];

/** A workbook, whose cells the server reads. */
export const isSheetFile = ({ name }: File): boolean => /\.(xlsx|ods)$/i.test(name);

/** What stands in a file, as it would be pasted: a spreadsheet is read by the server, a text is one already. */
export async function textOfFile(
  file: File,
  readCells: (file: File) => Promise<Cells>,
): Promise<string> {
  if (!isSheetFile(file)) return written(await file.arrayBuffer());
  const rows = await readCells(file);
  return rows
    .map((cells) => cells.map((cell) => cell.replaceAll(/[\t\r\n]+/g, ' ')).join('\t'))
    .join('\n');
}

/** A text that was written in an encoding that shows; another is refused. */
function written(bytes: ArrayBuffer): string {
  const read = decodeFileText(new Uint8Array(bytes));
  if (read.kind === 'unclear') throw new Error(t('editor.import.encoding'));
  return read.text;
}

/** The cells of a spreadsheet with lines of documents of a kind. */
export const readLineCells =
  (kind: string) =>
  async (file: File): Promise<Cells> =>
    (await upload(readSheetCells, file, { kind }, { quiet: true })).rows;
