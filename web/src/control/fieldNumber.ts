// Readings of what is typed into antd's own fields of numbers.
import { parseNumberText, parseTypedNumber, plainValue } from '@tradehouse/domain';
import type { NumberText } from '@tradehouse/domain';

// SAFETY: antd takes an empty text for no number, though its type names numbers alone.
const NOTHING = '' as unknown as number;

/** The number of a reading; NaN, for none, changes nothing in the field. */
const numberOf = (read: NumberText): number => Number(plainValue(read) ?? NaN);

/** Reads a number that may have decimals; of a text with two readings, what the field held before. */
export function parseFieldNumber(text = '', before: number | string | null = null): number {
  if (text.trim() === '') return NOTHING;
  const read = parseTypedNumber(text);
  if (read.kind !== 'ambiguous') return numberOf(read);
  return before === null ? NOTHING : Number(before);
}

/** Reads a whole number, in which a comma that has two readings stands before thousands. */
export function parseWholeNumber(text = ''): number {
  if (text.trim() === '') return NOTHING;
  const read = parseTypedNumber(text);
  return numberOf(read.kind === 'ambiguous' ? parseNumberText(text, '.') : read);
}
