/** A whole number from 0, below this one. */
export const draw = (below: number): number => Math.floor(Math.random() * below);

/** One of these, of which there must be some. */
export const oneOf = <T>(values: readonly T[]): T =>
  // SAFETY: an index that is drawn below the length is one of the list's.
  values[draw(values.length)] as T;
