/**
 * Prefixes an apostrophe to texts that a spreadsheet would read as a formula, full-width Chinese signs
 * included.
 */
export const escapeFormula = (text: string): string =>
  /^[=+\-@＝＋－＠\p{Cc}]/u.test(text) ? `'${text}` : text;

const quoteCsvText = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
const toCsvLine = (texts: readonly string[]): string => `${texts.map(quoteCsvText).join()}\r\n`;

/**
 * Yields comma-separated lines below the titles (RFC 4180), marked UTF-8 for programs that would guess. A
 * title may be a company's text, so titles are made harmless here; rows arrive ready to write.
 */
export async function* csvLines(
  titles: readonly string[],
  rows: AsyncIterable<readonly string[]>,
): AsyncGenerator<string> {
  yield `\ufeff${toCsvLine(titles.map(escapeFormula))}`;
  for await (const row of rows) yield toCsvLine(row);
}
