/** A long number that a spreadsheet shortened: 2.30457E+18 has lost its last digits, so it names nothing. */
export const isShortenedNumber = (text: string): boolean =>
  /^[-+]?\d(?:[.,]\d+)?E\+\d{1,3}$/i.test(text.normalize('NFKC').trim());
