import {
  bearings,
  billMatches,
  carrierServices,
  documentKinds,
  freightStates,
  paymentKinds,
} from '@tradehouse/domain';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { packings } from '../document/delivery.ts';
import { defineEndpoint } from '../endpoint.ts';
import {
  RecordCurrencyCode,
  SingleLine,
  Note,
  Optional,
  ShownAmount,
  toLiteralUnion,
} from '../field.ts';
import {
  AmountString,
  Changed,
  Closed,
  Day,
  DecimalString,
  Id,
  Nullable,
  PositiveString,
  Saved,
  onSeveral,
  readOne,
} from '../resource.ts';
import { SheetCellTexts, worksheetInput } from '../sheet/lines.ts';
import { defineTable } from '../table.ts';

export const freightPage = '/logistic/freight';
const page = { page: freightPage } as const;
const edit = { page: freightPage, button: '1' } as const;
const accept = { page: freightPage, button: '2' } as const;

export const freightDirections = ['in', 'out'] as const;
/** Lines per import. */
export const MOST_BILL_LINES = 5_000;

const amount = { type: 'money', sum: true, mask: 'sale', width: 110 } as const;

/** Freight of documents visible to the reader; void freight doesn't count. */
export const freightTable = defineTable({
  id: 'freights',
  path: '/logistics/freight/list',
  exportPath: '/logistics/freight/exportExcel',
  access: page,
  columns: {
    id: { type: 'id', hidden: true },
    version: { type: 'integer', hidden: true },
    companyId: { type: 'id', hidden: true },
    documentId: { type: 'id', hidden: true },
    documentKind: { type: 'text', code: true, hidden: true },
    orderId: { type: 'id', hidden: true },
    paymentId: { type: 'id', hidden: true },
    documentNumber: { type: 'text', code: true, width: 170, matters: 'most' },
    tracking: { type: 'text', code: true, width: 160 },
    companyName: { type: 'text', width: 120, matters: 'most' },
    service: { type: 'choice', choices: carrierServices, width: 110 },
    packings: { type: 'tags', choices: packings, sortable: false, width: 110 },
    billableWeight: { type: 'quantity', width: 100 },
    volume: { type: 'quantity', width: 90 },
    estimated: amount,
    actual: amount,
    difference: amount,
    currency: { type: 'text', code: true, width: 70 },
    exchangeRate: { type: 'quantity', width: 80 },
    allocateBy: { type: 'choice', choices: bearings, width: 90 },
    freightState: { type: 'choice', choices: freightStates, width: 100 },
    paymentNumber: { type: 'text', code: true, width: 170 },
    /** Accounts of the payment. */
    accountName: { type: 'text', width: 110 },
    freightDate: { type: 'day', width: 110 },
    direction: { type: 'choice', choices: freightDirections, optional: true, width: 80 },
    paymentKind: { type: 'choice', choices: paymentKinds, optional: true, width: 100 },
    confirmedBy: { type: 'text', optional: true, width: 90 },
    confirmedTime: { type: 'time', optional: true, width: 150 },
    remark: { type: 'text', optional: true, width: 160 },
  },
  filters: {
    documentNumber: { by: 'contains', columns: ['documentNumber'], control: 'text', first: true },
    companyName: { by: 'contains', columns: ['companyName'], control: 'text', first: true },
    freightDate: {
      by: 'range',
      columns: ['freightDate'],
      control: 'dates',
      first: true,
      starts: 'threeMonths',
    },
    freightState: {
      by: 'choices',
      columns: ['freightState'],
      control: 'choices',
      choices: freightStates,
      first: true,
    },
    tracking: { by: 'contains', columns: ['tracking'], control: 'text' },
    paymentNumber: { by: 'contains', columns: ['paymentNumber'], control: 'text' },
    direction: {
      by: 'equals',
      columns: ['direction'],
      control: 'choice',
      choices: freightDirections,
    },
  },
  order: { column: 'freightDate', direction: 'desc' },
  nameColumn: 'documentNumber',
  facts: ['companyName', 'tracking', 'freightState', 'actual'],
});

/** Freight by carrier and month: expected, billed, paid and open. */
export const freightMonthTable = defineTable({
  id: 'freightMonths',
  path: '/logistics/freight/months',
  exportPath: '/logistics/freight/exportMonths',
  access: page,
  columns: {
    id: { type: 'text', code: true, hidden: true },
    companyId: { type: 'id', hidden: true },
    month: { type: 'text', code: true, width: 90, matters: 'most' },
    companyName: { type: 'text', width: 140, matters: 'most' },
    currency: { type: 'text', code: true, width: 70 },
    shipments: { type: 'integer', sum: true, width: 80 },
    /** Shipments without a bill. */
    unbilled: { type: 'integer', sum: true, width: 90 },
    estimated: amount,
    actual: amount,
    difference: amount,
    paid: amount,
    open: amount,
  },
  filters: {
    companyName: { by: 'contains', columns: ['companyName'], control: 'text', first: true },
    freightDate: { by: 'own', control: 'dates', first: true, starts: 'threeMonths' },
    hasOpen: { by: 'own', control: 'flag', first: true },
  },
  order: { column: 'month', direction: 'desc' },
  nameColumn: 'companyName',
  facts: ['month', 'actual', 'difference', 'open'],
});

/** Freight with versions read; changed freight is refused. */
const Rows = Type.Array(Closed({ id: Id, version: Type.Integer() }), {
  minItems: 1,
  maxItems: 500,
});

const changes = {
  freightDate: Day,
  paymentKind: toLiteralUnion(paymentKinds),
  allocateBy: toLiteralUnion(bearings),
  currency: Optional(RecordCurrencyCode),
  /** Rate to the company's currency; absent: the day's rate. */
  exchangeRate: Optional(PositiveString),
  estimated: AmountString,
  /** Billed amount; null: not billed yet. */
  actual: Nullable(AmountString),
  billableWeight: AmountString,
  remark: Optional(Note(200)),
};

