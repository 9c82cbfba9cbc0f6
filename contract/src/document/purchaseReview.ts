import { documentKinds, kindCodes } from '@tradehouse/domain';
import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { NeededNote, Note, Optional, toLiteralUnion } from '../field.ts';
import {
  AmountString,
  Changed,
  Closed,
  DecimalString,
  Ids,
  Nullable,
  Versions,
  readOne,
} from '../resource.ts';
import { defineChoicesFilter, defineTable } from '../table.ts';

export const purchaseReviewPage = '/bill/purchase_review';

/** Kinds approved within limits: purchases. */
export const reviewedKinds = kindCodes.filter((code) => documentKinds[code].limited);
/** 0 to review, 1 approved, 2 rejected. */
export const reviewStates = ['0', '1', '2'] as const;

/** Purchases with a pending or made decision. */
export const purchaseReviewTable = defineTable({
  id: 'purchaseReviews',
  path: '/depotHead/purchaseReview',
  exportPath: '/depotHead/purchaseReviewExport',
  access: { page: purchaseReviewPage },
  columns: {
    id: { type: 'id', hidden: true },
    version: { type: 'integer', hidden: true },
    kind: { type: 'choice', choices: reviewedKinds, width: 140 },
    number: { type: 'text', code: true, width: 170 },
    partnerName: { type: 'text', width: 140 },
    summary: { type: 'text', width: 240 },
    totalQuantity: { type: 'quantity', sum: true, width: 90 },
    goodsAmount: { type: 'money', mask: 'purchase', sum: true, width: 110 },
    totalAmount: { type: 'money', mask: 'purchase', sum: true, width: 110 },
    creatorName: { type: 'text', width: 90 },
    time: { type: 'time', width: 150 },
    /** Full hours since creation, while pending. */
    waitingHours: { type: 'integer', width: 90 },
    reviewState: { type: 'choice', choices: reviewStates, sortable: false, width: 90 },
    auditorName: { type: 'text', optional: true, width: 90 },
    auditedAt: { type: 'time', optional: true, width: 150 },
    reviewComment: { type: 'text', optional: true, width: 160 },
    remark: { type: 'text', optional: true, width: 200 },
  },
  filters: {
    number: { by: 'contains', columns: ['number'], control: 'text', first: true },
    kinds: { ...defineChoicesFilter('kind', reviewedKinds), first: true },
    time: { by: 'own', control: 'dates', first: true, starts: 'threeMonths' },
    reviewState: { ...defineChoicesFilter('reviewState', reviewStates), starts: ['0'] },
    organId: { by: 'own', control: 'supplier' },
    creator: { by: 'own', control: 'user' },
    /** Range of the total with tax, inclusive; unavailable if the total is hidden. */
    amountFrom: { by: 'own', columns: ['totalAmount'], control: 'text' },
    amountTo: { by: 'own', columns: ['totalAmount'], control: 'text' },
    depotId: { by: 'own', control: 'warehouse' },
    remark: { by: 'contains', columns: ['remark'], control: 'text' },
  },
  order: { column: 'time', direction: 'desc' },
});

/** Approves or rejects purchases, all or none; a rejection tells the creator the reason. */
export const reviewPurchases = defineEndpoint({
  call: 'POST /depotHead/batchSetReview',
  summary: 'Approve or reject purchases',
  access: { page: purchaseReviewPage, button: '2' },
  input: Closed({
    ids: Ids,
    result: toLiteralUnion(['approved', 'rejected']),
    comment: Optional(Note(126)),
    versions: Optional(Versions),
  }),
  reply: Changed,
});

/** Takes the approval of purchases back. All or none. */
export const unapprovePurchases = defineEndpoint({
  call: 'POST /depotHead/batchReverseReview',
  summary: 'Unapprove purchases',
  access: { page: purchaseReviewPage, button: '7' },
  input: Closed({ ids: Ids, comment: NeededNote(126) }),
  reply: Changed,
});

/** Comparison data for a purchase's lines, in base units. */
export const purchaseReviewLines = readOne({
  path: '/depotHead/purchaseReviewLines',
  summary: 'The lines of a purchase beside earlier prices, stock and sales',
  access: { page: purchaseReviewPage },
  reply: Closed({
    rows: Type.Array(
      Closed({
        line: Type.Integer(),
        barcode: Type.String(),
        name: Type.String(),
        unit: Type.String(),
        quantity: DecimalString,
        price: Nullable(AmountString),
        lastPrice: Nullable(AmountString),
        /** How much dearer than the last time, in percent. */
        deviation: Nullable(DecimalString),
        stock: DecimalString,
        inTransit: DecimalString,
        /** Sold and retailed in the last 30 days. */
        sold: DecimalString,
      }),
    ),
  }),
});

/** Percentage of price increase above which a price is highlighted. */
export const STRIKING_DEVIATION = 10;
