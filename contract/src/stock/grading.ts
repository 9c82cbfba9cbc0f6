import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { LineNumber, NameText, Note, Optional, OptionalPercent, Serials, Text } from '../field.ts';
import { FileName, MOST_FILES } from '../file/files.ts';
import { AmountString, Closed, DecimalString, Id, onOne, readOne } from '../resource.ts';
import { defineTable } from '../table.ts';
import type { TableColumn, Filter } from '../table.ts';
import { placeColumns } from './locks.ts';

export const gradingPage = '/report/ungraded_adjust';
const view = { page: gradingPage } as const;
const edit = { page: gradingPage, button: '1' } as const;

/** Goods of one grade, by warehouse, SKU and lot. Base units. */
const lying = {
  ...placeColumns,
  serialManaged: { type: 'flag', hidden: true },
  barcode: { type: 'text', code: true, width: 120 },
  name: { type: 'text', width: 180 },
  attributes: { type: 'text', width: 90 },
  warehouseName: { type: 'text', width: 120 },
  lot: { type: 'text', code: true, width: 100 },
  quantity: { type: 'quantity', sum: true, width: 100 },
  unit: { type: 'text', width: 60 },
} as const satisfies Readonly<Record<string, TableColumn>>;

const asked = {
  keyword: { by: 'own', control: 'text', first: true },
  warehouses: { by: 'own', control: 'warehouses', first: true },
} as const satisfies Readonly<Record<string, Filter>>;

/** Ungraded goods on hand, with waiting time and latest source. */
export const ungradedTable = defineTable({
  id: 'ungraded',
  path: '/ungraded/list',
  exportPath: '/ungraded/exportExcel',
  access: view,
  columns: {
    ...lying,
    documentId: { type: 'id', hidden: true },
    kind: { type: 'text', hidden: true },
    number: { type: 'text', code: true, width: 170 },
    since: { type: 'day', width: 110 },
    days: { type: 'integer', width: 90 },
  },
  filters: {
    ...asked,
    number: { by: 'contains', columns: ['number'], control: 'text' },
    since: { by: 'range', columns: ['since'], control: 'dates' },
  },
  nameColumn: 'barcode',
  facts: ['name', 'warehouseName', 'quantity', 'days'],
  order: { column: 'days', direction: 'desc' },
});

/** Formal goods; some may have become defective. */
export const formalTable = defineTable({
  id: 'formalGoods',
  path: '/ungraded/formal',
  exportPath: '/ungraded/exportFormal',
  access: view,
  columns: lying,
  filters: asked,
  nameColumn: 'barcode',
  facts: ['name', 'warehouseName', 'quantity'],
  order: { column: 'barcode', direction: 'asc' },
});

/** Gradings, one row each, with the split. */
export const gradingTable = defineTable({
  id: 'gradings',
  path: '/ungraded/history',
  exportPath: '/ungraded/exportHistory',
  access: view,
  columns: {
    id: { type: 'id', hidden: true },
    number: { type: 'text', code: true, width: 170 },
    time: { type: 'time', width: 150 },
    barcode: { type: 'text', code: true, width: 120 },
    name: { type: 'text', width: 180 },
    warehouseName: { type: 'text', width: 120 },
    lot: { type: 'text', code: true, width: 100 },
    gradedFrom: {
      type: 'choice',
      choices: ['ungraded', 'formal'],
      width: 90,
    },
    formal: { type: 'quantity', sum: true, width: 90 },
    defective: { type: 'quantity', sum: true, width: 90 },
    gift: { type: 'quantity', sum: true, width: 90 },
    /** Write-down of the goods since the grading. */
    writtenDown: {
      type: 'money',
      mask: 'cost',
      sum: true,
      width: 100,
    },
    photoIds: { type: 'text', code: true, hidden: true },
    creatorName: { type: 'text', width: 90 },
    remark: { type: 'text', width: 200 },
  },
  filters: {
    keyword: {
      by: 'contains',
      columns: ['barcode', 'name', 'number'],
      control: 'text',
      first: true,
    },
    warehouses: { by: 'own', control: 'warehouses', first: true },
    time: { by: 'range', columns: ['time'], control: 'dates', first: true, starts: 'threeMonths' },
  },
  order: { column: 'time', direction: 'desc' },
});

