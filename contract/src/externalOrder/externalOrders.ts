import { Type } from 'typebox';
import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { NameText, Note, Optional, ShownAmount, Text, toLiteralUnion } from '../field.ts';
import {
  AmountString,
  Closed,
  DecimalString,
  Id,
  Instant,
  Nullable,
  PositiveString,
  onSeveral,
  readOne,
} from '../resource.ts';
import { SheetCellTexts, worksheetInput } from '../sheet/lines.ts';
import { defineTable } from '../table.ts';

export const externalOrderPage = '/bill/external_order';
const page = { page: externalOrderPage } as const;
const edit = { page: externalOrderPage, button: '1' } as const;

/** Lines per order, and rows per file. */
export const MOST_EXTERNAL_LINES = 500;
export const MOST_EXTERNAL_ROWS = 5_000;

/** `waiting`: goods unknown; `ready`: all known, no sales order; `made`: with a sales order. */
export const externalStatuses = ['waiting', 'ready', 'made'] as const;

/** External orders of people and customers visible to the reader. */
export const externalOrderTable = defineTable({
  id: 'externalOrders',
  path: '/tkof/order/list',
  exportPath: '/tkof/order/exportExcel',
  access: page,
  columns: {
    id: { type: 'id', hidden: true },
    partnerId: { type: 'id', hidden: true },
    documentId: { type: 'id', hidden: true },
    externalOrder: { type: 'text', code: true, width: 160, matters: 'most' },
    platform: { type: 'text', width: 90 },
    shop: { type: 'text', width: 110 },
    partnerName: { type: 'text', width: 150 },
    orderedAt: { type: 'time', width: 150 },
    orderLines: { type: 'integer', width: 70 },
    amount: { type: 'money', mask: 'sale', width: 110 },
    externalStatus: { type: 'choice', choices: externalStatuses, width: 90 },
    unmatchedSkus: { type: 'text', width: 200, matters: 'most' },
    number: { type: 'text', code: true, width: 170, page: '/bill/sale_order' },
    creatorName: { type: 'text', optional: true, width: 90 },
    remark: { type: 'text', optional: true, width: 160 },
    createTime: { type: 'time', optional: true },
  },
  filters: {
    externalOrder: { by: 'contains', columns: ['externalOrder'], control: 'text', first: true },
    externalStatus: {
      by: 'choices',
      columns: ['externalStatus'],
      control: 'choices',
      choices: externalStatuses,
      first: true,
    },
    platform: { by: 'contains', columns: ['platform'], control: 'text', first: true },
    shop: { by: 'contains', columns: ['shop'], control: 'text' },
    organId: { by: 'equals', columns: ['partnerId'], control: 'customer' },
    unmatchedSkus: { by: 'contains', columns: ['unmatchedSkus'], control: 'text' },
    number: { by: 'contains', columns: ['number'], control: 'text' },
    createTime: { by: 'range', columns: ['createTime'], control: 'dates' },
  },
  nameColumn: 'externalOrder',
  facts: ['partnerName', 'amount', 'unmatchedSkus'],
  order: { column: 'createTime', direction: 'desc' },
});

export const ExternalLine = Closed({
  outerSkuCode: NameText(1, 60),
  outerName: Optional(Text(200)),
  quantity: PositiveString,
  price: AmountString,
});

/**
 * Platform order: quantities and prices per platform unit, with tax, in the company's own currency.
 * Customer by id or name.
 */
const ExternalOrder = Closed({
  platform: NameText(1, 40),
  shop: Optional(Text(60)),
  externalOrder: NameText(1, 100),
  partnerId: Optional(Id),
  customer: Optional(Text(100)),
  time: Optional(Instant),
  remark: Optional(Note(500)),
  lines: Type.Array(ExternalLine, { minItems: 1, maxItems: MOST_EXTERNAL_LINES }),
});
export type ExternalOrderInput = Static<typeof ExternalOrder>;

/** How an order stands. */
const Standing = {
  id: Id,
  status: toLiteralUnion(externalStatuses),
  /** Sales order, if visible to the caller. */
  documentId: Nullable(Id),
  number: Nullable(Type.String()),
  /** Sales order's day if postponed by closed books; null: the same day. */
  datedOn: Nullable(Type.String()),
  /** Unmatched platform codes. */
  unmatched: Type.Array(Type.String()),
} as const;
const ExternalOrderStanding = Closed(Standing);
export type ExternalOrderStanding = Static<typeof ExternalOrderStanding>;

const Received = Closed({
  /** The order existed, and no sales order was made now. */
  known: Type.Boolean(),
  /** Null: existed, but hidden from the caller. */
  order: Nullable(ExternalOrderStanding),
});
export type ReceivedOrder = Static<typeof Received>;

export const externalOrders = {
  table: externalOrderTable,
  /**
   * Stores an order and makes a sales order. If a code matches none of our goods, the whole order waits,
   * and the code is listed among the SKU mappings. A known order (platform, shop, number) is returned
   * unchanged.
   */
  add: defineEndpoint({
    call: 'POST /tkof/order/add',
    summary: 'Bring in a marketplace order',
    access: edit,
    labels: 'externalOrders',
    input: ExternalOrder,
    reply: Received,
  }),
  /** An order with a sales order, or with unmatched codes, is returned unchanged. */
  make: defineEndpoint({
    call: 'POST /tkof/order/make',
    summary: 'Make a sales order of an order that waited',
    access: edit,
    input: Closed({ id: Id }),
    reply: ExternalOrderStanding,
  }),
  removeBatch: onSeveral({
    call: 'DELETE /tkof/order/deleteBatch',
    summary: 'Delete marketplace orders that no sales order is made of',
    access: edit,
  }),
  infoCall: readOne({
    path: '/tkof/order/info',
    summary: 'One marketplace order',
    access: page,
    reply: Closed({
      id: Id,
      externalOrder: Type.String(),
      lines: Type.Array(
        Closed({
          line: Type.Integer(),
          outerSkuCode: Type.String(),
          outerName: Type.String(),
          quantity: DecimalString,
          price: ShownAmount,
          amount: ShownAmount,
          /** Mapped barcode; null: none of our tradable goods. */
          barcode: Nullable(Type.String()),
          productName: Nullable(Type.String()),
          unit: Nullable(Type.String()),
          ratio: Nullable(DecimalString),
        }),
      ),
    }),
  }),
  /** Texts in a sheet of a file. Nothing is saved. */
  readCells: defineEndpoint({
    call: 'POST /tkof/order/importExcel',
    summary: 'Read marketplace orders from a spreadsheet',
    access: edit,
    upload: true,
    writes: false,
    input: Closed(worksheetInput),
    reply: SheetCellTexts,
  }),
} as const;
