import { Type } from 'typebox';
import { LineNumber, Optional, Text, literals } from '../field.ts';
import { DecimalString, Nullable, NumberString } from '../resource.ts';
import * as is from '../fieldTypes.ts';
import type { FieldType } from '../fieldTypes.ts';
import { AllocationInput, AllocationReply } from './parts.ts';
import { asks, both, goods, money, ordered, priced, settles, taxed } from './rules.ts';
import type { Rule } from './rules.ts';

/** A field of a document's line, in the order of a paper: as a field of the head is declared. */
export interface LineField {
  readonly is: FieldType;
  /** The column of `document_line` that keeps it. Else who finds it out; `worked`: out of what the line keeps. */
  readonly keeps?: string;
  readonly reads?: 'detail' | 'worked' | 'paper';
  readonly kinds?: Rule;
  /**
   * Whose lines may say it. `plain`: nothing hangs on it, so that it has a column of the grid, as wide as it says in
   * pixels, a place in the save and on paper by itself.
   */
  readonly enters?: {
    readonly body: 'goods' | 'money' | 'any';
    readonly plain: { readonly width: number } | null;
  };
  /** It may be printed, of the kinds that have it. */
  readonly prints?: true;
}

const inGoods = { body: 'goods', plain: null } as const;
const inMoney = { body: 'money', plain: null } as const;
const inAny = { body: 'any', plain: null } as const;
const product = { is: is.words, reads: 'detail', kinds: goods, prints: true } as const;
const ofLots = { is: is.words, reads: 'paper', kinds: goods, prints: true } as const;
const perUnit = { is: is.quantity, reads: 'detail' } as const;
const asTyped = is.taking(is.quantity, NumberString);

