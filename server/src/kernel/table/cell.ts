import type { Column } from '@tradehouse/contract';
import { decimal, plain, rounded } from '@tradehouse/domain';

/** A value as it travels: exact decimals without trailing zeros, integers as numbers, the rest as it came. */
export function cell(type: Column['type'], value: unknown): unknown {
  if (value === null || value === undefined) return null;
  switch (type) {
    case 'integer':
      return Number(value);
    case 'quantity':
    case 'money':
    case 'percent':
      return trimmed(String(value));
    case 'price':
      return priceOf(String(value));
    case 'flag':
      return value === true;
    case 'tags':
      return value;
    default:
      return String(value);
  }
}

/** 12.500000 → 12.5; 7.000000 → 7. */
export const trimmed = (text: string): string =>
  text.includes('.') ? text.replace(/\.?0+$/, '') : text;

/** Prices have six decimals at most; one that was worked out may come with many more. */
const priceOf = (text: string): string =>
  /\.\d{7}/.test(text) ? plain(rounded(decimal(text), 6)) : trimmed(text);
