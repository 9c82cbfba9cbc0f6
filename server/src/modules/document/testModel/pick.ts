/** Selects an element by any number; undefined for an empty list. */
export const pick = <T>(all: readonly T[], at: number): T | undefined =>
  all[at % Math.max(all.length, 1)];
