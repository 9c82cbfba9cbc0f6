import type { ReplyOf, documentToConvert } from '@tradehouse/contract';

/** Decimals of stored amounts kept by the server, by currency (decision 0052). */
export type KeptDigits = ReplyOf<typeof documentToConvert>['keptDigits'];

/** Most kept decimals of amounts in a currency; 0: none. */
export const keptDigitsIn = (kept: KeptDigits, currency: string): number =>
  kept
    .filter((one) => one.currency === currency)
    .reduce((most, { digits }) => Math.max(most, digits), 0);
