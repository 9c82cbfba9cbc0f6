/** Pseudo-random drawings, equal on every run. */
export interface Drawing {
  /** A whole number from 0 to below `limit`. */
  readonly below: (limit: number) => number;
  readonly oneIn: (times: number) => boolean;
  /** Draws an item; higher weight is more frequent. */
  readonly one: <T>(of: readonly T[], weight?: (each: T) => number) => T;
  /** Draws several different items, up to the number available. */
  readonly some: <T>(of: readonly T[], count: number, weight?: (each: T) => number) => T[];
}

/** Mulberry32: 32 bits of state, good enough to look like trade. */
export function createRandomDrawing(seed: number): Drawing {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  const one = <T>(of: readonly T[], weight: (each: T) => number = () => 1): T => {
    let left = next() * of.reduce((sum, each) => sum + weight(each), 0);
    const found = of.find((each) => (left -= weight(each)) < 0) ?? of.at(-1);
    if (found === undefined) throw new Error('nothing to draw from');
    return found;
  };
  return {
    below,
    oneIn: (times) => below(times) === 0,
    one,
    some(of, count, weight) {
      const left = [...of];
      const drawn = [];
      while (drawn.length < count && left.length > 0) {
        const found = one(left, weight);
        drawn.push(found);
        left.splice(left.indexOf(found), 1);
      }
      return drawn;
    },
  };
}
