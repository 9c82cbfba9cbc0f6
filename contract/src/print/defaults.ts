import { documentKinds } from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import { paidSums, printFields } from './fields.ts';
import type { HeadFactName, SumName } from '../document/head.ts';
import type { PrintedLineName } from '../document/line.ts';
import type { SignField } from './fields.ts';
import { printPapers } from './template.ts';
import type { PrintPaper, PrintTemplate } from './template.ts';

// Default facts on paper, if the kind has them.
const sheetFacts: readonly HeadFactName[] = [
  'partnerName',
  'partnerContacts',
  'partnerPhone',
  'number',
  'time',
  'requiredOn',
  'expectedOn',
  'partnerAddress',
  'warehouseName',
  'salespersonNames',
  'handlerName',
  'sourceNumbers',
  'externalOrder',
  'accountName',
  'payment',
  'paymentKind',
  'dueOn',
  'remark',
];
const rollFacts: readonly HeadFactName[] = [
  'number',
  'time',
  'partnerName',
  'payment',
  'creatorName',
];

const sheetLines: readonly PrintedLineName[] = [
  'position',
  'role',
  'settledNumber',
  'accountName',
  'itemName',
  'settledDebt',
  'settledBefore',
  'barcode',
  'productName',
  'standard',
  'model',
  'color',
  'attributes',
  'lot',
  'expiry',
  'serials',
  'stockType',
  'warehouseName',
  'targetWarehouseName',
  'unit',
  'quantity',
  'supplierName',
  'unitPrice',
  'amount',
  'taxRate',
  'tax',
  'total',
  'remark',
];
const rollLines: readonly PrintedLineName[] = [
  'settledNumber',
  'accountName',
  'itemName',
  'productName',
  'standard',
  'attributes',
  'lot',
  'serials',
  'targetWarehouseName',
  'quantity',
  'unit',
  'unitPrice',
  'amount',
];

const sheetSums: readonly SumName[] = [
  'totalAmount',
  'discount',
  'serviceCharge',
  'services',
  'serviceFees',
  'otherFees',
  'freight',
  'payable',
  'written',
  ...paidSums,
];
const rollSums: readonly SumName[] = [
  'totalQuantity',
  'totalAmount',
  'discount',
  'otherFees',
  'freight',
  'payable',
  ...paidSums,
];
const signs: readonly SignField[] = ['maker', 'auditor', 'cashier', 'deliverer', 'receiver'];

const pickPrintFields = <Field extends string>(wanted: readonly Field[], has: readonly Field[]) =>
  wanted.filter((field) => has.includes(field)).map((field) => ({ field, label: '' }));

/** Derives a kind's default template for a paper, so that new kinds print at once. */
export function defaultTemplate(code: KindCode, paper: PrintPaper): PrintTemplate {
  const { width, height } = printPapers[paper];
  const has = printFields(code);
  const roll = height === null;
  const small = width < 70;
  const continuous = paper === 'continuous140' || paper === 'continuous93';
  const side = roll ? 3 : continuous ? 12 : 10;
  const kind = documentKinds[code];
  return {
    width,
    height,
    margins: {
      top: roll ? 4 : continuous ? 5 : 10,
      right: side,
      bottom: roll ? 6 : continuous ? 4 : 8,
      left: side,
    },
    fontSize: small ? 7.5 : roll ? 8.5 : continuous ? 9 : 9,
    language: 'reader',
    header: {
      logo: true,
      company: roll
        ? ['companyName', 'companyPhone']
        : continuous
          ? ['companyName']
          : ['companyName', 'companyAddress', 'companyPhone'],
      title: '',
      code: 'barcode',
      repeat: continuous,
    },
    facts: {
      across: roll ? 1 : paper === 'a4' || paper === 'a5' ? 3 : 4,
      fields: pickPrintFields(roll ? rollFacts : sheetFacts, has.facts),
    },
    lines: {
      layout: roll ? 'stacked' : 'table',
      columns: pickPrintFields(roll ? rollLines : sheetLines, has.lines)
        .filter(({ field }) => field !== 'warehouseName' || kind.targetWarehouse)
        .map((item) => ({
          ...item,
          width: 0,
        })),
      borders: true,
      keepEmpty: false,
      pageSums: !roll,
      totals: true,
    },
    sums: pickPrintFields(roll ? rollSums : sheetSums, has.sums),
    footer: {
      agreement: kind.trade?.side === 'sale' || kind.trade?.side === 'retail',
      note: '',
      signs: roll ? [] : pickPrintFields(signs, has.signs),
      repeat: continuous,
      pageNumbers: !roll,
      printTime: true,
    },
  };
}

/** Default paper until the user chooses. */
export const usualPaper = (code: KindCode): PrintPaper =>
  documentKinds[code].amounts.includes('change') ? 'receipt80' : 'a4';
