import { refuseWith } from '../../../kernel/access/index.ts';
import { columnFromReference } from './cells.ts';
import type { SheetCell, SheetRow } from './cells.ts';
import { limits } from './limits.ts';
import { unpackPart } from './package.ts';
import type { Package } from './package.ts';

/** A vertical merge: the rows below the first show the first row's cell. */
export interface Merge {
  readonly column: number;
  readonly lastRow: number;
}

const MERGED = /<(?:\w+:)?mergeCell\s[^<>]*?ref=["']([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})["']/g;

/**
 * Reads the vertical merges of a sheet, by first row. The file lists merges after the rows, so a scan
 * precedes the reading.
 */
export async function readMerges(
  file: Package,
  sheet: string,
  most: number,
): Promise<ReadonlyMap<number, Iterable<Merge>>> {
  const decoder = new TextDecoder('latin1');
  let found = '';
  let tail = '';
  let isEnded = false;
  for await (const piece of unpackPart(file, sheet, most)) {
    if (isEnded) continue;
    const text = tail + decoder.decode(piece, { stream: true });
    if (found !== '') found += text.slice(tail.length);
    else if (/<(?:\w+:)?mergeCells/.test(text))
      found = text.slice(text.search(/<(?:\w+:)?mergeCells/));
    isEnded = found !== '' && /<\/(?:\w+:)?mergeCells>/.test(text);
    if (found.length > limits.texts) refuseWith('sheet.tooLarge', {}, { field: 'file' });
    tail = text.slice(-100);
  }
  return mergesIn(found);
}

/** Maps each row to one merge per cell; further merges are ignored. */
function mergesIn(found: string): ReadonlyMap<number, Iterable<Merge>> {
  const rows = new Map<number, Map<number, Merge>>();
  let count = 0;
  for (const [, column = '', first, last] of found.matchAll(MERGED)) {
    const [row, lastRow] = [Number(first), Number(last)];
    if (lastRow <= row) continue;
    count += 1;
    if (count > limits.merges) refuseWith('sheet.tooLarge', {}, { field: 'file' });
    const merges = rows.get(row) ?? new Map<number, Merge>();
    const merge = { column: columnFromReference(column), lastRow };
    rows.set(row, merges.set(merge.column, merge));
  }
  return new Map([...rows].map(([row, merges]) => [row, [...merges.values()]]));
}

/**
 * Fills covered cells with the shown cell; null for a row without cells. Rows come in order, with merges
 * beginning there.
 */
export function mergeFiller(): (row: SheetRow, merges?: Iterable<Merge>) => SheetRow | null {
  const open = new Map<number, { readonly lastRow: number; readonly cell: SheetCell }>();
  return ({ row, cells: own }, merges = []) => {
    for (const [column, { lastRow }] of open) if (lastRow < row) open.delete(column);
    // Repeated rows of a file share their cells while no merge changes them.
    const covered = [...open].map(([column, { cell }]) => [column, { above: cell }] as const);
    const cells = covered.length === 0 ? own : new Map<number, SheetCell>([...own, ...covered]);
    for (const { column, lastRow } of merges) {
      const cell = own.get(column);
      if (cell !== undefined && column < limits.columns) open.set(column, { lastRow, cell });
    }
    return [...cells.values()].every((cell) => 'above' in cell) ? null : { row, cells };
  };
}
