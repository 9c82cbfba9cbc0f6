import { escapeSheetText } from '@tradehouse/domain';
import { saveFile } from './client.ts';

export type WorkbookCell = string | number | null;

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const escapeWorkbookCell = (cell: WorkbookCell): WorkbookCell =>
  typeof cell === 'string' ? escapeSheetText(cell) : cell;

/** Saves a one-sheet workbook with a frozen first row; the writer is loaded on first use. */
export async function saveWorkbook(
  name: string,
  rows: readonly (readonly WorkbookCell[])[],
): Promise<void> {
  const { writeXlsx } = await import('hucre/xlsx');
  const sheet = {
    name,
    rows: rows.map((row) => row.map(escapeWorkbookCell)),
    freezePane: { rows: 1 },
  };
  const bytes = await writeXlsx({ sheets: [sheet] });
  // SAFETY: the bytes were allocated here, never in shared memory.
  saveFile(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: XLSX }), `${name}.xlsx`);
}
