import { decimal, plain } from '@tradehouse/domain';

/** A number as people type and paste it: spaces, thousands separators and full-width digits are all right. Null is no number. */
export function typedNumber(text: string): string | null {
  const clean = text.normalize('NFKC').replaceAll(/[\s,'¥$€]/g, '');
  if (clean === '') return '';
  if (!/^-?(\d{1,18}(\.\d{0,20})?|\.\d{1,20})$/.test(clean)) return null;
  return plain(decimal(clean));
}

/** The same for what may not be below zero and has at most six decimals, which is all the books keep. */
export function typedAmount(
  text: string,
): { readonly value: string } | { readonly wrong: 'number' | 'negative' | 'decimals' } {
  const value = typedNumber(text);
  if (value === null) return { wrong: 'number' };
  if (value.startsWith('-')) return { wrong: 'negative' };
  if (value !== '' && decimal(value).decimalPlaces() > 6) return { wrong: 'decimals' };
  return { value };
}

/** A day as people type it: 2026-9-1, 20260901, 2026/9/1. Null is no day, '' is none. */
export function typedDay(text: string): string | null {
  const clean = text.normalize('NFKC').trim();
  if (clean === '') return '';
  const found = /^(\d{4})[-/.年]?(\d{1,2})[-/.月]?(\d{1,2})日?$/.exec(clean);
  if (found === null) return null;
  const [, year = '', month = '', day = ''] = found;
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${iso}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== iso ? null : iso;
}
