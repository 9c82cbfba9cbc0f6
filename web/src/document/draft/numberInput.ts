import { parseSingleDay, decimal, parseTypedNumber } from '@tradehouse/domain';

/** Maximum integer digits stored in the books. */
const MOST_DIGITS = 18;

/** Parses a typed or pasted number into an exact plain decimal; '' is empty, null invalid or ambiguous. */
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

/** Parses a non-negative number with at most six decimals, the precision of the books. */
export function typedAmount(text: string, takesPercent = false): TypedNumber {
  const typed = readNumber(text, takesPercent);
  if ('wrong' in typed) return typed;
  if (typed.value.startsWith('-')) return { wrong: 'negative' };
  if (typed.value !== '' && decimal(typed.value).decimalPlaces() > 6) return { wrong: 'decimals' };
  return typed;
}

/** Parses a day in any unambiguous form. Null is invalid or ambiguous, '' is empty. */
export const typedDay = (text: string): string | null =>
  text.trim() === '' ? '' : (parseSingleDay(text) ?? null);
