/**
 * Is the text a long number shortened by a spreadsheet? 2.30457E+18 lacks the last digits and identifies
 * nothing.
 */
export const isShortenedNumber = (text: string): boolean =>
  /^[-+]?\d(?:[.,]\d+)?E\+\d{1,3}$/i.test(text.normalize('NFKC').trim());

/** Placeholder in merged cells, so that a number is not counted twice in its column. */
export const DITTO = '〃';
/** Does the cell repeat the cell above? The ditto mark comes from a person or a merged cell. */
export const isDitto = (text: string): boolean => /^(?:["″”〃]|同上)$/.test(text.trim());
/** Placeholder for a formula, because the result is not read. */
export const FORMULA = '=';

/** Error values of spreadsheets, in English and German. */
const ERROR =
  /^(?:#(?:REF|N\/A|VALUE|DIV\/0|NAME|NUM|NULL|SPILL|CALC|FIELD|NV|WERT|BEZUG|ZAHL)[!?]?|Err:\d{3})$/i;

/** Does the text identify nothing, like formulas, errors, merged numbers and shortened numbers? */
export const isNoName = (text: string): boolean =>
  text === FORMULA || isDitto(text) || ERROR.test(text) || isShortenedNumber(text);
