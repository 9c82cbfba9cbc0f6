import { documentKinds } from '@tradehouse/domain';
import type { AnyKindCode } from '@tradehouse/domain';
import { printedFields } from '../document/head.ts';
import type { FactName, SumName } from '../document/head.ts';
import { printedLinesOf } from '../document/line.ts';
import type { PrintedLineName } from '../document/line.ts';
import { always, either, goods, money, withAccount, withSalespeople } from '../document/rules.ts';
import type { Rule } from '../document/rules.ts';

/** How what a document comes to is paid. */
export const paidSums = [
  'depositUsed',
  'depositTaken',
  'paidNow',
  'received',
  'changeGiven',
  // As of now: a bill may be paid after it was issued.
  'settled',
  'openDebt',
] as const;

/** Who signs. */
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

const signRules: Readonly<Record<SignField, Rule>> = {
  maker: always,
  auditor: always,
  salesperson: withSalespeople,
  keeper: goods,
  deliverer: goods,
  receiver: goods,
  cashier: either(money, withAccount),
};

export interface PrintFields {
  readonly facts: readonly FactName[];
  readonly lines: readonly PrintedLineName[];
  readonly sums: readonly SumName[];
  readonly signs: readonly SignField[];
}

/** What documents of a kind have to print: follows from what the kind is. */
export function printFields(code: AnyKindCode): PrintFields {
  return {
    facts: printedFields(code, 'fact'),
    lines: printedLinesOf(code),
    sums: printedFields(code, 'sum'),
    signs: signFields.filter((sign) => signRules[sign](documentKinds[code], code)),
  };
}
