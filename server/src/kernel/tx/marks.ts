import type { Position } from './position.ts';

/** Records when the primary's log ended where, so that a position shows the possible age of a read. */
export interface LogPositionMarks {
  /** Sets a mark; fails if the primary does not answer. */
  readonly set: () => Promise<void>;
  /** Maximum age in milliseconds of the state at `position`; infinite if no mark is as old. */
  readonly age: (position: Position) => number;
  /** First mark, after the schema at this process's start. Null: none yet. */
  readonly first: () => Position | null;
  readonly last: () => Position | null;
}

const PAGE = 8_192n;
const HEADER = 24n;

/**
 * Corrects the end of a log that ends with a page: the log continues after the next page's header, which
 * holds no changes. A replica that has read the page has read all.
 */
const behindNothing = (position: Position): Position =>
  position % PAGE === HEADER ? position - HEADER : position;

/** @param keptFor milliseconds for which a mark yields ages */
export function createMarks(
  endOfLog: () => Promise<Position>,
  keptFor: number,
  now: () => number = () => performance.now(),
): LogPositionMarks {
  let marks: readonly { readonly at: number; readonly position: Position }[] = [];
  let first: Position | null = null;
  return {
    async set() {
      // Time before the query: later writes may be missing.
      const at = now();
      const position = behindNothing(await endOfLog());
      first ??= position;
      marks = [...marks.filter((mark) => at - mark.at <= keptFor), { at, position }];
    },
    age(position) {
      const mark = marks.findLast((each) => each.position <= position);
      return mark === undefined ? Number.POSITIVE_INFINITY : Math.ceil(now() - mark.at);
    },
    first: () => first,
    last: () => marks.at(-1)?.position ?? null,
  };
}
