import { amendedAll } from '../grid/gridState.ts';
import type { GridStore } from '../grid/gridStore.ts';
import type { LineDraft } from './lineDraft.ts';
import { columnOfField } from './refusals.ts';

export type EndField = 'warehouseId' | 'targetWarehouseId';

/** Returns the common warehouse of all lines at one end of a transfer; null: none or several. */
export function commonEnd(lines: readonly LineDraft[], field: EndField): string | null {
  const [first = null, ...others] = new Set(lines.map((line) => line[field]));
  return others.length === 0 ? first : null;
}

/** Sets a line's warehouse at one end; `onlyMissing`: only if empty. */
export const withEnd = (
  line: LineDraft,
  field: EndField,
  id: string,
  onlyMissing = false,
): LineDraft =>
  line[field] === id || (onlyMissing && line[field] !== null) ? line : { ...line, [field]: id };

/** Sets the warehouse of all lines at one end. */
export const giveEnd = (
  store: GridStore<LineDraft>,
  field: EndField,
  id: string,
  onlyMissing = false,
): void =>
  store.change((grid) =>
    amendedAll(grid, (line) => withEnd(line, field, id, onlyMissing), columnOfField(field)),
  );
