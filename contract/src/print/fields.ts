import { documentKinds } from '@tradehouse/domain';
import type { AnyKindCode } from '@tradehouse/domain';
import { printedFields } from '../document/head.ts';
import type { FactName, SumName } from '../document/head.ts';
import {
  always,
  asks,
  both,
  either,
  goods,
  money,
  priced,
  settles,
  taxed,
  withAccount,
  withSalespeople,
} from '../document/rules.ts';
import type { Rule } from '../document/rules.ts';

/** What may be printed of a document's lines; each named as the document's own field. */
export const lineFields = [
  'position',
  'role',
  'warehouseName',
  'targetWarehouseName',
  'barcode',
  'skuCode',
  'outerSkuCode',
  'productName',
  'standard',
  'model',
  'color',
  'brand',
  'manufacturer',
  'propertyOne',
  'propertyTwo',
  'propertyThree',
  'attributes',
  'shelfPosition',
  'serials',
  'lot',
  'expiry',
  'stockType',
  'unit',
  'quantity',
  'doneQuantity',
  'supplierName',
  'referencePrice',
  'unitPrice',
  'amount',
  'taxRate',
  'tax',
  'total',
  'weight',
  'sourceNumber',
  'settledNumber',
  'accountName',
  'itemName',
  'settledDebt',
  'settledBefore',
  'remark',
] as const;
export type LineField = (typeof lineFields)[number];

/** How what a document comes to is paid. */
export const paidSums = [
  'depositUsed',
  'depositTaken',
  'paidNow',
  'received',
  'changeGiven',
  'debt',
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

const lineRules: Readonly<Record<LineField, Rule>> = {
  position: always,
  role: ({ goods: flows }) => flows.composite !== undefined,
  warehouseName: ({ warehouse }) => warehouse,
  targetWarehouseName: ({ targetWarehouse }) => targetWarehouse,
  barcode: goods,
  skuCode: goods,
  outerSkuCode: goods,
  productName: goods,
  standard: goods,
  model: goods,
  color: goods,
  brand: goods,
  manufacturer: goods,
  propertyOne: goods,
  propertyTwo: goods,
  propertyThree: goods,
  attributes: goods,
  shelfPosition: goods,
  serials: goods,
  lot: goods,
  expiry: goods,
  stockType: goods,
  unit: goods,
  quantity: goods,
  doneQuantity: goods,
  supplierName: asks,
  referencePrice: asks,
  unitPrice: both(goods, priced),
  amount: priced,
  taxRate: both(goods, taxed),
  tax: both(goods, taxed),
  total: both(goods, taxed),
  weight: goods,
  sourceNumber: goods,
  settledNumber: both(money, settles),
  accountName: money,
  itemName: ({ cash }) => cash.some(({ of }) => of === 'itemLines'),
  settledDebt: both(money, settles),
  settledBefore: both(money, settles),
  remark: always,
};

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
  readonly lines: readonly LineField[];
  readonly sums: readonly SumName[];
  readonly signs: readonly SignField[];
}

const offered = <Field extends string>(
  rules: Readonly<Record<Field, Rule>>,
  code: AnyKindCode,
): readonly Field[] =>
  Object.keys(rules).filter((field): field is Field =>
    rules[field as Field](documentKinds[code], code),
  );

/** What documents of a kind have to print: follows from what the kind is. */
export function printFields(code: AnyKindCode): PrintFields {
  return {
    facts: printedFields(code, 'fact'),
    lines: offered(lineRules, code),
    sums: printedFields(code, 'sum'),
    signs: offered(signRules, code),
  };
}
