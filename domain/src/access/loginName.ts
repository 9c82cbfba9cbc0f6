import { UNSEEN } from '../text.ts';

/** Scripts allowed together in one name, with digits and marks. */
const together =
  /^[\p{sc=Latin}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}\p{M}\p{N}\p{P}\p{S} ]*$/u;
/** Scripts allowed only alone. */
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

/** Invisible characters, including joiners and marks affecting only the drawing of others. */
const HIDES = new RegExp(`[\\p{C}\\p{DI}${UNSEEN}]`, 'u');

/**
 * Checks a login name for ambiguity: no wide forms or ligatures (Unicode NFKC), no invisible characters, no
 * mix of scripts never written together, e.g. Cyrillic а among Latin letters.
 */
export const isClearLoginName = (name: string): boolean =>
  name.normalize('NFKC') === name &&
  !HIDES.test(name) &&
  [together, ...alone].some((script) => script.test(name));
