import { expandSerials, SERIAL_LIMIT } from '@tradehouse/domain';

/** Serials as typed, scanned or pasted, ranges written out. */
export const typedSerials = (text: string): readonly string[] =>
  expandSerials(text.replaceAll(/[;；]/g, ','));

export const isTooLong = (serial: string): boolean => [...serial].length >= SERIAL_LIMIT;

/** What a text adds to the serials that were chosen before it. */
export interface TypedSerials {
  readonly fresh: readonly string[];
  /** Chosen before, or named twice. */
  readonly twice: readonly string[];
  readonly long: readonly string[];
}

/** Sorts the serials of a text into what is added and what is not. */
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
