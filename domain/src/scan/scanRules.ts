/** Prefixes that a shop assigns to own EAN-13 codes, such as those of scales. */
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

/** Value that a 13-digit code of a scale carries. */
export const weightCodeMeasures = ['weight', 'price'] as const;
export type WeightCodeMeasure = (typeof weightCodeMeasures)[number];

/** Digits that the item code may have. */
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

/** Rules of a company for codes that scanners type. */
export interface ScanRules {
  readonly weightCodes: readonly WeightCodeRule[];
  /** Characters that scanners type before and after each code; '' for none. */
  readonly scannerPrefix: string;
  readonly scannerSuffix: string;
}

/** Codes as they are: no weight codes, nothing around codes. */
export const noScanRules: ScanRules = { weightCodes: [], scannerPrefix: '', scannerSuffix: '' };

/** Finds a prefix with two rules; null: each prefix has one rule. */
export const findRepeatedPrefix = ({ weightCodes }: ScanRules): string | null =>
  weightCodes.find(({ prefix }, at) => weightCodes.findIndex((rule) => rule.prefix === prefix) < at)
    ?.prefix ?? null;
