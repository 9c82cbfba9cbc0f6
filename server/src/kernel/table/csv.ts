/** What a spreadsheet would take for a formula, in the wide letters of China too, stands behind an apostrophe. */
export const harmless = (text: string): string =>
  /^[=+\-@＝＋－＠\p{Cc}]/u.test(text) ? `'${text}` : text;

const quoted = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
const lineOf = (texts: readonly string[]): string => `${texts.map(quoted).join()}\r\n`;

/**
 * Lines of comma-separated values below their titles (RFC 4180), marked as UTF-8 for programs that would guess. A title may
 * be a company's own word, so it is made harmless here; rows come as they are to be written.
 */
export async function* csvLines(
  titles: readonly string[],
  rows: AsyncIterable<readonly string[]>,
): AsyncGenerator<string> {
  yield `\ufeff${lineOf(titles.map(harmless))}`;
  for await (const row of rows) yield lineOf(row);
}
