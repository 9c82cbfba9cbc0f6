import { readSheetCells } from '@tradehouse/contract';
import { uploadToEndpoint } from '../../app/net/client.ts';
import type { ReadCells } from '../../control/importDialog/readFile.ts';

/** The cells of a spreadsheet with lines of documents of a kind. */
export const readLineCells =
  (kind: string): ReadCells =>
  (file, choice) =>
    uploadToEndpoint(readSheetCells, file, { kind, ...choice }, { quiet: true });
