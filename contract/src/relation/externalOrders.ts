import { Type } from 'typebox';
import type { Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Name, Note, Optional, ShownAmount, Text, literals } from '../field.ts';
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
import { Cells, worksheetInput } from '../sheet/lines.ts';
import { table } from '../table.ts';

export const externalOrderPage = '/bill/external_order';
const page = { page: externalOrderPage } as const;
const edit = { page: externalOrderPage, button: '1' } as const;

/** Lines of one order at most, and rows of a file of orders. */
export const MOST_EXTERNAL_LINES = 500;
export const MOST_EXTERNAL_ROWS = 5_000;

/** `waiting`: some of its goods are not known; `ready`: all are, and no sales order is made of it; `made`: one is. */
export const externalStatuses = ['waiting', 'ready', 'made'] as const;

/** Orders that came from elsewhere, of the people and customers that the reader may see. */
export const externalOrderTable = table({
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
  outerSkuCode: Name(1, 60),
  outerName: Optional(Text(200)),
  quantity: PositiveString,
  price: AmountString,
});

/**
 * An order as a platform tells it: quantities and prices of the platform's own units, prices with tax, in the company's own
 * currency. Its customer is named by id or by name.
 */
const ExternalOrder = Closed({
  platform: Name(1, 40),
  shop: Optional(Text(60)),
  externalOrder: Name(1, 100),
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
  status: literals(externalStatuses),
  /** The sales order that was made of it, where the caller may see it. */
  documentId: Nullable(Id),
  number: Nullable(Type.String()),
  /** The day of the sales order where that is later than it was ordered, as the books were closed; null: the same day. */
  datedOn: Nullable(Type.String()),
  /** The codes that it waits for. */
  unmatched: Type.Array(Type.String()),
} as const;
const ExternalOrderStanding = Closed(Standing);
export type ExternalOrderStanding = Static<typeof ExternalOrderStanding>;

const Received = Closed({
  /** It was here before, and nothing was made of it this time. */
  known: Type.Boolean(),
  /** Null: it was here before, and the caller may not see it. */
  order: Nullable(ExternalOrderStanding),
});
export type ReceivedOrder = Static<typeof Received>;

export const externalOrders = {
  table: externalOrderTable,
  /**
   * Makes a sales order of it. While one of its codes stands for none of our goods it waits, whole, and the code stands among the
   * relations. One that is known by its platform, shop and number is answered as it stands.
   */
  add: endpoint({
    call: 'POST /tkof/order/add',
    summary: 'Bring in an marketplace order',
    access: edit,
    labels: 'externalOrders',
    input: ExternalOrder,
    reply: Received,
  }),
  /** One of which a sales order stands, or whose codes are not all known, is answered as it stands. */
  make: endpoint({
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
          /** What the code stands for; null: for none of our goods that can be traded. */
          barcode: Nullable(Type.String()),
          productName: Nullable(Type.String()),
          unit: Nullable(Type.String()),
          ratio: Nullable(DecimalString),
        }),
      ),
    }),
  }),
  /** Texts in a sheet of a file. Nothing is saved. */
  readCells: endpoint({
    call: 'POST /tkof/order/importExcel',
    summary: 'Read marketplace orders from a spreadsheet',
    access: edit,
    upload: true,
    writes: false,
    input: Closed(worksheetInput),
    reply: Cells,
  }),
} as const;