const Part = Closed({ quantity: AmountString, serials: Optional(Serials) });
/** How goods of a lot are shared out, and why. */
const Shares = {
  lot: Optional(Text(100)),
  formal: Optional(Part),
  defective: Optional(Part),
  gift: Optional(Part),
  reason: Optional(Note(200)),
};

/** Splits ungraded goods into formal, defective and gift stock; parts may stay ungraded. No value changes. */
export const gradeGoods = defineEndpoint({
  call: 'POST /ungraded/grade',
  summary: 'Grade goods',
  access: edit,
  input: Closed({ skuId: Id, warehouseId: Id, ...Shares }),
  reply: Closed({ id: Id, number: Type.String() }),
});

/**
 * Marks formal goods defective, with reason and photos. `writeDown` is the percentage of value lost and
 * needs access to costs; the loss is an expense of the day. Refuses with `stock.shortage` if stock is too
 * low.
 */
export const markDefective = defineEndpoint({
  call: 'POST /ungraded/markDefective',
  summary: 'Let formal goods be defective',
  access: edit,
  labels: 'gradings',
  input: Closed({
    skuId: Id,
    warehouseId: Id,
    lot: Optional(Text(100)),
    quantity: AmountString,
    serials: Optional(Serials),
    reason: NameText(1, 200),
    writeDown: OptionalPercent,
    photos: Optional(Type.Array(FileName, { maxItems: MOST_FILES })),
  }),
  reply: Closed({ id: Id, number: Type.String() }),
});

export const undoGrading = onOne({
  call: 'DELETE /ungraded/delete',
  summary: 'Take a grading back',
  access: edit,
});

/** Serials of ungraded goods, for grading. */
export const ungradedSerials = defineEndpoint({
  call: 'GET /ungraded/serials',
  summary: 'Serials that lie ungraded, or as formal goods',
  access: view,
  input: Closed({ skuId: Id, warehouseId: Id, formal: Optional(Type.Boolean()) }),
  reply: Closed({ serials: Type.Array(Type.String()), quantity: DecimalString }),
});

/** Ungraded goods of an incoming document, by line and lot; base units, at most the quantity on hand. */
export const goodsToGrade = readOne({
  path: '/ungraded/document',
  summary: 'What of a document waits to be sorted',
  access: { document: 'view' },
  reply: Closed({
    number: Type.String(),
    partnerName: Type.String(),
    /** Missing goods may be claimed. */
    claims: Type.Boolean(),
    parts: Type.Array(
      Closed({
        line: Type.Integer(),
        barcode: Type.String(),
        skuCode: Type.String(),
        name: Type.String(),
        unit: Type.String(),
        warehouseName: Type.String(),
        lot: Type.String(),
        serialManaged: Type.Boolean(),
        serials: Type.Array(Type.String()),
        booked: DecimalString,
        left: DecimalString,
      }),
    ),
  }),
});

/**
 * Grades goods received by a document. Missing goods go into an unapproved return, the
 * claim on the sender. Unnamed goods stay ungraded.
 */
export const gradeDocument = defineEndpoint({
  call: 'POST /ungraded/gradeDocument',
  summary: 'Sort what a document brought in',
  access: { document: 'edit' },
  input: Closed({
    id: Id,
    parts: Type.Array(
      Closed({
        line: LineNumber,
        ...Shares,
        missing: Optional(Part),
      }),
      { minItems: 1, maxItems: 500 },
    ),
  }),
  reply: Closed({
    graded: Type.Integer(),
    claim: Type.Union([Closed({ id: Id, number: Type.String() }), Type.Null()]),
  }),
});
