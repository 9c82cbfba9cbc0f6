import type { Position } from './position.ts';

/** Remembers where the primary's log ended when, so that a position tells how old what it shows may be. */
export interface Marks {
  /** Sets one; fails where the primary does not answer. */
  readonly set: () => Promise<void>;
  /** Milliseconds by which what stands before `position` may be behind; endless where no mark is as old. */
  readonly age: (position: Position) => number;
  /** The first one: the schema that this process began with stands before it. Null: none yet. */
  readonly first: () => Position | null;
  readonly last: () => Position | null;
}

const PAGE = 8_192n;
const HEADER = 24n;

/**
 * A log that ends with a page goes on behind the next page's header, which nothing is written into: a replica that has read
 * the page has read all.
 */
const behindNothing = (position: Position): Position =>
  position % PAGE === HEADER ? position - HEADER : position;

/** @param keptFor milliseconds for which a mark tells ages */
export function createMarks(
  endOfLog: () => Promise<Position>,
  keptFor: number,
  now: () => number = () => performance.now(),
): Marks {
  let marks: readonly { readonly at: number; readonly position: Position }[] = [];
  let first: Position | null = null;
  return {
    async set() {
      // Before it is asked for: what was written since may be missing.
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
