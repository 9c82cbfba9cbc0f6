/** The 16 goods kinds, in menu order. */
export const goodsKindCodes = [
  'purchaseRequest',
  'purchaseOrder',
  'purchaseIn',
  'purchaseBack',
  'saleOrder',
  'saleOut',
  'saleBack',
  'retailOut',
  'retailBack',
  'transfer',
  'assemble',
  'disassemble',
  'otherIn',
  'otherOut',
  'stockCount',
  'stockRecount',
] as const;

/** The 8 money kinds. */
export const moneyKindCodes = [
  'moneyIn',
  'moneyOut',
  'depositOut',
  'depositIn',
  'advanceIn',
  'advanceOut',
  'itemIn',
  'itemOut',
  'giro',
] as const;

/** Kinds with no menu of their own: written by master data and adjustments. */
export const internalKindCodes = [
  'openingStock',
  'openingBalance',
  'openingReceivable',
  'openingPayable',
  'regrade',
  'transferIn',
  'valueAdjustment',
  'revaluation',
] as const;

export const kindCodes = [...goodsKindCodes, ...moneyKindCodes] as const;

/** Every kind stored in the document table. */
export const anyKindCodes = [...kindCodes, ...internalKindCodes] as const;

export type GoodsKindCode = (typeof goodsKindCodes)[number];
export type MoneyKindCode = (typeof moneyKindCodes)[number];
export type InternalKindCode = (typeof internalKindCodes)[number];
/** Kind of document written by users (25). */
export type KindCode = (typeof kindCodes)[number];
/** Any kind stored in the document table. */
export type AnyKindCode = KindCode | InternalKindCode;
