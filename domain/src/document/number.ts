import type { AnyKindCode } from './kindCode.ts';
import { documentKinds } from './kinds.ts';

const DIGITS = 7;

/** The period a counter runs in, `yyMM` of the business date `YYYY-MM-DD`. */
export const numberPeriod = (businessDate: string): string =>
  businessDate.slice(2, 4) + businessDate.slice(5, 7);

/** A document's number: prefix, period and the counter's value, 7 digits or more. */
export const documentNumber = (
  kind: AnyKindCode,
  period: string,
  value: number | bigint | string,
): string => documentKinds[kind].prefix + period + String(value).padStart(DIGITS, '0');
