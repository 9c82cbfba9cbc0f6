import { invoiceDirections, invoiceKinds } from '@tradehouse/domain';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import {
  NameText,
  NeededNote,
  Note,
  Optional,
  ShownAmount,
  Text,
  toLiteralUnion,
} from '../field.ts';
import { FileName, MOST_FILES } from '../file/files.ts';
import {
  Changed,
  Closed,
  Day,
  Id,
  Ids,
  NumberString,
  Nullable,
  Saved,
  onOne,
  readAll,
  readOne,
} from '../resource.ts';
import { SheetCellTexts, worksheetInput } from '../sheet/lines.ts';
import { defineTable } from '../table.ts';
import { invoicePage } from './invoicePage.ts';

export { invoicePage } from './invoicePage.ts';
const page = { page: invoicePage } as const;
const edit = { page: invoicePage, button: '1' } as const;

/** 0 recorded, 1 void. */
export const invoiceStatuses = ['0', '1'] as const;

const amounts = {
  net: { type: 'money', sum: true, mask: 'money', width: 110, echoes: 'gross' },
  tax: { type: 'money', sum: true, mask: 'money', width: 100, zeroIsNone: true },
  gross: { type: 'money', sum: true, mask: 'money', width: 110 },
} as const;

/**
 * Invoices whose bills are all visible; without bills, those of people in scope. Amounts with hidden prices
 * are null. Void ones don't count in totals.
 */
export const invoiceTable = defineTable({
  id: 'invoices',
  path: '/invoice/list',
  exportPath: '/invoice/exportExcel',
  access: page,
  columns: {
    id: { type: 'id', hidden: true },
    version: { type: 'integer', hidden: true },
    partnerId: { type: 'id', hidden: true },
    number: { type: 'text', code: true, width: 170 },
    direction: { type: 'choice', choices: invoiceDirections, width: 80 },
    invoiceKind: { type: 'choice', choices: invoiceKinds, width: 100, matters: 'least' },
    invoiceDate: { type: 'day', width: 110 },
    partnerName: { type: 'text', width: 160 },
    currency: { type: 'text', code: true, width: 70, optional: true },
    ...amounts,
    billNumbers: { type: 'text', width: 200 },
    /** Total of its bills. */
    billAmount: { type: 'money', mask: 'money', optional: true, width: 110 },
    /** Amount of its bills without an invoice. */
    billUninvoiced: { type: 'money', mask: 'money', optional: true, width: 110 },
    invoiceStatus: { type: 'choice', choices: invoiceStatuses, width: 80 },
    voidReason: { type: 'text', optional: true, width: 160 },
    creatorId: { type: 'id', hidden: true },
    creatorName: { type: 'text', optional: true, width: 90 },
    remark: { type: 'text', width: 160 },
    createTime: { type: 'time', optional: true },
  },
  filters: {
    number: { by: 'contains', columns: ['number'], control: 'text', first: true },
    invoiceDate: {
      by: 'range',
      columns: ['invoiceDate'],
      control: 'dates',
      first: true,
      starts: 'threeMonths',
    },
    organId: { by: 'equals', columns: ['partnerId'], control: 'partner', first: true },
    direction: {
      by: 'equals',
      columns: ['direction'],
      control: 'choice',
      choices: invoiceDirections,
      first: true,
    },
    invoiceKind: {
      by: 'equals',
      columns: ['invoiceKind'],
      control: 'choice',
      choices: invoiceKinds,
    },
    invoiceStatus: {
      by: 'equals',
      columns: ['invoiceStatus'],
      control: 'choice',
      choices: invoiceStatuses,
    },
    billNumber: { by: 'contains', columns: ['billNumbers'], control: 'text' },
    wholeNumber: { by: 'equals', columns: ['number'], control: 'text', linked: true },
    wholeBillNumber: { by: 'own', control: 'text', linked: true },
    creator: { by: 'equals', columns: ['creatorId'], control: 'user' },
    remark: { by: 'contains', columns: ['remark'], control: 'text' },
  },
  order: { column: 'invoiceDate', direction: 'desc' },
  nameColumn: 'number',
});

/**
 * Bills of a partner with an amount left to invoice, because an invoice has one partner. A return's figures
 * are negative.
 */
export const invoiceBillTable = defineTable({
  id: 'invoiceBills',
  path: '/invoice/billList',
  exportPath: '/invoice/exportBills',
  access: page,
  columns: {
    id: { type: 'id', hidden: true },
    kind: { type: 'text', code: true, hidden: true },
    partnerId: { type: 'id', hidden: true },
    number: { type: 'text', code: true, width: 170 },
    kindName: { type: 'text', sortable: false, width: 100 },
    time: { type: 'time', width: 150 },
    partnerName: { type: 'text', width: 140 },
    currency: { type: 'text', code: true, width: 70 },
    amount: { type: 'money', mask: 'money', width: 110 },
    invoiced: { type: 'money', mask: 'money', width: 110 },
    uninvoiced: { type: 'money', mask: 'money', width: 110 },
  },
  filters: {
    direction: {
      by: 'own',
      control: 'choice',
      choices: invoiceDirections,
      required: true,
      first: true,
    },
    organId: {
      by: 'equals',
      columns: ['partnerId'],
      control: 'partner',
      required: true,
      first: true,
    },
    number: { by: 'contains', columns: ['number'], control: 'text', first: true },
    time: { by: 'own', control: 'dates', starts: 'twoYears' },
  },
  order: { column: 'time', direction: 'asc' },
  nameColumn: 'number',
});

const Direction = toLiteralUnion(invoiceDirections);
const Kind = toLiteralUnion(invoiceKinds);
const invoiceNumber = NameText(1, 40);

