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

/** Downloads the whole filtered set, or the selected rows of it, with the columns that are shown. */
export async function exportRows<T extends Table>(
  { table, query, columns }: ListState<T>,
  title: string,
  ids: readonly string[],
  format: 'xlsx' | 'csv' = 'xlsx',
): Promise<void> {
  if (table.exportPath === undefined) return;
  const { currentPage: _page, pageSize: _size, ...asked } = query;
  const shown = arranged(table, columns).filter(({ visible }) => visible);
  const field = [table.key ?? 'id', ...shown.map(({ name }) => name)].join(',');
  const input = {
    ...asked,
    field,
    ...(ids.length === 0 ? {} : { ids: ids.join(',') }),
    ...(format === 'xlsx' ? {} : { format }),
  };
  saveFile(await download(table.exportPath, input), `${title}_${stamp(new Date())}.${format}`);
}
