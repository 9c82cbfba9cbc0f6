/** Heights of one document's parts, all in one unit. */
export interface Heights {
  /** Room between the margins, above the line with the page's number. */
  readonly page: number;
  /** The head of the first page. */
  readonly head: number;
  /** Height of the head on later pages: the full head, or one line. */
  readonly nextHead: number;
  readonly tableHead: number;
  readonly rows: readonly number[];
  /** Height of the line with the page's sums; 0 if not printed. */
  readonly pageSum: number;
  /** Stands at the foot of every page. */
  readonly eachFoot: number;
  /** Totals, sums, notes and signatures at the end. */
  readonly tail: number;
}

/** Rows of a page, from the first to before the last; `tail`: the document ends on the page. */
export interface Cut {
  readonly from: number;
  readonly to: number;
  readonly tail: boolean;
}

/**
 * Divides a document into pages. A page has at least one row, even a taller row. The tail always follows a
 * row, unless no row is small enough. A single page has no page sums.
 */
export function cutIntoPages(heights: Heights): readonly Cut[] {
  const { page, head, nextHead, tableHead, rows, pageSum, eachFoot, tail } = heights;
  const room = (first: boolean): number => page - (first ? head : nextHead) - tableHead - eachFoot;
  const total = (from: number, to: number): number =>
    rows.slice(from, to).reduce((sum, row) => sum + row, 0);
  if (total(0, rows.length) + tail <= room(true)) return [{ from: 0, to: rows.length, tail: true }];
  const cuts: Cut[] = [];
  for (let from = 0; ;) {
    const left = room(cuts.length === 0) - pageSum;
    if (total(from, rows.length) + tail <= left || from === rows.length) {
      cuts.push({ from, to: rows.length, tail: true });
      return cuts;
    }
    let to = from + 1;
    while (to < rows.length && total(from, to + 1) <= left) to += 1;
    // Moves the last row to the next page, so that the tail is not alone.
    if (to === rows.length && to - from > 1 && (rows.at(-1) ?? 0) + tail <= room(false) - pageSum)
      to -= 1;
    cuts.push({ from, to, tail: false });
    from = to;
  }
}
