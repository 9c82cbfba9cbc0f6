import { priceNames } from '@tradehouse/domain';
import type { PriceName } from '@tradehouse/domain';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Note, Optional, ShownAmount, Sought, literals } from '../field.ts';
import {
  AmountString,
  Changed,
  Closed,
  Id,
  Ids,
  Instant,
  Nullable,
  Saved,
  onSeveral,
  readOne,
} from '../resource.ts';
import { table } from '../table.ts';
import type { Mask } from '../table.ts';
import { priceListPage } from './priceLists.ts';

export const priceAdjustPage = '/report/price_adjust';

const Price = literals(priceNames);

/** Whose amounts each price is: anyone who may not see it can't adjust it either. */
export const priceMasks = {
  purchase: 'purchase',
  retail: 'retail',
  sale: 'sale',
  minimum: 'sale',
  distributor: 'sale',
  supply: 'sale',
} as const satisfies Record<PriceName, Mask>;

/** Draft; approved, and waiting for its moment; approved and in effect. */
export const adjustmentStates = ['0', 'waiting', '1'] as const;

/** One row per line: the history of prices. Prices that the reader may not see are left out with their rows. */
export const priceAdjustTable = table({
  id: 'priceAdjustments',
  path: '/priceAdjust/list',
  exportPath: '/priceAdjust/exportExcel',
  access: { page: priceAdjustPage },
  columns: {
    id: { type: 'text', hidden: true },
    adjustmentId: { type: 'id', hidden: true },
    productId: { type: 'id', hidden: true },
    number: { type: 'text', code: true, width: 150 },
    time: { type: 'time' },
    barcode: { type: 'text', code: true, width: 130 },
    productName: { type: 'text', width: 180 },
    attributes: { type: 'text', optional: true },
    unit: { type: 'text', optional: true },
    priceKind: { type: 'choice', choices: priceNames },
    oldPrice: { type: 'price' },
    newPrice: { type: 'price' },
    difference: { type: 'price' },
    change: { type: 'percent' },
    effectiveAt: { type: 'time', optional: true },
    reason: { type: 'text', optional: true },
    operator: { type: 'text', optional: true },
    adjustStatus: { type: 'choice', choices: adjustmentStates },
  },
  filters: {
    keyword: { by: 'own', control: 'text', first: true },
    time: { by: 'range', columns: ['time'], control: 'dates', first: true, starts: 'threeMonths' },
    priceKind: {
      by: 'equals',
      columns: ['priceKind'],
      control: 'choice',
      choices: priceNames,
      first: true,
    },
    number: { by: 'contains', columns: ['number'], control: 'text' },
    operatorId: { by: 'own', control: 'user' },
    adjustStatus: {
      by: 'equals',
      columns: ['adjustStatus'],
      control: 'choice',
      choices: adjustmentStates,
    },
    productId: { by: 'equals', columns: ['productId'], control: 'product' },
  },
  order: { column: 'time', direction: 'desc' },
});

/**
 * `effectiveAt`: an ISO instant; absent or past: as soon as it is approved. `status` '1' approves in the same step and needs
 * that button; `confirmed`: also where a sale price falls below its minimum.
 */
export const PriceAdjustmentFields = Closed({
  price: Price,
  reason: Optional(Note(200)),
  effectiveAt: Optional(Nullable(Instant)),
  lines: Type.Array(Closed({ barcodeId: Id, newPrice: AmountString }), {
    minItems: 1,
    maxItems: 2_000,
  }),
  status: Optional(literals(['0', '1'])),
  confirmed: Optional(Type.Boolean()),
});
export type PriceAdjustmentFields = Static<typeof PriceAdjustmentFields>;

/** A barcode with what it costs now, as a line of an adjustment shows it. */
const Line = {
  barcodeId: Id,
  barcode: Type.String(),
  productName: Type.String(),
  attributes: Type.String(),
  unit: Type.String(),
  oldPrice: ShownAmount,
  minimumPrice: ShownAmount,
  /** What one of its units is worth in stock; null where it is unknown or hidden. */
  unitCost: ShownAmount,
};

export const PriceAdjustmentInfo = Closed({
  id: Id,
  version: Type.Integer(),
  number: Type.String(),
  price: Price,
  reason: Type.String(),
  effectiveAt: Type.String(),
  appliedAt: Nullable(Type.String()),
  status: literals(['0', '1']),
  operator: Type.String(),
  auditor: Type.String(),
  lines: Type.Array(Closed({ ...Line, newPrice: ShownAmount })),
});
export type PriceAdjustmentInfo = Static<typeof PriceAdjustmentInfo>;

const edit = { page: priceAdjustPage, button: '1' } as const;

export const priceAdjustments = {
  table: priceAdjustTable,
  infoCall: readOne({
    path: '/priceAdjust/info',
    summary: 'A price adjustment with its lines',
    access: { page: priceAdjustPage },
    reply: PriceAdjustmentInfo,
  }),
  add: endpoint({
    call: 'POST /priceAdjust/add',
    summary: 'Write a price adjustment',
    access: edit,
    input: PriceAdjustmentFields,
    reply: Saved,
  }),
  update: endpoint({
    call: 'PUT /priceAdjust/update',
    summary: 'Change a price adjustment that is not approved',
    access: edit,
    input: Closed({ ...PriceAdjustmentFields.properties, id: Id, version: Type.Integer() }),
    reply: Saved,
  }),
  removeBatch: onSeveral({
    call: 'DELETE /priceAdjust/deleteBatch',
    summary: 'Delete price adjustments that are not approved',
    access: edit,
  }),
  /** Prices change at their moment. */
  approve: endpoint({
    call: 'POST /priceAdjust/batchAudit',
    summary: 'Approve price adjustments, all or none',
    access: { page: priceAdjustPage, button: '2' },
    input: Closed({ ids: Ids, confirmed: Optional(Type.Boolean()) }),
    reply: Changed,
  }),
  /** Prices go back, where no one changed them since. */
  unapprove: onSeveral({
    call: 'POST /priceAdjust/batchReverse',
    summary: 'Take back the approval of price adjustments, all or none',
    access: { page: priceAdjustPage, button: '7' },
  }),
  /** Barcodes to adjust: these, of these products, of a category with all below it, of a brand, or by keyword. */
  candidates: endpoint({
    call: 'GET /priceAdjust/candidates',
    summary: 'Barcodes with what they cost now',
    access: { page: [priceAdjustPage, priceListPage] },
    input: Closed({
      price: Price,
      barcodeIds: Optional(Ids),
      productIds: Optional(Ids),
      categoryId: Optional(Id),
      brandId: Optional(Id),
      q: Optional(Sought(100)),
    }),
    reply: Type.Array(Closed(Line)),
  }),
} as const;
