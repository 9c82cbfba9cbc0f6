/** What the parts of one document take of a page, all in the same unit. */
export interface Heights {
  /** Room between the margins, above the line with the page's number. */
  readonly page: number;
  /** The head of the first page. */
  readonly head: number;
  /** What stands instead of it on the pages after: the head again, or one line. */
  readonly nextHead: number;
  readonly tableHead: number;
  readonly rows: readonly number[];
  /** The line with what a page comes to; 0 where none is printed. */
  readonly pageSum: number;
  /** Stands at the foot of every page. */
  readonly eachFoot: number;
  /** Totals, sums, notes and signatures at the end. */
  readonly tail: number;
}

/** The rows of a page, from the first to before the last; `tail`: the document ends on it. */
export interface Cut {
  readonly from: number;
  readonly to: number;
  readonly tail: boolean;
}

/**
 * Cuts a document into pages. A page holds a row at least, even one that is taller than it; the end never stands without a row
 * beside it unless no row is small enough for that; a document of one page has no sum of its page.
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
    // The last row goes on with the end, so that the end does not stand alone.
    if (to === rows.length && to - from > 1 && (rows.at(-1) ?? 0) + tail <= room(false) - pageSum)
      to -= 1;
    cuts.push({ from, to, tail: false });
    from = to;
  }
}