/** Document line with its share of freight. */
const Share = Closed({
  line: Type.Integer(),
  barcode: Type.String(),
  productName: Type.String(),
  quantity: DecimalString,
  unit: Type.String(),
  weight: DecimalString,
  share: ShownAmount,
});

export const FreightInfo = Closed({
  id: Id,
  version: Type.Integer(),
  companyId: Id,
  companyName: Type.String(),
  documentId: Id,
  documentKind: Type.String(),
  documentNumber: Type.String(),
  tracking: Type.String(),
  ofOrder: Type.Boolean(),
  direction: toLiteralUnion(freightDirections),
  freightDate: Type.String(),
  paymentKind: toLiteralUnion(paymentKinds),
  allocateBy: toLiteralUnion(bearings),
  currency: Type.String(),
  exchangeRate: DecimalString,
  estimated: ShownAmount,
  actual: ShownAmount,
  difference: ShownAmount,
  /** Billed, else expected amount, in the company's own currency. */
  worth: ShownAmount,
  /** Amount in the books, in the company's own currency; null: none. */
  booked: ShownAmount,
  billableWeight: DecimalString,
  volume: DecimalString,
  freightState: toLiteralUnion(freightStates),
  confirmedBy: Type.String(),
  confirmedTime: Nullable(Type.String()),
  paymentId: Nullable(Id),
  paymentNumber: Type.String(),
  remark: Type.String(),
  shares: Type.Array(Share),
});
export type FreightInfo = Static<typeof FreightInfo>;

const Bill = Closed({
  companyId: Id,
  lines: Type.Array(
    Closed({
      /** The carrier's, our own, or the document's number. */
      number: SingleLine(1, 60),
      /** In the freight's currency. */
      amount: AmountString,
      weight: Optional(AmountString),
    }),
    { minItems: 1, maxItems: MOST_BILL_LINES },
  ),
});

/** Match of a bill's line; details only for possible ones. */
const FreightBillLine = Closed({
  match: toLiteralUnion(billMatches),
  documentNumber: Type.String(),
  currency: Type.String(),
  estimated: ShownAmount,
  /** Amount billed before. */
  actual: ShownAmount,
});
export type FreightBillLine = Static<typeof FreightBillLine>;

export const freights = {
  table: freightTable,
  monthTable: freightMonthTable,
  infoCall: readOne({
    path: '/logistics/freight/info',
    summary: 'What a carrier takes for something, shared over the lines of its document',
    access: page,
    reply: FreightInfo,
  }),
  /** Adds freight without a shipment to an approved document with goods in or out. */
  add: defineEndpoint({
    call: 'POST /logistics/freight/add',
    summary: 'Note what a carrier takes for a document',
    access: edit,
    labels: 'freights',
    input: Closed({ documentNumber: SingleLine(1, 60), companyId: Id, ...changes }),
    reply: Saved,
  }),
  /** Allowed until confirmed. */
  update: defineEndpoint({
    call: 'PUT /logistics/freight/update',
    summary: 'Change what a carrier takes, or bills',
    access: edit,
    labels: 'freights',
    input: Closed({ id: Id, version: Type.Integer(), ...changes }),
    reply: Saved,
  }),
  /** Deletes unconfirmed manual freight. */
  removeBatch: onSeveral({
    call: 'DELETE /logistics/freight/deleteBatch',
    summary: 'Delete freight that was noted by hand',
    access: edit,
  }),
  /** Texts in a sheet of a file. Nothing is saved. */
  readCells: defineEndpoint({
    call: 'POST /logistics/freight/importExcel',
    summary: 'Read a carrier’s bill from a spreadsheet',
    access: edit,
    upload: true,
    writes: false,
    input: Closed(worksheetInput),
    reply: SheetCellTexts,
  }),
  previewBill: defineEndpoint({
    call: 'POST /logistics/freight/bill/preview',
    summary: 'Say which freight the lines of a carrier’s bill are of',
    access: edit,
    writes: false,
    labels: 'freights',
    input: Bill,
    reply: Closed({ lines: Type.Array(FreightBillLine) }),
  }),
  /** Takes all lines or none: refuses `freight.billLine` for a line without billable freight. */
  takeBill: defineEndpoint({
    call: 'POST /logistics/freight/bill/take',
    summary: 'Take what a carrier bills',
    access: edit,
    labels: 'freights',
    input: Bill,
    reply: Changed,
  }),
  /** Confirms bills with their differences from expectation. All or none. */
  confirm: defineEndpoint({
    call: 'POST /logistics/freight/confirm',
    summary: 'Accept what carriers billed',
    access: accept,
    labels: 'freights',
    input: Closed({ rows: Rows }),
    reply: Changed,
  }),
  /** Allowed until paid. */
  unconfirm: defineEndpoint({
    call: 'POST /logistics/freight/unconfirm',
    summary: 'Undo the acceptance of bills',
    access: accept,
    labels: 'freights',
    input: Closed({ rows: Rows }),
    reply: Changed,
  }),
  /**
   * Creates one expenditure for confirmed freight of one carrier and currency; requires the freight page,
   * too. Once deleted, its freight can be paid again.
   */
  pay: defineEndpoint({
    call: 'POST /logistics/freight/pay',
    summary: 'Make the expenditure that pays freight',
    access: { page: documentKinds.itemOut.url ?? '', button: '1' },
    labels: 'freights',
    input: Closed({ rows: Rows, accountId: Id, itemId: Id, remark: Optional(Note(200)) }),
    reply: Closed({ id: Id, number: Type.String() }),
  }),
} as const;
