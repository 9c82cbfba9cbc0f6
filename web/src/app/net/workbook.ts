import { escapeSheetText } from '@tradehouse/domain';
import { saveFile } from './client.ts';

export type Cell = string | number | null;

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const escaped = (cell: Cell): Cell => (typeof cell === 'string' ? escapeSheetText(cell) : cell);

/** Saves a workbook of one sheet, whose first row stays in sight; the writer is loaded with the first. */
export async function saveWorkbook(
  name: string,
  rows: readonly (readonly Cell[])[],
): Promise<void> {
  const { writeXlsx } = await import('hucre/xlsx');
  const sheet = { name, rows: rows.map((row) => row.map(escaped)), freezePane: { rows: 1 } };
  const bytes = await writeXlsx({ sheets: [sheet] });
  // SAFETY: what is written here lies in memory of its own, never in shared one.
  saveFile(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: XLSX }), `${name}.xlsx`);
}
