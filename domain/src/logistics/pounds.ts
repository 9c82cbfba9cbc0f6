import { decimal, rounded, toPlainDecimal } from '../decimal.ts';

/** Kilograms of a pound, exact by the agreement of 1959. */
export const KILOGRAMS_OF_POUND = '0.45359237';
/** Decimals of stored kilograms. */
const KILOGRAM_DIGITS = 6;
/** Decimals of pounds that survive the way to kilograms and back. */
export const POUND_DIGITS = 4;

/** Units in which weights are typed; kilograms are stored. */
export const weightUnits = ['kg', 'lb'] as const;
export type WeightUnit = (typeof weightUnits)[number];

export const kilogramsFromPounds = (pounds: string): string =>
  toPlainDecimal(rounded(decimal(pounds).times(KILOGRAMS_OF_POUND), KILOGRAM_DIGITS));

export const poundsFromKilograms = (kilograms: string): string =>
  toPlainDecimal(rounded(decimal(kilograms).div(KILOGRAMS_OF_POUND), POUND_DIGITS));
