import { Type } from 'typebox';
import { LineNumber, Optional, Text, toLiteralUnion } from '../field.ts';
import { AmountString, DecimalString, Nullable, NumberString } from '../resource.ts';
import * as is from '../fieldTypes.ts';
import type { FieldType } from '../fieldTypes.ts';
import { AllocationInput, AllocationReply } from './parts.ts';
import {
  isRequestKind,
  everyRule,
  isGoodsKind,
  isMoneyKind,
  isOrderKind,
  isPricedKind,
  isKitMovingKind,
  isPromotedKind,
  hasSettlementLines,
  taxed,
} from './rules.ts';
import type { KindRule } from './rules.ts';

/** Field of a document's line, in printing order; see `HeadField`. */
export interface LineField {
  readonly is: FieldType;
  /**
   * Column of `document_line`. Without one, `reads` names the reader; `worked`: computed from stored
   * fields.
   */
  readonly keeps?: string;
  readonly reads?: 'detail' | 'worked' | 'paper';
  readonly kinds?: KindRule;
  /**
   * Lines with the field. `plain`: no further logic; grid column (`width` in pixels), save and paper follow
   * from the declaration.
   */
  readonly enters?: {
    readonly body: 'goods' | 'money' | 'any';
    readonly plain: { readonly width: number } | null;
  };
  /** Printable on the kinds with the field. */
  readonly prints?: true;
}

const inGoods = { body: 'goods', plain: null } as const;
const inMoney = { body: 'money', plain: null } as const;
const inAny = { body: 'any', plain: null } as const;
const product = { is: is.words, reads: 'detail', kinds: isGoodsKind, prints: true } as const;
const ofLots = { is: is.words, reads: 'paper', kinds: isGoodsKind, prints: true } as const;
const perUnit = { is: is.quantity, reads: 'detail' } as const;
const asTyped = is.withInputSchema(is.quantity, NumberString);

