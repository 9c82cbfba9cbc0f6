import { FRONT_PANE } from '../../app/tabs/front.tsx';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** What a cell of the paper says: a number where it is a figure, else its text, which no spreadsheet reckons with. */
export function cellValue(text: string, figure: boolean): string | number {
  const plain = text.replaceAll(/(?<=\d),(?=\d{3})/g, '');
  return figure && /^-?\d{1,15}(\.\d+)?$/.test(plain) ? Number(plain) : text;
}

/** The lines of the document in front, as they stand on its paper, as a workbook. */
export async function paperSheet(name: string): Promise<Blob> {
  const { writeXlsx } = await import('hucre/xlsx');
  const table = document.querySelector(`${FRONT_PANE} .paper table`);
  const rows = [...(table?.querySelectorAll('tr') ?? [])].map((row) =>
    [...row.children].map((cell) => cellValue(cell.textContent, cell.classList.contains('right'))),
  );
  const bytes = await writeXlsx({ sheets: [{ name, rows, freezePane: { rows: 1 } }] });
  return new Blob([bytes as Uint8Array<ArrayBuffer>], { type: XLSX });
}
