import { DomainError } from '@tradehouse/domain';
import { refuse } from '../../../kernel/index.ts';
import { limits } from './limits.ts';

/** A number as spreadsheets write it. */
export const SHEET_NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d{1,3})?$/i;

/** A number as the file writes it, with the parts of its format that change what it says. */
export interface NumberCell {
  readonly number: string;
  /** Shown as a percentage: 0.13 says 13 %. */
  readonly isPercent?: true;
  /** True for a workbook that counts its days from 1904. */
  readonly isFrom1904?: true;
}

/**
 * A cell as it stands in the file. Results of formulas are not read. `above` is the first cell of a vertical merge that covers
 * this one.
 */
export type Cell =
  | { readonly text: string }
  | NumberCell
  | { readonly flag: boolean }
  | { readonly formula: true }
  | { readonly error: string }
  | { readonly above: Cell };

export interface SheetRow {
  /** As a spreadsheet program counts it, from 1. */
  readonly row: number;
  /** By column, from 0; blank cells have none. */
  readonly cells: ReadonlyMap<number, Cell>;
}

export const textCell = (text: string): Cell | null => (text.trim() === '' ? null : { text });

/** Refuses a sheet that the file does not show. */
export const unknownWorksheet = (name = ''): never =>
  refuse('sheet.worksheet', { name: name.slice(0, 40) }, { field: 'file' });

/** Adds a piece to a cell's text; refuses a text longer than cells may be. */
export function grown(text: string, piece: string, cell: string): string {
  if (text.length + piece.length > limits.cell)
    throw new DomainError('sheet.longCell', { cell, most: limits.cell }, { field: 'file' });
  return text + piece;
}

/** Columns that a file hides, from 0: people do not see what stands there, so it is not read. */
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
export function columnOf(reference: string): number {
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
