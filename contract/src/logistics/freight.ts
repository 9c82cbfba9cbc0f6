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
import { endpoint } from '../endpoint.ts';
import { Line, Note, Optional, ShownAmount, literals } from '../field.ts';
import { CurrencyCode } from '../money/exchangeRates.ts';
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
import { Cells, worksheetInput } from '../sheet/lines.ts';
import { table } from '../table.ts';

export const freightPage = '/logistic/freight';
const page = { page: freightPage } as const;
const edit = { page: freightPage, button: '1' } as const;
const accept = { page: freightPage, button: '2' } as const;

export const freightDirections = ['in', 'out'] as const;
/** Lines of a carrier's bill that come in at once. */
export const MOST_BILL_LINES = 5_000;

const amount = { type: 'money', sum: true, mask: 'sale', width: 110 } as const;

/** What carriers take for what they carry, of documents that the reader may see; what is void counts nothing. */
export const freightTable = table({
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
    estimated: amount,
    actual: amount,
    difference: amount,
    currency: { type: 'text', code: true, width: 70 },
    exchangeRate: { type: 'quantity', width: 80 },
    allocateBy: { type: 'choice', choices: bearings, width: 90 },
    freightState: { type: 'choice', choices: freightStates, width: 100 },
    paymentNumber: { type: 'text', code: true, width: 170 },
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

/** What each carrier took in each month: expected, billed, paid, and what of the bills is open. */
export const freightMonthTable = table({
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
    /** Of which no bill has come. */
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

/** Freight as it was read: what was changed since is refused. */
const Rows = Type.Array(Closed({ id: Id, version: Type.Integer() }), {
  minItems: 1,
  maxItems: 500,
});

const changes = {
  freightDate: Day,
  paymentKind: literals(paymentKinds),
  allocateBy: literals(bearings),
  currency: Optional(CurrencyCode),
  /** What one of it is worth in the company's own currency; absent: the rate of its day. */
  exchangeRate: Optional(PositiveString),
  estimated: AmountString,
  /** What the carrier's bill says; null: it has not come. */
  actual: Nullable(AmountString),
  billableWeight: AmountString,
  remark: Optional(Note(200)),
};

/** A line of the document, and what of the freight it bears. */
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
  direction: literals(freightDirections),
  freightDate: Type.String(),
  paymentKind: literals(paymentKinds),
  allocateBy: literals(bearings),
  currency: Type.String(),
  exchangeRate: DecimalString,
  estimated: ShownAmount,
  actual: ShownAmount,
  difference: ShownAmount,
  /** What it comes to in the company's own currency: of the bill, else what is expected. */
  worth: ShownAmount,
  billableWeight: DecimalString,
  volume: DecimalString,
  freightState: literals(freightStates),
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
      /** The carrier's number, ours, or that of the document. */
      number: Line(1, 60),
      /** In the currency of the freight it is of. */
      amount: AmountString,
      weight: Optional(AmountString),
    }),
    { minItems: 1, maxItems: MOST_BILL_LINES },
  ),
});

/** What a line of a bill is of; no more is told of what it can't be of. */
const BillLine = Closed({
  match: literals(billMatches),
  documentNumber: Type.String(),
  currency: Type.String(),
  estimated: ShownAmount,
  /** What was billed of it before. */
  actual: ShownAmount,
});
export type BillLine = Static<typeof BillLine>;

export const freights = {
  table: freightTable,
  monthTable: freightMonthTable,
  infoCall: readOne({
    path: '/logistics/freight/info',
    summary: 'What a carrier takes for something, shared over the lines of its document',
    access: page,
    reply: FreightInfo,
  }),
  /** Freight of a document that nothing is sent with: of an approved one that brings goods or takes them away. */
  add: endpoint({
    call: 'POST /logistics/freight/add',
    summary: 'Note what a carrier takes for a document',
    access: edit,
    labels: 'freights',
    input: Closed({ documentNumber: Line(1, 60), companyId: Id, ...changes }),
    reply: Saved,
  }),
  /** Until it is accepted. */
  update: endpoint({
    call: 'PUT /logistics/freight/update',
    summary: 'Change what a carrier takes, or bills',
    access: edit,
    labels: 'freights',
    input: Closed({ id: Id, version: Type.Integer(), ...changes }),
    reply: Saved,
  }),
  /** What was noted by hand and is not accepted. */
  removeBatch: onSeveral({
    call: 'DELETE /logistics/freight/deleteBatch',
    summary: 'Delete freight that was noted by hand',
    access: edit,
  }),
  /** Texts in a sheet of a file. Nothing is saved. */
  readCells: endpoint({
    call: 'POST /logistics/freight/importExcel',
    summary: 'Read a carrier’s bill from a spreadsheet',
    access: edit,
    upload: true,
    writes: false,
    input: Closed(worksheetInput),
    reply: Cells,
  }),
  previewBill: endpoint({
    call: 'POST /logistics/freight/bill/preview',
    summary: 'Say which freight the lines of a carrier’s bill are of',
    access: edit,
    writes: false,
    labels: 'freights',
    input: Bill,
    reply: Closed({ lines: Type.Array(BillLine) }),
  }),
  /** All its lines or none: refuses `freight.billLine` where one of them is of no freight that can be billed. */
  takeBill: endpoint({
    call: 'POST /logistics/freight/bill/take',
    summary: 'Take what a carrier bills',
    access: edit,
    labels: 'freights',
    input: Bill,
    reply: Changed,
  }),
  /** Accepts bills and how they differ from what was expected. All or none. */
  confirm: endpoint({
    call: 'POST /logistics/freight/confirm',
    summary: 'Accept what carriers billed',
    access: accept,
    labels: 'freights',
    input: Closed({ rows: Rows }),
    reply: Changed,
  }),
  /** As long as it is not paid. */
  unconfirm: endpoint({
    call: 'POST /logistics/freight/unconfirm',
    summary: 'Take back that bills were accepted',
    access: accept,
    labels: 'freights',
    input: Closed({ rows: Rows }),
    reply: Changed,
  }),
  /**
   * One expenditure for accepted freight of one carrier and one currency; who makes it opens the page of freight, too.
   * Deleted, its freight can be paid again.
   */
  pay: endpoint({
    call: 'POST /logistics/freight/pay',
    summary: 'Make the expenditure that pays freight',
    access: { page: documentKinds.itemOut.url ?? '', button: '1' },
    labels: 'freights',
    input: Closed({ rows: Rows, accountId: Id, itemId: Id, remark: Optional(Note(200)) }),
    reply: Closed({ id: Id, number: Type.String() }),
  }),
} as const;
