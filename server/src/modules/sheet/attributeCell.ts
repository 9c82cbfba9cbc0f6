/** One attribute of a combination and its value. */
export interface AttributePair {
  readonly name: string;
  readonly value: string;
}

/** Between two pairs: a semicolon with another pair behind it, so that a value may hold one. */
const BETWEEN = /[;；](?=[^;；:：]*[:：])/;

/** Reads a cell like 颜色:红;尺码:M, whichever width its marks have; null where it is written otherwise. */
export function attributePairs(text: string): readonly AttributePair[] | null {
  const pairs = text.split(BETWEEN).map((part) => {
    const mark = part.search(/[:：]/);
    return { name: part.slice(0, Math.max(0, mark)).trim(), value: part.slice(mark + 1).trim() };
  });
  return pairs.every(({ name, value }) => name !== '' && value !== '') ? pairs : null;
}

/** The one way that a combination is written. */
export const writtenPairs = (pairs: readonly AttributePair[]): string =>
  pairs.map(({ name, value }) => `${name}:${value}`).join(';');
