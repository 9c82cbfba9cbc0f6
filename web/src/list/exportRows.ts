import type { TableDeclaration } from '@tradehouse/contract';
import { arrangeColumns } from '@tradehouse/contract';
import { downloadFile, saveFile } from '../app/net/client.ts';
import type { ListState } from './useList.ts';

/** `YYYYMMDD_HHmmss` of this browser's clock, for file names. */
export const toFileNameStamp = (now: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' })
    .format(now)
    .replaceAll(/[-:]/g, '')
    .replace(' ', '_');

export interface Exporting {
  readonly title: string;
  /** Ids of the selected rows; empty: all rows. */
  readonly ids: readonly string[];
  readonly format: 'xlsx' | 'csv';
  /** Aborts the export, in the browser and on the server. */
  readonly signal: AbortSignal;
  /** Key under which the progress is reported. */
  readonly progress: string;
}

/** Downloads the whole filtered result, or the selected rows, with the shown columns. */
export async function exportRows<T extends TableDeclaration>(
  { table, query, columns }: ListState<T>,
  { title, ids, format, signal, progress }: Exporting,
): Promise<void> {
  if (table.exportPath === undefined) return;
  const { currentPage: _page, pageSize: _size, ...asked } = query;
  const shown = arrangeColumns(table, columns).filter(({ visible }) => visible);
  const field = [...shown.map(({ name }) => name), table.key ?? 'id'].join(',');
  const input = {
    ...asked,
    field,
    progress,
    ...(ids.length === 0 ? {} : { ids: ids.join(',') }),
    ...(format === 'xlsx' ? {} : { format }),
  };
  saveFile(
    await downloadFile(table.exportPath, input, { signal }),
    `${title}_${toFileNameStamp(new Date())}.${format}`,
  );
}
