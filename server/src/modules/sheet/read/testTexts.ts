import { DomainError } from '@tradehouse/domain';
import { cellText } from '../cellValue.ts';
import { limits } from './limits.ts';
import { sheetRows } from './rows.ts';

/** Texts of a sheet's row up to its last cell, as a dialog receives them. */
interface TextRow {
  readonly at: number;
  readonly texts: readonly string[];
}

async function readTexts(bytes: Uint8Array, worksheet?: string): Promise<TextRow[]> {
  const rows: TextRow[] = [];
  for await (const { row: at, cells } of sheetRows(bytes, limits.sheet, worksheet)) {
    const texts = Array.from({ length: Math.max(...cells.keys()) + 1 }, (_, column) => {
      const cell = cells.get(column);
      return cell === undefined ? '' : cellText(cell);
    });
    rows.push({ at, texts });
  }
  return rows;
}

async function orKeyOfRefusal<T>(reading: Promise<T>): Promise<T | string> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof DomainError) return error.key;
    throw error;
  }
}

/** The texts of a file's rows, or the key of its refusal. */
export const textsOfRows = async (bytes: Uint8Array, worksheet?: string): Promise<unknown> =>
  orKeyOfRefusal(readTexts(bytes, worksheet).then((rows) => rows.map(({ texts }) => texts)));

/** Texts of rows, with the number of each row before them. */
export const numberedTextsOfRows = async (bytes: Uint8Array): Promise<unknown> =>
  orKeyOfRefusal(readTexts(bytes).then((rows) => rows.map(({ at, texts }) => [at, ...texts])));
