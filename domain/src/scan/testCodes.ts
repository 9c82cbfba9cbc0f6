import { ELEMENT_SEPARATOR, checkDigitOf } from './elements.ts';
import type { CodeElement } from './elements.ts';
import type { WeightCodeRule } from './scanRules.ts';

/** Rule of a test: prefix 21, five digits of item code, weight in grams, price in cents. */
export const gramRule: WeightCodeRule = {
  prefix: '21',
  measure: 'weight',
  itemDigits: 5,
  weightDecimals: 3,
  priceDecimals: 2,
};

const withCheckDigit = (body: string): string => body + checkDigitOf(body);

/** Prints an 18-digit code: item code, price, weight. */
export const printLongWeightCode = (
  prefix: string,
  [item, price, weight]: readonly [number, number, number],
): string =>
  withCheckDigit(
    prefix + [item, price, weight].map((part) => String(part).padStart(5, '0')).join(''),
  );

/** Prints elements as a GS1-128 scanner sends them; a separator ends each text of variable length. */
export const printCodeElements = (elements: readonly CodeElement[]): string =>
  `]C1${elements
    .map(({ identifier, text }) =>
      /^(0[12]|1[157])$/.test(identifier)
        ? identifier + text
        : identifier + text + ELEMENT_SEPARATOR,
    )
    .join('')}`;
