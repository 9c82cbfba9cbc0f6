import { DomainError } from '../error/domainError.ts';
import type { Decimal } from '../decimal.ts';
import { ZERO, decimal } from '../decimal.ts';

/** The fewest and the most characters of a text, counted as people see them (spec §5). */
export interface Length {
  readonly least: number;
  readonly most: number;
}

export const lengths = {
  propertyName: { least: 1, most: 10 },
  shortName: { least: 2, most: 30 },
  name: { least: 2, most: 60 },
  longName: { least: 2, most: 100 },
  longestName: { least: 2, most: 200 },
  text: { least: 0, most: 126 },
} as const satisfies Record<string, Length>;

/** Throws `name.length`. */
export function checkLength(field: string, text: string, { least, most }: Length): void {
  const count = [...text.trim()].length;
  if (count < least || count > most)
    throw new DomainError('name.length', { field, least, most }, { field });
}

/** 8 characters or more that mix digits, lower and upper case letters and others; checked in the browser (design §7.16). */
export const isStrongPassword = (password: string): boolean =>
  [...password].length >= 8 &&
  [/\d/, /[a-z]/, /[A-Z]/, /[^\dA-Za-z\s]/].every((part) => part.test(password));

/** Money as people type it: plain digits, up to four decimals, not below 0; commas between thousands are read over. */
export const isMoney = (text: string): boolean =>
  /^(\d+|\d{1,3}(,\d{3})+)(\.\d{1,4})?$/.test(text.trim());

/** Reads money that was typed. Throws `number.format`. */
export function readMoney(field: string, text: string): Decimal {
  if (!isMoney(text)) throw new DomainError('number.format', { field }, { field });
  return decimal(text.trim().replaceAll(',', ''));
}

/** Batch actions need at least one record. Throws `batch.empty`. */
export function checkSelection(ids: readonly string[]): void {
  if (ids.length === 0) throw new DomainError('batch.empty');
}

/** A lock never falls below 0, and never takes more than is free. Throws `stock.lockBelowZero`, `stock.lockAboveFree`. */
export function checkLock(current: Decimal, quantity: Decimal, free: Decimal): void {
  if (current.plus(quantity).lt(ZERO)) throw new DomainError('stock.lockBelowZero');
  const missing = quantity.minus(free);
  if (quantity.gt(0) && missing.gt(0)) {
    throw new DomainError('stock.lockAboveFree', { missing: missing.toFixed() });
  }
}
