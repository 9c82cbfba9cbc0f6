import { expandSerials, SERIAL_LIMIT } from '@tradehouse/domain';

/** Parses typed, scanned or pasted serials, ranges expanded. */
export const typedSerials = (text: string): readonly string[] =>
  expandSerials(text.replaceAll(/[;；]/g, ','));

export const isTooLong = (serial: string): boolean => [...serial].length >= SERIAL_LIMIT;

/** Serials that a text adds to the chosen serials. */
export interface TypedSerials {
  readonly fresh: readonly string[];
  /** Chosen before, or named twice. */
  readonly twice: readonly string[];
  readonly long: readonly string[];
}

/** Sorts serials of a text into added and rejected. */
export function serialsTyped(text: string, chosen: readonly string[]): TypedSerials {
  const seen = new Set(chosen);
  const fresh: string[] = [];
  const twice: string[] = [];
  const long: string[] = [];
  for (const serial of typedSerials(text)) {
    if (isTooLong(serial)) long.push(serial);
    else if (seen.has(serial)) twice.push(serial);
    else fresh.push(serial);
    seen.add(serial);
  }
  return { fresh, twice: [...new Set(twice)], long };
}
