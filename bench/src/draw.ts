/** Draws a whole number from 0, below `below`. */
export const drawNumberBelow = (below: number): number => Math.floor(Math.random() * below);

/** Draws a value of a non-empty list. */
export const drawOneOf = <T>(values: readonly T[]): T =>
  // SAFETY: an index drawn below the length is an index of the list.
  values[drawNumberBelow(values.length)] as T;
