/** One of them, whatever the number; undefined where there is none. */
export const pick = <T>(all: readonly T[], at: number): T | undefined =>
  all[at % Math.max(all.length, 1)];
