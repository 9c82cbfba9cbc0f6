import { Decimal } from 'decimal.js';

// 34 digits: a value of 24 digits times a ratio of 6 keeps every digit the database can hold.
const Exact = Decimal.clone({ precision: 34, rounding: Decimal.ROUND_HALF_UP });

export type { Decimal };

/** What a number may be written as: the JSON and SQL form is always a string. */
export type Numeric = string | number | Decimal;

/** Digits kept after the point for quantities, prices and cost values (money on paper has the currency's). */
export const KEPT_DIGITS = 6;

export const decimal = (value: Numeric): Decimal => new Exact(value);

export const ZERO = decimal(0);
export const ONE = decimal(1);

/** Half away from zero, as paper money rounds (design §7.9). */
export const rounded = (value: Decimal, digits: number): Decimal =>
  value.toDecimalPlaces(digits, Decimal.ROUND_HALF_UP);

/** Most of what is added up is one value, or nothing at all: what is 0 costs no addition. */
export const sum = (values: readonly Decimal[]): Decimal =>
  values.reduce((total, value) => {
    if (value.isZero()) return total;
    return total.isZero() ? value : total.plus(value);
  }, ZERO);

/** Plain decimal notation with no exponent and no trailing zeros: the form JSON and SQL carry. */
export const plain = (value: Decimal): string => value.toFixed();

/** An exact decimal in plain notation, with thousands separators. */
export function separated(written: string): string {
  const sign = written.startsWith('-') ? '-' : '';
  const [whole = '0', fraction] = written.replace('-', '').split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',');
  return sign + grouped + (fraction === undefined ? '' : `.${fraction}`);
}
