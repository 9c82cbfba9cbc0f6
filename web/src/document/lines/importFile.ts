import { readSheetCells } from '@tradehouse/contract';
import type { Cells } from '@tradehouse/contract';
import { upload } from '../../app/net/client.ts';

/** The cells of a spreadsheet with lines of documents of a kind. */
export const readLineCells =
  (kind: string) =>
  (file: File): Promise<Cells> =>
    upload(readSheetCells, file, { kind }, { quiet: true });
