/** Attribute of a combination, with the value. */
export interface AttributePair {
  readonly name: string;
  readonly value: string;
}

/** Separator: a semicolon followed by a further pair, because a value may contain a semicolon. */
const BETWEEN = /[;；](?=[^;；:：]*[:：])/;

/** Parses a cell like 颜色:红;尺码:M, in either width; null for any further format. */
export function attributePairs(text: string): readonly AttributePair[] | null {
  const pairs = text.split(BETWEEN).map((part) => {
    const mark = part.search(/[:：]/);
    return { name: part.slice(0, Math.max(0, mark)).trim(), value: part.slice(mark + 1).trim() };
  });
  return pairs.every(({ name, value }) => name !== '' && value !== '') ? pairs : null;
}

/** Formats a combination in canonical form. */
export const writtenPairs = (pairs: readonly AttributePair[]): string =>
  pairs.map(({ name, value }) => `${name}:${value}`).join(';');