/** Net and tax are negative on a cancelling invoice. Gross is derived. */
export const InvoiceFields = Closed({
  direction: Direction,
  invoiceKind: Kind,
  number: invoiceNumber,
  invoiceDate: Day,
  partnerId: Id,
  net: NumberString,
  tax: NumberString,
  bills: Type.Array(Closed({ documentId: Id, amount: NumberString }), { maxItems: 500 }),
  remark: Optional(Note(200)),
  attachments: Optional(Type.Array(Id, { maxItems: MOST_FILES })),
});
export type InvoiceFields = Static<typeof InvoiceFields>;

/** Bill on an invoice: total, and amount left for this one. */
const Bill = {
  documentId: Id,
  kind: Type.String(),
  number: Type.String(),
  time: Type.String(),
  currency: Type.String(),
  amount: ShownAmount,
  left: ShownAmount,
};
export const InvoiceBill = Closed(Bill);
export type InvoiceBill = Static<typeof InvoiceBill>;

export const InvoiceInfo = Closed({
  id: Id,
  version: Type.Integer(),
  direction: Direction,
  invoiceKind: Kind,
  number: Type.String(),
  invoiceDate: Type.String(),
  partnerId: Id,
  partnerName: Type.String(),
  currency: Type.String(),
  net: ShownAmount,
  tax: ShownAmount,
  gross: ShownAmount,
  status: toLiteralUnion(invoiceStatuses),
  voidReason: Type.String(),
  remark: Type.String(),
  creatorName: Type.String(),
  attachments: Type.Array(FileName),
  bills: Type.Array(Closed({ ...Bill, invoiced: ShownAmount })),
});
export type InvoiceInfo = Static<typeof InvoiceInfo>;

/** Imported row: partners and bills by name or number. */
const ImportedRow = Closed({
  number: invoiceNumber,
  direction: Direction,
  invoiceKind: Kind,
  invoiceDate: Day,
  partnerName: Text(100),
  net: NumberString,
  tax: NumberString,
  billNumbers: Optional(Text(2_000)),
  remark: Optional(Note(200)),
});
/** Rows per import. */
export const MOST_INVOICES = 2_000;

export const invoices = {
  table: invoiceTable,
  billTable: invoiceBillTable,
  infoCall: readOne({
    path: '/invoice/info',
    summary: 'An invoice with its bills',
    access: page,
    reply: InvoiceInfo,
  }),
  add: defineEndpoint({
    call: 'POST /invoice/add',
    summary: 'Register an invoice',
    access: edit,
    labels: 'invoices',
    input: InvoiceFields,
    reply: Saved,
  }),
  update: defineEndpoint({
    call: 'PUT /invoice/update',
    summary: 'Change an invoice that is not void',
    access: edit,
    labels: 'invoices',
    input: Closed({ ...InvoiceFields.properties, id: Id, version: Type.Integer() }),
    reply: Saved,
  }),
  /** Voids invoices for good; rows and numbers stay, and bills can be invoiced again. */
  voidBatch: defineEndpoint({
    call: 'POST /invoice/batchVoid',
    summary: 'Void invoices, all or none',
    access: edit,
    labels: 'invoices',
    input: Closed({ ids: Ids, reason: NeededNote(200) }),
    reply: Changed,
  }),
  /** Bills with a non-zero amount left to invoice. */
  startBills: defineEndpoint({
    call: 'GET /invoice/bills',
    summary: 'Bills that an invoice is begun from',
    access: page,
    input: Closed({ ids: Ids }),
    reply: Closed({
      direction: Nullable(Direction),
      partnerId: Nullable(Id),
      partnerName: Type.String(),
      net: ShownAmount,
      tax: ShownAmount,
      bills: Type.Array(InvoiceBill),
    }),
  }),
  /** Bill's invoices, in force and void, and its amount without an invoice. */
  ofBill: readOne({
    path: '/invoice/ofBill',
    summary: 'The invoices of a bill',
    access: page,
    reply: Closed({
      amount: ShownAmount,
      uninvoiced: ShownAmount,
      invoices: Type.Array(
        Closed({
          id: Id,
          number: Type.String(),
          invoiceDate: Type.String(),
          status: toLiteralUnion(invoiceStatuses),
          amount: ShownAmount,
        }),
      ),
    }),
  }),
  /** Reads a sheet's cells for an import; saves nothing. */
  readCells: defineEndpoint({
    call: 'POST /invoice/importExcel',
    summary: 'Read a list of invoices from a spreadsheet',
    access: edit,
    upload: true,
    writes: false,
    input: Closed(worksheetInput),
    reply: SheetCellTexts,
  }),
  /** Imports all rows or none, reporting every faulty row. A row's gross amount fills its bills in order. */
  bring: defineEndpoint({
    call: 'POST /invoice/importList',
    summary: 'Register a list of invoices',
    access: edit,
    labels: 'invoices',
    input: Closed({
      rows: Type.Array(ImportedRow, { minItems: 1, maxItems: MOST_INVOICES }),
    }),
    reply: Closed({
      added: Type.Integer(),
      /** Import id for undoing; null if nothing was stored. */
      importId: Nullable(Id),
      faults: Type.Array(Closed({ row: Type.Integer(), message: Type.String() })),
    }),
  }),
  /** Caller's last import while it can be undone. */
  lastImport: readAll({
    path: '/invoice/lastImport',
    summary: 'The last list of invoices one brought',
    access: edit,
    reply: Nullable(Closed({ id: Id, invoices: Type.Integer(), createTime: Type.String() })),
  }),
  /** Undoes an import and frees its numbers. Refused once an invoice was changed or voided. */
  undoImport: onOne({
    call: 'POST /invoice/undoImport',
    summary: 'Take back a list of invoices that one brought',
    access: edit,
  }),
} as const;
export type ImportedInvoice = Static<typeof ImportedRow>;
