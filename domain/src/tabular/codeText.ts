/** A long number that a spreadsheet shortened: 2.30457E+18 has lost its last digits, so it names nothing. */
export const isShortenedNumber = (text: string): boolean =>
  /^[-+]?\d(?:[.,]\d+)?E\+\d{1,3}$/i.test(text.normalize('NFKC').trim());

/** Stands for a number that a merged cell shows once: no column adds it up twice. */
export const DITTO = '〃';
/** Says that a cell is as the one above it: a ditto mark of a person or of a merged cell. */
export const isDitto = (text: string): boolean => /^(?:["″”〃]|同上)$/.test(text.trim());
/** Stands for a formula, whose result is not read. */
export const FORMULA = '=';

/** Texts that name nothing: formulas, errors, merged numbers, and numbers whose last digits are lost. */
export const isNoName = (text: string): boolean =>
  text === FORMULA ||
  isDitto(text) ||
  /^#(REF|N\/A|VALUE|DIV\/0|NAME|NUM|NULL)[!?]?$/.test(text) ||
  isShortenedNumber(text);
