import { documentKinds } from '@tradehouse/domain';
import type { AnyKindCode } from '@tradehouse/domain';
import { printedFields } from '../document/head.ts';
import type { HeadFactName, SumName } from '../document/head.ts';
import { printedLinesOf } from '../document/line.ts';
import type { PrintedLineName } from '../document/line.ts';
import {
  appliesAlways,
  anyRule,
  isGoodsKind,
  isMoneyKind,
  withAccount,
  withSalespeople,
} from '../document/rules.ts';
import type { KindRule } from '../document/rules.ts';

/** Payments and settlements of a document's total. */
export const paidSums = [
  'depositUsed',
  'depositTaken',
  'paidNow',
  'received',
  'changeGiven',
  // Current values: a bill may be paid after issue.
  'settled',
  'openDebt',
] as const;

export const signFields = [
  'maker',
  'auditor',
  'salesperson',
  'keeper',
  'deliverer',
  'receiver',
  'cashier',
] as const;
export type SignField = (typeof signFields)[number];

const signRules: Readonly<Record<SignField, KindRule>> = {
  maker: appliesAlways,
  auditor: appliesAlways,
  salesperson: withSalespeople,
  keeper: isGoodsKind,
  deliverer: isGoodsKind,
  receiver: isGoodsKind,
  cashier: anyRule(isMoneyKind, withAccount),
};

export interface PrintFields {
  readonly facts: readonly HeadFactName[];
  readonly lines: readonly PrintedLineName[];
  readonly sums: readonly SumName[];
  readonly signs: readonly SignField[];
}

/** Returns a kind's printable fields. */
export function printFields(code: AnyKindCode): PrintFields {
  return {
    facts: printedFields(code, 'fact'),
    lines: printedLinesOf(code),
    sums: printedFields(code, 'sum'),
    signs: signFields.filter((sign) => signRules[sign](documentKinds[code], code)),
  };
}