export const lineFields = {
  /** The stable number of a line that exists already; new lines have none. */
  line: {
    is: is.taking(is.integer, Optional(LineNumber)),
    keeps: 'line',
    enters: inAny,
  },
  position: { is: is.integer, keeps: 'position', prints: true },
  role: {
    is: is.taking(is.words, Optional(literals(['item', 'composite', 'part']))),
    keeps: 'role',
    kinds: ({ goods: flows }) => flows.composite !== undefined,
    enters: inGoods,
    prints: true,
  },
  skuId: { is: is.reference, keeps: 'sku_id' },
  productId: { is: is.reference, keeps: 'product_id' },
  /** The product's first picture. */
  imageId: { is: is.reference, reads: 'detail' },
  warehouseId: { is: is.reference, keeps: 'warehouse_id', enters: inGoods },
  warehouseName: {
    is: is.words,
    reads: 'detail',
    kinds: ({ warehouse }) => warehouse,
    prints: true,
  },
  targetWarehouseId: { is: is.reference, keeps: 'target_warehouse_id', enters: inGoods },
  targetWarehouseName: {
    is: is.words,
    reads: 'detail',
    kinds: ({ targetWarehouse }) => targetWarehouse,
    prints: true,
  },
  /** Names the SKU and the unit. */
  barcode: {
    is: is.taking(is.words, Text(60)),
    keeps: 'barcode',
    kinds: goods,
    enters: inGoods,
    prints: true,
  },
  skuCode: product,
  outerSkuCode: product,
  productName: product,
  standard: product,
  model: product,
  color: product,
  brand: product,
  maker: { is: is.words, reads: 'detail' },
  manufacturer: ofLots,
  propertyOne: product,
  propertyTwo: product,
  propertyThree: product,
  attributes: product,
  shelfPosition: product,
  serialManaged: { is: is.flag, reads: 'detail' },
  lotManaged: { is: is.flag, reads: 'detail' },
  allocations: {
    is: is.taking(
      is.replying(is.words, Type.Array(AllocationReply)),
      Optional(Type.Array(AllocationInput, { maxItems: 500 })),
    ),
    reads: 'detail',
    enters: inGoods,
  },
  serials: ofLots,
  lot: ofLots,
  expiry: ofLots,
  stockType: ofLots,
  unit: { is: is.words, keeps: 'unit', kinds: goods, prints: true },
  ratio: { is: is.quantity, keeps: 'ratio' },
  /** In the barcode's unit; below zero only where the kind has it (losses of a recount). */
  quantity: { is: asTyped, keeps: 'quantity', kinds: goods, enters: inGoods, prints: true },
  baseQuantity: { is: is.quantity, keeps: 'base_quantity' },
  /** In the line's unit: what live children take of it, and what children in force took. */
  linkedQuantity: perUnit,
  doneQuantity: { ...perUnit, kinds: goods, prints: true },
  /** In the line's unit: what purchase orders in force take of a sales order's line. */
  purchasedQuantity: perUnit,
  /** Stock of the SKU in the line's warehouse now, in the line's unit. */
  stock: { is: is.replying(is.quantity, Nullable(DecimalString)), reads: 'detail' },
  /** Requisitions: of whom to buy it. */
  supplierId: { is: is.reference, keeps: 'supplier_id', enters: inGoods },
  supplierName: { is: is.words, reads: 'detail', kinds: asks, prints: true },
  /** Requisitions: what the goods cost by their product now, in the line's unit; null where there is none. */
  referencePrice: { is: is.amount, reads: 'detail', kinds: asks, prints: true },
  /**
   * Which of unit price, amount and total holds when it is written on: the one that was given, or its total where prices
   * are named with their tax since, or no longer.
   */
  pricedBy: {
    is: is.replying(is.words, literals(['unitPrice', 'amount', 'total'])),
    reads: 'detail',
  },
  unitPrice: {
    is: is.amount,
    keeps: 'unit_price',
    kinds: both(goods, priced),
    enters: inGoods,
    prints: true,
  },
  /** Of money, below zero where a return is settled. */
  amount: { is: is.amount, keeps: 'amount', kinds: priced, enters: inGoods, prints: true },
  taxRate: {
    is: is.percent,
    keeps: 'tax_rate',
    kinds: both(goods, taxed),
    enters: inGoods,
    prints: true,
  },
  /** Given beside an amount or a total where it was agreed as an amount; absent in a body: it follows from the rate. */
  tax: { is: is.amount, keeps: 'tax', kinds: both(goods, taxed), enters: inGoods, prints: true },
  total: {
    is: is.amount,
    keeps: 'total',
    kinds: both(goods, taxed),
    enters: inGoods,
    prints: true,
  },
  minimumPrice: { is: is.amount, reads: 'detail' },
  weight: { is: is.quantity, keeps: 'weight', kinds: goods, prints: true },
  /** The line it is made from. */
  sourceDocumentId: { is: is.reference, reads: 'detail', enters: inGoods },
  sourceLine: {
    is: is.replying(
      is.taking(is.integer, Optional(Nullable(LineNumber))),
      Nullable(Type.Integer()),
    ),
    reads: 'detail',
    enters: inGoods,
  },
  sourceNumber: { is: is.words, reads: 'detail', kinds: goods, prints: true },
  /**
   * The order whose deposit is given back, on receipts and payments the bill; null in a body settles the opening balance.
   */
  settledDocumentId: { is: is.reference, keeps: 'settled_document_id', enters: inMoney },
  settledNumber: { is: is.words, reads: 'detail', kinds: both(money, settles), prints: true },
  /** Day and due day of the settled bill. */
  settledOn: { is: is.day, reads: 'detail', kinds: both(money, settles) },
  settledDueOn: { is: is.day, reads: 'detail', kinds: both(money, settles) },
  accountId: { is: is.reference, keeps: 'account_id', enters: inMoney },
  accountName: { is: is.words, reads: 'detail', kinds: money, prints: true },
  itemId: { is: is.reference, keeps: 'item_id', enters: inMoney },
  itemName: {
    is: is.words,
    reads: 'detail',
    kinds: ({ cash }) => cash.some(({ of }) => of === 'itemLines'),
    prints: true,
  },
  settledDebt: { is: is.amount, reads: 'detail', kinds: both(money, settles), prints: true },
  settledBefore: { is: is.amount, reads: 'detail', kinds: both(money, settles), prints: true },
  /** What the rates of two days made of what the line settles, in the company's own currency: above zero earned. */
  exchangeDifference: {
    is: is.amount,
    reads: 'worked',
    kinds: both(money, settles),
    prints: true,
  },
  /** Of orders: the day of this line; null: that of the head. */
  expectedOn: {
    is: is.day,
    keeps: 'expected_on',
    kinds: ordered,
    enters: { body: 'goods', plain: { width: 105 } },
    prints: true,
  },
  remark: {
    is: is.note(500),
    keeps: 'remark',
    enters: { body: 'any', plain: { width: 84 } },
    prints: true,
  },
} as const satisfies Readonly<Record<string, LineField>>;
