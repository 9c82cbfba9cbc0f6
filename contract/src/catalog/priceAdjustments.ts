import { priceNames } from '@tradehouse/domain';
import type { BarcodePriceName } from '@tradehouse/domain';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Note, Optional, ShownAmount, Sought, toLiteralUnion } from '../field.ts';
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
import { promotionPage } from '../promotion/promotions.ts';
import { defineTable } from '../table.ts';
import type { Mask } from '../table.ts';
import { priceListPage } from './priceLists.ts';

export const priceAdjustPage = '/report/price_adjust';

const Price = toLiteralUnion(priceNames);

/** Amount mask of each price; a hidden price can't be adjusted. */
export const priceMasks = {
  purchase: 'purchase',
  retail: 'retail',
  sale: 'sale',
  minimum: 'sale',
  distributor: 'sale',
  supply: 'sale',
} as const satisfies Record<BarcodePriceName, Mask>;

/** Draft; approved but not yet effective; effective. */
export const adjustmentStates = ['0', 'waiting', '1'] as const;

/** Price history, one row per line, without rows of hidden prices. */
export const priceAdjustTable = defineTable({
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
 * `effectiveAt`: ISO instant; absent or past: at approval. `status` '1' also approves, with that button.
 * `confirmed`: also below a minimum price.
 */
export const PriceAdjustmentFields = Closed({
  price: Price,
  reason: Optional(Note(200)),
  effectiveAt: Optional(Nullable(Instant)),
  lines: Type.Array(Closed({ barcodeId: Id, newPrice: AmountString }), {
    minItems: 1,
    maxItems: 2_000,
  }),
  status: Optional(toLiteralUnion(['0', '1'])),
  confirmed: Optional(Type.Boolean()),
});
export type PriceAdjustmentFields = Static<typeof PriceAdjustmentFields>;

/** Barcode with its current price. */
const Line = {
  barcodeId: Id,
  barcode: Type.String(),
  productName: Type.String(),
  attributes: Type.String(),
  unit: Type.String(),
  oldPrice: ShownAmount,
  minimumPrice: ShownAmount,
  /** Stock value of one unit; null: unknown or hidden. */
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
  status: toLiteralUnion(['0', '1']),
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
  add: defineEndpoint({
    call: 'POST /priceAdjust/add',
    summary: 'Write a price adjustment',
    access: edit,
    input: PriceAdjustmentFields,
    reply: Saved,
  }),
  update: defineEndpoint({
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
  approve: defineEndpoint({
    call: 'POST /priceAdjust/batchAudit',
    summary: 'Approve price adjustments, all or none',
    access: { page: priceAdjustPage, button: '2' },
    input: Closed({ ids: Ids, confirmed: Optional(Type.Boolean()) }),
    reply: Changed,
  }),
  /** Restores the previous prices unless changed since. */
  unapprove: onSeveral({
    call: 'POST /priceAdjust/batchReverse',
    summary: 'Unapprove price adjustments, all or none',
    access: { page: priceAdjustPage, button: '7' },
  }),
  /** Barcodes to adjust: by barcode, product, category tree, brand or keyword. */
  candidates: defineEndpoint({
    call: 'GET /priceAdjust/candidates',
    summary: 'Barcodes with what they cost now',
    access: { page: [priceAdjustPage, priceListPage, promotionPage] },
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
