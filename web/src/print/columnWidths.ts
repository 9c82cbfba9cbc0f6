/** Column with the width of the longest text, in any unit. */
export interface Natural {
  readonly width: number;
  /** Width in percent of the table; 0: determined by the content. */
  readonly given: number;
  /** True: the column takes spare width: words, not figures. */
  readonly grows: boolean;
}

const sumOfWidths = (widths: readonly number[]): number =>
  widths.reduce((sum, width) => sum + width, 0);

/** Share of the table left to words before figures and codes wrap. */
const LEFT_TO_WORDS = 0.25;

/**
 * Returns column widths that fill a table exactly. If texts exceed one line, the longest word columns
 * shrink to a common width; figures and codes wrap only if words would have no space.
 */
export function fitColumnWidths(columns: readonly Natural[], table: number): readonly number[] {
  const given = columns.map((column) => (column.given * table) / 100);
  // Percentages above 100 in total are scaled down to shares.
  const scale = Math.min(1, table / Math.max(1, sumOfWidths(given)));
  const open = columns.filter((column) => column.given === 0);
  const room = Math.max(0, table - sumOfWidths(given) * scale);
  const words = open.filter(({ grows }) => grows);
  const firm = sumOfWidths(open.map(({ grows, width }) => (grows ? 0 : width)));
  const least = words.length === 0 ? 0 : room * LEFT_TO_WORDS;
  const wordsGiveWay = firm <= room - least;
  const most = wordsGiveWay ? widthLimitOf(words, room - firm) : widthLimitOf(open, room);
  const widths = columns.map((column, at) => {
    if (column.given > 0) return (given[at] ?? 0) * scale;
    return wordsGiveWay && !column.grows ? column.width : Math.min(column.width, most);
  });
  const left = table - sumOfWidths(widths);
  const takers = words.length > 0 ? words : open;
  const shares = sumOfWidths(takers.map(({ width }) => width));
  return columns.map(
    (column, at) =>
      (widths[at] ?? 0) +
      (left > 0 && shares > 0 && takers.includes(column) ? (left * column.width) / shares : 0),
  );
}

/** Returns the maximum width of a column at which all columns fit. */
function widthLimitOf(columns: readonly Natural[], room: number): number {
  let left = room;
  const sorted = columns.map(({ width }) => width).toSorted((one, other) => one - other);
  for (const [at, width] of sorted.entries()) {
    const share = left / (sorted.length - at);
    if (width > share) return share;
    left -= width;
  }
  return Number.POSITIVE_INFINITY;
}