export const lineFields = {
  /** Stable number of an existing line. */
  line: {
    is: is.withInputSchema(is.integer, Optional(LineNumber)),
    keeps: 'line',
    enters: inAny,
  },
  position: { is: is.integer, keeps: 'position', prints: true },
  role: {
    is: is.withInputSchema(is.words, Optional(toLiteralUnion(['item', 'composite', 'part']))),
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
    is: is.withInputSchema(is.words, Text(60)),
    keeps: 'barcode',
    kinds: isGoodsKind,
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
  /** Parts moved in place of a kit, with their base quantities; empty: no kit. */
  kitContents: { is: is.words, reads: 'detail', kinds: isKitMovingKind, prints: true },
  serialManaged: { is: is.flag, reads: 'detail' },
  lotManaged: { is: is.flag, reads: 'detail' },
  allocations: {
    is: is.withInputSchema(
      is.withReplySchema(is.words, Type.Array(AllocationReply)),
      Optional(Type.Array(AllocationInput, { maxItems: 500 })),
    ),
    reads: 'detail',
    enters: inGoods,
  },
  serials: ofLots,
  lot: ofLots,
  expiry: ofLots,
  stockType: ofLots,
  unit: { is: is.words, keeps: 'unit', kinds: isGoodsKind, prints: true },
  ratio: { is: is.quantity, keeps: 'ratio' },
  /** In the barcode's unit; negative only for losses (recounts). */
  quantity: { is: asTyped, keeps: 'quantity', kinds: isGoodsKind, enters: inGoods, prints: true },
  baseQuantity: { is: is.quantity, keeps: 'base_quantity' },
  /** In the line's unit: taken by live children, and by children in force. */
  linkedQuantity: perUnit,
  doneQuantity: { ...perUnit, kinds: isGoodsKind, prints: true },
  /** In the line's unit: taken by purchase orders in force from a sales order. */
  purchasedQuantity: perUnit,
  /** Stock of the SKU in the line's warehouse now, in the line's unit. */
  stock: { is: is.withReplySchema(is.quantity, Nullable(DecimalString)), reads: 'detail' },
  /** Requisitions: proposed supplier. */
  supplierId: { is: is.reference, keeps: 'supplier_id', enters: inGoods },
  supplierName: { is: is.words, reads: 'detail', kinds: isRequestKind, prints: true },
  /** Requisitions: current cost by product, in the line's unit; null if unknown. */
  referencePrice: { is: is.amount, reads: 'detail', kinds: isRequestKind, prints: true },
  /**
   * Leading amount on further editing: the entered one, or the total if prices changed to or from including
   * tax.
   */
  pricedBy: {
    is: is.withReplySchema(is.words, toLiteralUnion(['unitPrice', 'amount', 'total'])),
    reads: 'detail',
  },
  unitPrice: {
    is: is.amount,
    keeps: 'unit_price',
    kinds: everyRule(isGoodsKind, isPricedKind),
    enters: inGoods,
    prints: true,
  },
  /**
   * Price of a unit without promotions; null: the line takes no part. In a body, alone or beside the amount
   * after promotions, which the server computes.
   */
  regularPrice: {
    is: is.withInputSchema(is.amount, Optional(Nullable(AmountString))),
    keeps: 'regular_price',
    kinds: isPromotedKind,
    enters: inGoods,
    prints: true,
  },
  /** Names of the promotions that reduced the line. */
  promotions: { is: is.words, keeps: 'promotions', kinds: isPromotedKind, prints: true },
  /** On money lines, negative if a return is settled. */
  amount: { is: is.amount, keeps: 'amount', kinds: isPricedKind, enters: inGoods, prints: true },
  taxRate: {
    is: is.percent,
    keeps: 'tax_rate',
    kinds: everyRule(isGoodsKind, taxed),
    enters: inGoods,
    prints: true,
  },
  /** Entered beside an amount or total if agreed absolutely; absent in a body: by the rate. */
  tax: {
    is: is.amount,
    keeps: 'tax',
    kinds: everyRule(isGoodsKind, taxed),
    enters: inGoods,
    prints: true,
  },
  total: {
    is: is.amount,
    keeps: 'total',
    kinds: everyRule(isGoodsKind, taxed),
    enters: inGoods,
    prints: true,
  },
  minimumPrice: { is: is.amount, reads: 'detail' },
  weight: { is: is.quantity, keeps: 'weight', kinds: isGoodsKind, prints: true },
  /** Source line. */
  sourceDocumentId: { is: is.reference, reads: 'detail', enters: inGoods },
  sourceLine: {
    is: is.withReplySchema(
      is.withInputSchema(is.integer, Optional(Nullable(LineNumber))),
      Nullable(Type.Integer()),
    ),
    reads: 'detail',
    enters: inGoods,
  },
  sourceNumber: { is: is.words, reads: 'detail', kinds: isGoodsKind, prints: true },
  /** Order whose deposit is returned, else the settled bill; null in a body settles the opening balance. */
  settledDocumentId: { is: is.reference, keeps: 'settled_document_id', enters: inMoney },
  settledNumber: {
    is: is.words,
    reads: 'detail',
    kinds: everyRule(isMoneyKind, hasSettlementLines),
    prints: true,
  },
  /** Day and due day of the settled bill. */
  settledOn: { is: is.day, reads: 'detail', kinds: everyRule(isMoneyKind, hasSettlementLines) },
  settledDueOn: { is: is.day, reads: 'detail', kinds: everyRule(isMoneyKind, hasSettlementLines) },
  accountId: { is: is.reference, keeps: 'account_id', enters: inMoney },
  accountName: { is: is.words, reads: 'detail', kinds: isMoneyKind, prints: true },
  itemId: { is: is.reference, keeps: 'item_id', enters: inMoney },
  itemName: {
    is: is.words,
    reads: 'detail',
    kinds: ({ cash }) => cash.some(({ of }) => of === 'itemLines'),
    prints: true,
  },
  settledDebt: {
    is: is.amount,
    reads: 'detail',
    kinds: everyRule(isMoneyKind, hasSettlementLines),
    prints: true,
  },
  settledBefore: {
    is: is.amount,
    reads: 'detail',
    kinds: everyRule(isMoneyKind, hasSettlementLines),
    prints: true,
  },
  /**
   * Exchange gain (above zero) or loss on the settled amount, between two days' rates, in the company's own
   * currency.
   */
  exchangeDifference: {
    is: is.amount,
    reads: 'worked',
    kinds: everyRule(isMoneyKind, hasSettlementLines),
    prints: true,
  },
  /** Orders: the line's day; null: the head's. */
  expectedOn: {
    is: is.day,
    keeps: 'expected_on',
    kinds: isOrderKind,
    enters: { body: 'goods', plain: { width: 105 } },
    prints: true,
  },
  remark: {
    is: is.noteType(500),
    keeps: 'remark',
    enters: { body: 'any', plain: { width: 84 } },
    prints: true,
  },
} as const satisfies Readonly<Record<string, LineField>>;
