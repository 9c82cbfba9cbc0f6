import { refuse } from '../../../kernel/index.ts';
import { columnOf } from './cells.ts';
import type { Cell, SheetRow } from './cells.ts';
import { limits } from './limits.ts';
import { unpacked } from './package.ts';
import type { Package } from './package.ts';

/** A vertical merge: the rows below the first show the first row's cell. */
export interface Merge {
  readonly column: number;
  readonly lastRow: number;
}

const MERGED = /<(?:\w+:)?mergeCell\s[^<>]*?ref=["']([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})["']/g;

/** The vertical merges of a sheet by their first row. They stand behind the rows, so the part is searched before it is read. */
export async function readMerges(
  file: Package,
  sheet: string,
  most: number,
): Promise<ReadonlyMap<number, Iterable<Merge>>> {
  const decoder = new TextDecoder('latin1');
  let found = '';
  let tail = '';
  let isEnded = false;
  for await (const piece of unpacked(file, sheet, most)) {
    if (isEnded) continue;
    const text = tail + decoder.decode(piece, { stream: true });
    if (found !== '') found += text.slice(tail.length);
    else if (/<(?:\w+:)?mergeCells/.test(text))
      found = text.slice(text.search(/<(?:\w+:)?mergeCells/));
    isEnded = found !== '' && /<\/(?:\w+:)?mergeCells>/.test(text);
    if (found.length > limits.texts) refuse('sheet.tooLarge', {}, { field: 'file' });
    tail = text.slice(-100);
  }
  return mergesIn(found);
}

/** One merge for each cell, by row: a file that says more of them says nothing more. */
function mergesIn(found: string): ReadonlyMap<number, Iterable<Merge>> {
  const rows = new Map<number, Map<number, Merge>>();
  let count = 0;
  for (const [, column = '', first, last] of found.matchAll(MERGED)) {
    const [row, lastRow] = [Number(first), Number(last)];
    if (lastRow <= row) continue;
    count += 1;
    if (count > limits.merges) refuse('sheet.tooLarge', {}, { field: 'file' });
    const merges = rows.get(row) ?? new Map<number, Merge>();
    const merge = { column: columnOf(column), lastRow };
    rows.set(row, merges.set(merge.column, merge));
  }
  return new Map([...rows].map(([row, merges]) => [row, [...merges.values()]]));
}

/**
 * Gives covered cells the cell that they show. A row without cells of its own is none: answers null. Rows come in order, each
 * with the merges that begin in it.
 */
export function mergeFiller(): (row: SheetRow, merges?: Iterable<Merge>) => SheetRow | null {
  const open = new Map<number, { readonly lastRow: number; readonly cell: Cell }>();
  return ({ row, cells: own }, merges = []) => {
    for (const [column, { lastRow }] of open) if (lastRow < row) open.delete(column);
    // Rows that a file repeats share their cells, as long as no merge changes them.
    const covered = [...open].map(([column, { cell }]) => [column, { above: cell }] as const);
    const cells = covered.length === 0 ? own : new Map<number, Cell>([...own, ...covered]);
    for (const { column, lastRow } of merges) {
      const cell = own.get(column);
      if (cell !== undefined && column < limits.columns) open.set(column, { lastRow, cell });
    }
    return [...cells.values()].every((cell) => 'above' in cell) ? null : { row, cells };
  };
}
