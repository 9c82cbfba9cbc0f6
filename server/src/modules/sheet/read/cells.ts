import { DomainError } from '@tradehouse/domain';
import { refuseWith } from '../../../kernel/access/index.ts';
import { limits } from './limits.ts';

/** Number in spreadsheet notation. */
export const SHEET_NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d{1,3})?$/i;

/** Number in the file's notation, with the format parts that change its meaning. */
export interface NumberCell {
  readonly number: string;
  /** Shown as a percentage: 0.13 means 13 %. */
  readonly isPercent?: true;
  /** Sign of a currency shown beside the number. */
  readonly currency?: string;
  /** True for a workbook with the 1904 date system. */
  readonly isFrom1904?: true;
}

/**
 * Cell in the file, without formula results. `above` is the first cell of a vertical merge covering this
 * cell.
 */
export type SheetCell =
  | { readonly text: string }
  | NumberCell
  | { readonly flag: boolean }
  | { readonly formula: true }
  | { readonly error: string }
  | { readonly above: SheetCell };

export interface SheetRow {
  /** Row number of the spreadsheet program, from 1. */
  readonly row: number;
  /** By column, from 0; blank cells have none. */
  readonly cells: ReadonlyMap<number, SheetCell>;
}

export const textCell = (text: string): SheetCell | null => (text.trim() === '' ? null : { text });

/** Refuses a sheet that the file does not show. */
export const unknownWorksheet = (name = ''): never =>
  refuseWith('sheet.worksheet', { name: name.slice(0, 40) }, { field: 'file' });

/** Adds a piece to a cell's text; refuses a text longer than cells may be. */
export function appendCellText(text: string, piece: string, cell: string): string {
  if (text.length + piece.length > limits.cell)
    throw new DomainError('sheet.longCell', { cell, most: limits.cell }, { field: 'file' });
  return text + piece;
}

/** Hidden columns of a file, from 0: people cannot see their cells, so nothing is read. */
export function hiddenColumns(): {
  readonly hide: (first: number, count: number) => void;
  readonly isShown: (column: number) => boolean;
} {
  const hidden = new Set<number>();
  return {
    hide: (first, count) => {
      for (let at = first; at < Math.min(first + count, limits.columns); at += 1) hidden.add(at);
    },
    isShown: (column) => !hidden.has(column),
  };
}

/** A → 0, Z → 25, AA → 26. */
export function columnFromReference(reference: string): number {
  let column = 0;
  for (const letter of reference) {
    const code = letter.charCodeAt(0) - 64;
    if (code < 1 || code > 26) break;
    column = column * 26 + code;
  }
  return column - 1;
}

/** 0 → A, 26 → AA. */
export function columnName(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (column % 26));
}
