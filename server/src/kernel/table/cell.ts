import type { TableColumn } from '@tradehouse/contract';
import { decimal, toPlainDecimal, rounded } from '@tradehouse/domain';

/**
 * Converts a value for transport: exact decimals without trailing zeros, integers to numbers, the rest
 * unchanged.
 */
export function toCellValue(type: TableColumn['type'], value: unknown): unknown {
  if (value === null || value === undefined) return null;
  switch (type) {
    case 'integer':
      return Number(value);
    case 'quantity':
    case 'money':
    case 'price':
    case 'percent':
      return trimTrailingZeros(String(value));
    case 'flag':
      return value === true;
    case 'tags':
      return value;
    default:
      return String(value);
  }
}

/** 12.500000 → 12.5; 7.000000 → 7. */
export const trimTrailingZeros = (text: string): string =>
  text.includes('.') ? text.replace(/\.?0+$/, '') : text;

/**
 * Converts a value for a file: a computed price, with too many decimals, is rounded as on the screen. A
 * spreadsheet would store it in a text.
 */
export function cellInFile(type: TableColumn['type'], value: unknown): unknown {
  const exact = toCellValue(type, value);
  return type === 'price' && exact !== null
    ? toPlainDecimal(rounded(decimal(String(exact)), 6))
    : exact;
}
