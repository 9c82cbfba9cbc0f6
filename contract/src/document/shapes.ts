import { Type } from 'typebox';
import type { Static } from 'typebox';
import { LineNumber, Note, Optional, Serials, Text } from '../field.ts';
import {
  AmountString,
  Closed,
  LastDay,
  DecimalString,
  Id,
  Nullable,
  NumberString,
  PercentString,
} from '../resource.ts';
import { goodsBody, headReply, moneyBody } from './head.ts';
import { KindReply } from './parts.ts';

export const StockTypeChoice = Type.Union([
  Type.Literal('formal'),
  Type.Literal('defective'),
  Type.Literal('gift'),
  Type.Literal('ungraded'),
]);

/**
 * Lot, expiry, serials, stock type and bin of a part of a line. `quantity` is in base units; absent on the only
 * allocation means the whole line.
 */
export const AllocationInput = Closed({
  quantity: Optional(AmountString),
  lot: Optional(Text(100)),
  expiry: Optional(Nullable(LastDay)),
  serials: Optional(Serials),
  stockType: Optional(StockTypeChoice),
  bin: Optional(Text(60)),
});

/**
 * A line as the user gives it: exactly one of unitPrice, amount and total; the server derives the others.
 * `line` is the stable number of a line that exists already; new lines have none.
 */
export const GoodsLineInput = Closed({
  line: Optional(LineNumber),
  role: Optional(
    Type.Union([Type.Literal('item'), Type.Literal('composite'), Type.Literal('part')]),
  ),
  /** Names the SKU and the unit. */
  barcode: Text(60),
  /** In the barcode's unit; below zero only where the kind has it (losses of a recount). */
  quantity: NumberString,
  unitPrice: Optional(AmountString),
  amount: Optional(AmountString),
  total: Optional(AmountString),
  taxRate: Optional(PercentString),
  warehouseId: Optional(Nullable(Id)),
  targetWarehouseId: Optional(Nullable(Id)),
  allocations: Optional(Type.Array(AllocationInput, { maxItems: 500 })),
  /** The line it is made from. */
  sourceDocumentId: Optional(Nullable(Id)),
  sourceLine: Optional(Nullable(LineNumber)),
  /** Requisitions: of whom to buy it. */
  supplierId: Optional(Nullable(Id)),
  remark: Optional(Note(500)),
});
export type GoodsLineInput = Static<typeof GoodsLineInput>;

/**
 * A line of a money document. settledDocumentId names the order whose deposit is given back, on receipts and payments the
 * bill; null settles the opening balance.
 */
export const MoneyLineInput = Closed({
  line: Optional(LineNumber),
  accountId: Optional(Nullable(Id)),
  itemId: Optional(Nullable(Id)),
  settledDocumentId: Optional(Nullable(Id)),
  /** Below zero where a return is settled. */
  amount: NumberString,
  remark: Optional(Note(500)),
});
export type MoneyLineInput = Static<typeof MoneyLineInput>;

/** POST /depotHead/addDepotHeadAndDetail */
export const GoodsDocumentInput = Closed({
  ...goodsBody,
  lines: Type.Array(GoodsLineInput, { maxItems: 5000 }),
});
export type GoodsDocumentInput = Static<typeof GoodsDocumentInput>;

/** POST /accountHead/addAccountHeadAndDetail */
export const MoneyDocumentInput = Closed({
  ...moneyBody,
  lines: Type.Array(MoneyLineInput, { maxItems: 2000 }),
});
export type MoneyDocumentInput = Static<typeof MoneyDocumentInput>;

const Money = Nullable(DecimalString);
const Quantity = DecimalString;

export const AllocationReply = Closed({
  quantity: Quantity,
  lot: Type.String(),
  expiry: Nullable(LastDay),
  serials: Type.Array(Type.String()),
  stockType: StockTypeChoice,
  bin: Type.String(),
});

/** A line as it is kept; money is null where the reader may not see it. */
export const LineReply = Closed({
  line: Type.Integer(),
  position: Type.Integer(),
  role: Type.String(),
  skuId: Nullable(Id),
  productId: Nullable(Id),
  barcode: Type.String(),
  /** The product's first picture. */
  imageId: Nullable(Id),
  productName: Type.String(),
  standard: Type.String(),
  model: Type.String(),
  color: Type.String(),
  brand: Type.String(),
  maker: Type.String(),
  propertyOne: Type.String(),
  propertyTwo: Type.String(),
  propertyThree: Type.String(),
  attributes: Type.String(),
  skuCode: Type.String(),
  outerSkuCode: Type.String(),
  shelfPosition: Type.String(),
  serialManaged: Type.Boolean(),
  lotManaged: Type.Boolean(),
  unit: Type.String(),
  ratio: Quantity,
  quantity: Quantity,
  baseQuantity: Quantity,
  /**
   * Which of unit price, amount and total holds when it is written on: the one that was given, or its total where prices
   * are named with their tax since, or no longer.
   */
  pricedBy: Type.Union([Type.Literal('unitPrice'), Type.Literal('amount'), Type.Literal('total')]),
  unitPrice: Money,
  amount: Money,
  taxRate: Quantity,
  tax: Money,
  total: Money,
  minimumPrice: Money,
  /** Requisitions: what the goods cost by their product now, in the line's unit; null where there is none. */
  referencePrice: Money,
  weight: Quantity,
  warehouseId: Nullable(Id),
  warehouseName: Type.String(),
  targetWarehouseId: Nullable(Id),
  targetWarehouseName: Type.String(),
  supplierId: Nullable(Id),
  supplierName: Type.String(),
  /** Stock of the SKU in the line's warehouse now, in the line's unit. */
  stock: Nullable(Quantity),
  allocations: Type.Array(AllocationReply),
  sourceDocumentId: Nullable(Id),
  sourceLine: Nullable(Type.Integer()),
  sourceNumber: Type.String(),
  /** In the line's unit: what live children take of it, and what children in force took. */
  linkedQuantity: Quantity,
  doneQuantity: Quantity,
  /** In the line's unit: what purchase orders in force take of a sales order's line. */
  purchasedQuantity: Quantity,
  accountId: Nullable(Id),
  accountName: Type.String(),
  itemId: Nullable(Id),
  itemName: Type.String(),
  settledDocumentId: Nullable(Id),
  settledNumber: Type.String(),
  settledDebt: Money,
  settledBefore: Money,
  remark: Type.String(),
});
export type LineReply = Static<typeof LineReply>;

const Related = Closed({
  id: Id,
  kind: KindReply,
  number: Type.String(),
  time: Type.String(),
  amount: Money,
});

/** A document with its lines, the documents it came from and those made from it. */
export const DocumentReply = Closed({
  ...headReply,
  lines: Type.Array(LineReply),
  sources: Type.Array(Related),
  children: Type.Array(Related),
  settlingDocuments: Type.Array(Related),
});
export type DocumentReply = Static<typeof DocumentReply>;
