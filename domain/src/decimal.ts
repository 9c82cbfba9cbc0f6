import { Decimal } from 'decimal.js';

// 34 digits: a value of 24 digits times a ratio of 6 keeps every digit the database can hold.
const Exact = Decimal.clone({ precision: 34, rounding: Decimal.ROUND_HALF_UP });

export type { Decimal };

/** Accepted forms of a number; JSON and SQL always use a string. */
export type Numeric = string | number | Decimal;

/** Digits kept after the point for quantities, prices and cost values (money on paper has the currency's). */
export const KEPT_DIGITS = 6;

export const decimal = (value: Numeric): Decimal => new Exact(value);

export const ZERO = decimal(0);
export const ONE = decimal(1);

/** Rounds half away from zero, like paper money. */
export const rounded = (value: Decimal, digits: number): Decimal =>
  value.toDecimalPlaces(digits, Decimal.ROUND_HALF_UP);

/** Most sums have one value or none: zeros cost no addition. */
export const sum = (values: readonly Decimal[]): Decimal =>
  values.reduce((total, value) => {
    if (value.isZero()) return total;
    return total.isZero() ? value : total.plus(value);
  }, ZERO);

/** Plain decimal notation with no exponent and no trailing zeros: the form JSON and SQL carry. */
export const toPlainDecimal = (value: Decimal): string => value.toFixed();

/** An exact decimal in plain notation, with thousands separators. */
export function withThousandsSeparators(written: string): string {
  const sign = written.startsWith('-') ? '-' : '';
  const [whole = '0', fraction] = written.replace('-', '').split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',');
  return sign + grouped + (fraction === undefined ? '' : `.${fraction}`);
}
