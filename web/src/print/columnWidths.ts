/** A column as wide as its longest text, in any unit. */
export interface Natural {
  readonly width: number;
  /** In percent of the table; 0 where the company leaves it to the content. */
  readonly given: number;
  /** It takes what is left over: words, not figures. */
  readonly grows: boolean;
}

const sumOf = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width, 0);

/** So much of a table is left to words before figures and codes have to wrap. */
const LEFT_TO_WORDS = 0.25;

/**
 * How wide columns are that fill a table exactly. Where not all texts fit in one line, the longest columns of words give way,
 * all to the same width; figures and codes wrap only where they would leave no room for words.
 */
export function fitted(columns: readonly Natural[], table: number): readonly number[] {
  const given = columns.map((column) => (column.given * table) / 100);
  // Percentages that come to more than the table are shares of it.
  const scale = Math.min(1, table / Math.max(1, sumOf(given)));
  const open = columns.filter((column) => column.given === 0);
  const room = Math.max(0, table - sumOf(given) * scale);
  const words = open.filter(({ grows }) => grows);
  const firm = sumOf(open.map(({ grows, width }) => (grows ? 0 : width)));
  const least = words.length === 0 ? 0 : room * LEFT_TO_WORDS;
  const wordsGiveWay = firm <= room - least;
  const most = wordsGiveWay ? limitOf(words, room - firm) : limitOf(open, room);
  const widths = columns.map((column, at) => {
    if (column.given > 0) return (given[at] ?? 0) * scale;
    return wordsGiveWay && !column.grows ? column.width : Math.min(column.width, most);
  });
  const left = table - sumOf(widths);
  const takers = words.length > 0 ? words : open;
  const shares = sumOf(takers.map(({ width }) => width));
  return columns.map(
    (column, at) =>
      (widths[at] ?? 0) +
      (left > 0 && shares > 0 && takers.includes(column) ? (left * column.width) / shares : 0),
  );
}

/** The width that no column may pass so that all find room. */
function limitOf(columns: readonly Natural[], room: number): number {
  let left = room;
  const sorted = columns.map(({ width }) => width).toSorted((one, other) => one - other);
  for (const [at, width] of sorted.entries()) {
    const share = left / (sorted.length - at);
    if (width > share) return share;
    left -= width;
  }
  return Number.POSITIVE_INFINITY;
}
