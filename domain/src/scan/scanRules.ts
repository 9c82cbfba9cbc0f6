/** Prefixes of EAN-13 codes that shops assign freely, for example on scales. */
export const weightCodePrefixes = [
  '20',
  '21',
  '22',
  '23',
  '24',
  '25',
  '26',
  '27',
  '28',
  '29',
] as const;

/** Content of a scale's 13-digit code, besides the item code. */
export const weightCodeMeasures = ['weight', 'price'] as const;
export type WeightCodeMeasure = (typeof weightCodeMeasures)[number];

/** Possible numbers of digits in an item code. */
export const itemCodeLengths = { least: 4, most: 6 } as const;
/** Most decimals of a weight or price in a code. */
export const MOST_CODE_DECIMALS = 4;

/** Format of codes of scales with a prefix. */
export interface WeightCodeRule {
  readonly prefix: string;
  readonly measure: WeightCodeMeasure;
  /** Digits of the item code; ten digits less these are the value. */
  readonly itemDigits: number;
  /** Decimals of the weight in kilograms; 3: the code carries grams. */
  readonly weightDecimals: number;
  readonly priceDecimals: number;
}

/** Rules of a company for scanned codes. */
export interface CodeRules {
  readonly weightCodes: readonly WeightCodeRule[];
  /** Characters typed by scanners before and after each code; '' for none. */
  readonly scannerPrefix: string;
  readonly scannerSuffix: string;
}

/** Neither weight codes nor characters around codes. */
export const noScanRules: CodeRules = { weightCodes: [], scannerPrefix: '', scannerSuffix: '' };

/** Finds a prefix with two rules; null: no prefix has two. */
export const findRepeatedPrefix = ({ weightCodes }: CodeRules): string | null =>
  weightCodes.find(({ prefix }, at) => weightCodes.findIndex((rule) => rule.prefix === prefix) < at)
    ?.prefix ?? null;
