import { dayIn, decimal, parseTypedNumber } from '@tradehouse/domain';

/** Whole digits that the books keep. */
const MOST_DIGITS = 18;

/** A number as people type and paste it, as exact plain decimals; '' is none, null is no number or may be two. */
export function typedNumber(text: string): string | null {
  const typed = readNumber(text);
  return 'value' in typed ? typed.value : null;
}

type TypedNumber =
  | { readonly value: string }
  | { readonly wrong: 'number' | 'negative' | 'decimals' | 'ambiguous' };

function readNumber(text: string, takesPercent = false): TypedNumber {
  if (text.trim() === '') return { value: '' };
  const read = parseTypedNumber(text);
  if (read.kind === 'ambiguous') return { wrong: 'ambiguous' };
  const isNumber =
    read.kind === 'number' && read.side === null && (takesPercent || !read.isPercent);
  if (!isNumber || decimal(read.value).trunc().abs().toFixed().length > MOST_DIGITS)
    return { wrong: 'number' };
  return { value: read.value };
}

/** Number that may not be below zero and has at most six decimals, which is all the books keep. */
export function typedAmount(text: string, takesPercent = false): TypedNumber {
  const typed = readNumber(text, takesPercent);
  if ('wrong' in typed) return typed;
  if (typed.value.startsWith('-')) return { wrong: 'negative' };
  if (typed.value !== '' && decimal(typed.value).decimalPlaces() > 6) return { wrong: 'decimals' };
  return typed;
}

/** A day as people type it, in any form that has one reading. Null is no day or may be two, '' is none. */
export const typedDay = (text: string): string | null =>
  text.trim() === '' ? '' : (dayIn(text) ?? null);
