/** A cell that begins like a formula is text, so that no spreadsheet reckons with it. */
const harmless = (text: string): string =>
  /^[=+\-@\t\r]/.test(text) && !/^-?[\d,.]+$/.test(text) ? `'${text}` : text;

const quoted = (text: string): string => `"${harmless(text).replaceAll('"', '""')}"`;

/** One row of a comma-separated file. */
export const csvRow = (cells: readonly string[]): string => cells.map(quoted).join(',');

/** The lines of the document in front, as they stand on its paper, as a file. */
export function sheetText(): Blob {
  const table = document.querySelector('.pane:not([style*="none"]) .paper table');
  const rows = [...(table?.querySelectorAll('tr') ?? [])].map((row) =>
    [...row.children].map((cell) => cell.textContent.replaceAll(/(?<=\d),(?=\d{3})/g, '')),
  );
  // The mark tells a spreadsheet that the text is UTF-8.
  return new Blob([`\uFEFF${rows.map(csvRow).join('\r\n')}`], { type: 'text/csv;charset=utf-8' });
}
