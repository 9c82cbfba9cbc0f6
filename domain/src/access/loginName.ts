import { UNSEEN } from '../text.ts';

/** Scripts that are written side by side in one name, digits and marks among them. */
const together =
  /^[\p{sc=Latin}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}\p{M}\p{N}\p{P}\p{S} ]*$/u;
/** The others stand alone. */
const alone = [
  'Cyrillic',
  'Greek',
  'Arabic',
  'Hebrew',
  'Thai',
  'Devanagari',
  'Armenian',
  'Georgian',
].map((script) => new RegExp(`^[\\p{sc=${script}}\\p{M}\\p{N}\\p{P}\\p{S} ]*$`, 'u'));

/** What no one sees in a name; joiners and marks that only tell how others are drawn, too. */
const HIDES = new RegExp(`[\\p{C}\\p{DI}${UNSEEN}]`, 'u');

/**
 * May a login be called so? A name is written one way: without wide forms and ligatures (Unicode NFKC), invisible
 * characters, or letters of scripts that are not written together, like a Cyrillic а among Latin ones.
 */
export const isClearLoginName = (name: string): boolean =>
  name.normalize('NFKC') === name &&
  !HIDES.test(name) &&
  [together, ...alone].some((script) => script.test(name));
