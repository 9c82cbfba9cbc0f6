const toComparable = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

/** Tests that a text contains a typed word, in any letter case and width, like searches of the server. */
export const hasWord = (text: string, word: string): boolean =>
  toComparable(text).includes(toComparable(word));
