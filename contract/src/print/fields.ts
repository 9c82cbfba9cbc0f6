import { documentKinds, takesDeposit } from '@tradehouse/domain';
import type { AnyKindCode, HeadAmount, Kind } from '@tradehouse/domain';

/** What may be printed of a document, by where it stands; each named as the document's own field. */
export const factFields = [
  'partnerName',
  'partnerContacts',
  'partnerPhone',
  'partnerAddress',
  'partnerTaxNumber',
  'partnerBank',
  'partnerBankAccount',
  'number',
  'time',
  'businessDate',
  'warehouseName',
  'salespersonNames',
  'handlerName',
  'creatorName',
  'institutionName',
  'requiredOn',
  'auditorName',
  'auditedAt',
  'accountName',
  'payment',
  'sourceNumbers',
  'externalOrder',
  'externalTracking',
  'currency',
  'status',
  'remark',
] as const;
export type FactField = (typeof factFields)[number];

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

export const sumFields = [
  'totalQuantity',
  'weight',
  'goodsAmount',
  'taxAmount',
  'totalAmount',
  'discountRate',
  'discount',
  'afterDiscount',
  'serviceCharge',
  'services',
  'serviceFees',
  'otherFees',
  'freight',
  'payable',
  'written',
  ...paidSums,
  'settled',
  'openDebt',
  'partnerDebtBefore',
  'partnerDebt',
] as const;
export type SumField = (typeof sumFields)[number];

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

type Rule = (kind: Kind) => boolean;

const always: Rule = () => true;
const goods: Rule = ({ subject }) => subject !== 'money';
const money: Rule = ({ subject }) => subject === 'money';
const named: Rule = ({ party }) => party !== null;
const priced: Rule = ({ subject, price }) => subject === 'money' || price !== null;
const has =
  (amount: HeadAmount): Rule =>
  ({ amounts }) =>
    amounts.includes(amount);
const taxed = has('tax');
const asks: Rule = (kind) => kind.asks;
const both =
  (...rules: readonly Rule[]): Rule =>
  (kind) =>
    rules.every((rule) => rule(kind));
const owed: Rule = ({ debt }) => debt.length > 0;
/** Their lines name what they settle. */
const settles: Rule = ({ cash }) => cash.some(({ of }) => of === 'settlements');
/** Documents that leave a debt with the partner, or settle it. */
const owes: Rule = (kind) =>
  kind.party !== null &&
  kind.party.type !== 'member' &&
  (has('debt')(kind) || both(money, owed)(kind));

const factRules: Readonly<Record<FactField, Rule>> = {
  partnerName: named,
  partnerContacts: named,
  partnerPhone: named,
  partnerAddress: named,
  partnerTaxNumber: named,
  partnerBank: named,
  partnerBankAccount: named,
  number: always,
  time: always,
  businessDate: always,
  warehouseName: ({ warehouse }) => warehouse,
  salespersonNames: ({ people }) => people === 'salesperson',
  handlerName: money,
  creatorName: always,
  institutionName: asks,
  requiredOn: asks,
  auditorName: always,
  auditedAt: always,
  accountName: ({ account }) => account !== null,
  payment: ({ prepaid }) => prepaid,
  sourceNumbers: ({ sources }) => Object.keys(sources).length > 0,
  externalOrder: goods,
  externalTracking: goods,
  currency: priced,
  status: always,
  remark: always,
};

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

const sumRules: Readonly<Record<SumField, Rule>> = {
  totalQuantity: goods,
  weight: goods,
  goodsAmount: both(goods, priced),
  taxAmount: taxed,
  totalAmount: (kind) => taxed(kind) || money(kind),
  discountRate: both(goods, has('discount')),
  discount: has('discount'),
  afterDiscount: takesDeposit,
  serviceCharge: has('service'),
  services: has('services'),
  serviceFees: has('services'),
  otherFees: has('otherFees'),
  freight: has('freight'),
  payable: (kind) => has('debt')(kind) || has('change')(kind) || has('services')(kind),
  written: priced,
  depositUsed: has('deposit'),
  depositTaken: takesDeposit,
  paidNow: (kind) => has('paidNow')(kind) && !takesDeposit(kind) && !has('change')(kind),
  received: has('change'),
  changeGiven: has('change'),
  debt: has('debt'),
  settled: has('debt'),
  openDebt: has('debt'),
  partnerDebtBefore: owes,
  partnerDebt: owes,
};

const signRules: Readonly<Record<SignField, Rule>> = {
  maker: always,
  auditor: always,
  salesperson: ({ people }) => people === 'salesperson',
  keeper: goods,
  deliverer: goods,
  receiver: goods,
  cashier: (kind) => money(kind) || kind.account !== null,
};

export interface PrintFields {
  readonly facts: readonly FactField[];
  readonly lines: readonly LineField[];
  readonly sums: readonly SumField[];
  readonly signs: readonly SignField[];
}

const offered = <Field extends string>(
  rules: Readonly<Record<Field, Rule>>,
  kind: Kind,
): readonly Field[] =>
  Object.keys(rules).filter((field): field is Field => rules[field as Field](kind));

/** What documents of a kind have to print: follows from what the kind is. */
export function printFields(code: AnyKindCode): PrintFields {
  const kind = documentKinds[code];
  return {
    facts: offered(factRules, kind),
    lines: offered(lineRules, kind),
    sums: offered(sumRules, kind),
    signs: offered(signRules, kind),
  };
}
