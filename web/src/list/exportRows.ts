import type { Table } from '@tradehouse/contract';
import { arranged } from '@tradehouse/contract';
import { download, saveFile } from '../app/net/client.ts';
import type { ListState } from './useList.ts';

/** `YYYYMMDD_HHmmss` of this browser's clock, for file names. */
export const stamp = (now: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' })
    .format(now)
    .replaceAll(/[-:]/g, '')
    .replace(' ', '_');

export interface Exporting {
  readonly title: string;
  /** Those of the selected rows; none: all of them. */
  readonly ids: readonly string[];
  readonly format: 'xlsx' | 'csv';
  /** Stops it, here and at the server. */
  readonly signal: AbortSignal;
  /** Under this key it is told how far it is. */
  readonly progress: string;
}

/** Downloads the whole filtered set, or the selected rows of it, with the columns that are shown. */
export async function exportRows<T extends Table>(
  { table, query, columns }: ListState<T>,
  { title, ids, format, signal, progress }: Exporting,
): Promise<void> {
  if (table.exportPath === undefined) return;
  const { currentPage: _page, pageSize: _size, ...asked } = query;
  const shown = arranged(table, columns).filter(({ visible }) => visible);
  const field = [table.key ?? 'id', ...shown.map(({ name }) => name)].join(',');
  const input = {
    ...asked,
    field,
    progress,
    ...(ids.length === 0 ? {} : { ids: ids.join(',') }),
    ...(format === 'xlsx' ? {} : { format }),
  };
  saveFile(
    await download(table.exportPath, input, { signal }),
    `${title}_${stamp(new Date())}.${format}`,
  );
}
