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
    case 'price':
    case 'percent':
      return trimmed(String(value));
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

/**
 * A value as a file says it: a price that was worked out, and so came with many more decimals than prices have, as the screen
 * shows it. A spreadsheet would keep all of them as a text.
 */
export function cellInFile(type: Column['type'], value: unknown): unknown {
  const exact = cell(type, value);
  return type === 'price' && exact !== null ? plain(rounded(decimal(String(exact)), 6)) : exact;
}
