import type { AnyKindCode } from '@tradehouse/domain';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { LineNumber, Note, Optional, Serials, Text } from '../field.ts';
import { FileName, MOST_FILES } from '../file/files.ts';
import {
  AmountString,
  Closed,
  Day,
  Instant,
  LastDay,
  DecimalString,
  Id,
  Nullable,
  NumberString,
  PercentString,
} from '../resource.ts';

const Currency = Type.String({ pattern: '^[A-Z]{3}$' });

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

/** A value-added service; without a fee of its own it costs what the service costs. */
export const ServiceInput = Closed({
  serviceId: Id,
  quantity: AmountString,
  fee: Optional(AmountString),
});

export const SettlementInput = Closed({ accountId: Id, amount: AmountString });

const head = {
  /** Absent: the server numbers it while saving. */
  number: Optional(Text(50)),
  /** The business time, an ISO instant; absent means now. */
  time: Optional(Instant),
  partnerId: Optional(Nullable(Id)),
  handlerId: Optional(Nullable(Id)),
  remark: Optional(Note(1000)),
  /** '1' saves and audits; needs the audit button. */
  status: Optional(Type.Union([Type.Literal('0'), Type.Literal('1')])),
  attachments: Optional(Type.Array(FileName, { maxItems: MOST_FILES })),
  accountId: Optional(Nullable(Id)),
  discount: Optional(AmountString),
};

/** POST /depotHead/addDepotHeadAndDetail */
export const GoodsDocumentInput = Closed({
  kind: Text(40),
  ...head,
  salespersonIds: Optional(Type.Array(Id, { maxItems: 20 })),
  /** The rate or the amount of the discount; the amount wins when both are given. */
  discountRate: Optional(PercentString),
  serviceRate: Optional(AmountString),
  serviceCharge: Optional(AmountString),
  services: Optional(Type.Array(ServiceInput, { maxItems: 50 })),
  otherFees: Optional(AmountString),
  freight: Optional(AmountString),
  allocateBy: Optional(
    Type.Union([Type.Literal('amount'), Type.Literal('weight'), Type.Literal('quantity')]),
  ),
  currency: Optional(Currency),
  exchangeRate: Optional(AmountString),
  depositUsed: Optional(AmountString),
  /** Orders: the deposit paid or received with the order. */
  depositTaken: Optional(AmountString),
  /** Absent: the default of the kind and the settings. */
  paidNow: Optional(AmountString),
  /** Two accounts or more; their sum is paidNow. One account goes into accountId. */
  settlements: Optional(Type.Array(SettlementInput, { maxItems: 20 })),
  payment: Optional(Type.Union([Type.Literal('now'), Type.Literal('prepaid')])),
  /** Transfers: the goods travel, and lie in transit until they are received. */
  travels: Optional(Type.Boolean()),
  /** Retail: the cash handed over. */
  received: Optional(AmountString),
  externalOrder: Optional(Text(100)),
  externalTracking: Optional(Text(100)),
  /** Requisitions: by when the goods are needed; not before the document's own day. */
  requiredOn: Optional(Nullable(Day)),
  /** The activity whose locked stock it sells. */
  activityId: Optional(Nullable(Id)),
  lines: Type.Array(GoodsLineInput, { maxItems: 5000 }),
});
export type GoodsDocumentInput = Static<typeof GoodsDocumentInput>;

/** POST /accountHead/addAccountHeadAndDetail */
export const MoneyDocumentInput = Closed({
  kind: Text(40),
  ...head,
  /** That of what it settles; absent means the company's own. */
  currency: Optional(Currency),
  exchangeRate: Optional(AmountString),
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

export const ServiceReply = Closed({
  serviceId: Id,
  name: Type.String(),
  quantity: Quantity,
  fee: Money,
  amount: Money,
});
export type ServiceReply = Static<typeof ServiceReply>;

/** A text on the wire; a document is of a kind that the registry has, since no other is ever written. */
const KindReply = Type.Unsafe<AnyKindCode>(Type.String());

const Related = Closed({
  id: Id,
  kind: KindReply,
  number: Type.String(),
  time: Type.String(),
  amount: Money,
});

/** A document with its lines, the documents it came from and those made from it. */
export const DocumentReply = Closed({
  id: Id,
  version: Type.Integer(),
  kind: KindReply,
  number: Type.String(),
  time: Type.String(),
  businessDate: Day,
  requiredOn: Nullable(Day),
  partnerId: Nullable(Id),
  partnerName: Type.String(),
  handlerId: Nullable(Id),
  handlerName: Type.String(),
  salespersonIds: Type.Array(Id),
  salespersonNames: Type.String(),
  creatorId: Id,
  creatorName: Type.String(),
  /** Where its writer belonged when it was written. */
  institutionName: Type.String(),
  auditorName: Type.String(),
  auditedAt: Nullable(Type.String()),
  createdAt: Type.String(),
  updatedAt: Type.String(),
  /** Who changed it last. */
  updaterName: Type.String(),
  /** 0 unaudited, 1 audited, 3 partial, 2 complete. */
  status: Type.String(),
  purchaseStatus: Type.String(),
  closed: Type.Boolean(),
  /** An order's life beside its review; null for what is no order. */
  life: Nullable(
    Closed({
      confirmStatus: Type.String(),
      pushStatus: Type.String(),
      arrived: Type.Boolean(),
      cancelReason: Nullable(Type.String()),
      /** Of sales orders: how far it is. */
      stage: Type.String(),
    }),
  ),
  inForce: Type.Boolean(),
  taxMode: Type.String(),
  currency: Type.String(),
  exchangeRate: Quantity,
  payment: Type.String(),
  travels: Type.Boolean(),
  goodsAmount: Money,
  taxAmount: Money,
  totalAmount: Money,
  discountRate: Quantity,
  discount: Money,
  afterDiscount: Money,
  serviceRate: Quantity,
  serviceCharge: Money,
  services: Type.Array(ServiceReply),
  /** What the services come to. */
  serviceFees: Money,
  otherFees: Money,
  freight: Money,
  allocateBy: Type.String(),
  payable: Money,
  depositUsed: Money,
  depositTaken: Money,
  depositLeft: Money,
  paidNow: Money,
  debt: Money,
  settled: Money,
  openDebt: Money,
  received: Money,
  changeGiven: Money,
  totalQuantity: Quantity,
  accountId: Nullable(Id),
  accountName: Type.String(),
  settlements: Type.Array(Closed({ accountId: Id, accountName: Type.String(), amount: Money })),
  externalOrder: Type.String(),
  externalTracking: Type.String(),
  activityId: Nullable(Id),
  attachments: Type.Array(Closed({ id: Type.String(), name: Type.String() })),
  remark: Type.String(),
  lines: Type.Array(LineReply),
  sources: Type.Array(Related),
  children: Type.Array(Related),
  settlingDocuments: Type.Array(Related),
});
export type DocumentReply = Static<typeof DocumentReply>;
