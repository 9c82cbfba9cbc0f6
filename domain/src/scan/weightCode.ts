// Codes printed by scales on packages of weighed goods.
import { decimal, toPlainDecimal } from '../decimal.ts';
import { checkDigitOf, hasRightCheckDigit } from './elements.ts';
import type { CodeRules, WeightCodeRule } from './scanRules.ts';

/** Content of a scale's code. */
export interface WeightCodeContent {
  readonly prefix: string;
  readonly item: string;
  /** In kilograms; '' if the code carries none. */
  readonly weight: string;
  /** Price of the package; '' if the code carries none. */
  readonly amount: string;
}

/** Digits of the item code, the price and the weight in an 18-digit code. */
const LONG_PART = 5;

/** Reads digits with a number of decimals: 01234 with three is 1.234. */
export const toDecimalOfCode = (digits: string, decimals: number): string =>
  toPlainDecimal(decimal(digits).dividedBy(10 ** decimals));

/**
 * Reads a scale's code by the rule of its prefix: EAN-13 with weight or price, or 18 digits with both. Null:
 * no rule for the code. The GTIN form of an EAN-13 begins with a further 0.
 */
export function readWeightCode(
  scanned: string,
  { weightCodes }: CodeRules,
): WeightCodeContent | 'checkDigit' | null {
  const code = scanned.replace(/^0(?=\d{13}$)/, '');
  if (!/^(\d{13}|\d{18})$/.test(code)) return null;
  const rule = weightCodes.find(({ prefix }) => code.startsWith(prefix));
  if (rule === undefined) return null;
  if (!hasRightCheckDigit(code)) return 'checkDigit';
  return code.length === 13 ? readShortCode(code, rule) : readLongCode(code, rule);
}

function readShortCode(code: string, rule: WeightCodeRule): WeightCodeContent {
  const { prefix, measure, itemDigits, weightDecimals, priceDecimals } = rule;
  const value = code.slice(prefix.length + itemDigits, -1);
  return {
    prefix,
    item: code.slice(prefix.length, prefix.length + itemDigits),
    weight: measure === 'weight' ? toDecimalOfCode(value, weightDecimals) : '',
    amount: measure === 'price' ? toDecimalOfCode(value, priceDecimals) : '',
  };
}

/** The price stands before the weight. */
function readLongCode(code: string, rule: WeightCodeRule): WeightCodeContent {
  const { prefix, weightDecimals, priceDecimals } = rule;
  const partAt = (part: number): string => {
    const start = prefix.length + part * LONG_PART;
    return code.slice(start, start + LONG_PART);
  };
  return {
    prefix,
    item: partAt(0),
    weight: toDecimalOfCode(partAt(2), weightDecimals),
    amount: toDecimalOfCode(partAt(1), priceDecimals),
  };
}

/** Returns the EAN-13 printed by a scale; `value` counts the last decimal. */
export function printedWeightCode(
  { prefix, itemDigits }: Pick<WeightCodeRule, 'prefix' | 'itemDigits'>,
  item: string,
  value: number,
): string {
  const body =
    prefix + item.padStart(itemDigits, '0') + String(value).padStart(10 - itemDigits, '0');
  return body + checkDigitOf(body);
}
