/** A cell that begins like a formula is text, so that no spreadsheet reckons with it. */
const harmless = (text: string): string =>
  /^[=+\-@\t\r]/.test(text) && !/^-?[\d,.]+$/.test(text) ? `'${text}` : text;

const quoted = (text: string): string => `"${harmless(text).replaceAll('"', '""')}"`;

/** Rows as a file that every spreadsheet opens, in UTF-8 with its mark. */
export const csvOf = (rows: readonly (readonly string[])[]): Blob =>
  new Blob([`\uFEFF${rows.map((row) => row.map(quoted).join(',')).join('\r\n')}`], {
    type: 'text/csv;charset=utf-8',
  });

/** The lines of the document in front, as they stand on its paper, as a file. */
export function sheetText(): Blob {
  const table = document.querySelector('.pane:not([style*="none"]) .paper table');
  const rows = [...(table?.querySelectorAll('tr') ?? [])].map((row) =>
    [...row.children].map((cell) => cell.textContent.replaceAll(/(?<=\d),(?=\d{3})/g, '')),
  );
  return csvOf(rows);
}
