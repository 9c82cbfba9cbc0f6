import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { LineNumber, Name, Note, Optional, OptionalPercent, Serials, Text } from '../field.ts';
import { FileName, MOST_FILES } from '../file/files.ts';
import { AmountString, Closed, DecimalString, Id, onOne, readOne } from '../resource.ts';
import { table } from '../table.ts';
import type { Column, Filter } from '../table.ts';
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
} as const satisfies Readonly<Record<string, Column>>;

const asked = {
  keyword: { by: 'own', control: 'text', first: true },
  warehouses: { by: 'own', control: 'warehouses', first: true },
} as const satisfies Readonly<Record<string, Filter>>;

/** Goods that lie ungraded, with how long they have waited and what the last of them came by. */
export const ungradedTable = table({
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

/** Formal goods, of which some may have become defective. */
export const formalTable = table({
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

/** What was graded: one row per grading, with how it was shared out. */
export const gradingTable = table({
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
    /** What it was before. */
    gradedFrom: {
      type: 'choice',
      choices: ['ungraded', 'formal'],
      width: 90,
    },
    formal: { type: 'quantity', sum: true, width: 90 },
    defective: { type: 'quantity', sum: true, width: 90 },
    gift: { type: 'quantity', sum: true, width: 90 },
    /** What the goods are worth less since. */
    writtenDown: {
      type: 'money',
      mask: 'cost',
      sum: true,
      width: 100,
    },
    /** Its photos, by their ids. */
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

/** Shares ungraded goods out into formal, defective and gift stock; parts of them may wait. No value changes hands. */
export const gradeGoods = endpoint({
  call: 'POST /ungraded/grade',
  summary: 'Grade goods',
  access: edit,
  input: Closed({ skuId: Id, warehouseId: Id, ...Shares }),
  reply: Closed({ id: Id, number: Type.String() }),
});

/**
 * Lets formal goods be defective, why, and with photos. `writeDown`: by how many percent they are worth less, which takes seeing
 * what goods cost; the loss is an expense of the day. Refuses with `stock.shortage` where less of them lies there.
 */
export const markDefective = endpoint({
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
    reason: Name(1, 200),
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

/** The serials of ungraded goods, for the dialog that shares them out. */
export const ungradedSerials = endpoint({
  call: 'GET /ungraded/serials',
  summary: 'Serials that lie ungraded, or as formal goods',
  access: view,
  input: Closed({ skuId: Id, warehouseId: Id, formal: Optional(Type.Boolean()) }),
  reply: Closed({ serials: Type.Array(Type.String()), quantity: DecimalString }),
});

/** What of an incoming document still lies ungraded, by line and lot; base units, never more than lies there. */
export const goodsToGrade = readOne({
  path: '/ungraded/document',
  summary: 'What of a document waits to be sorted',
  access: { document: 'view' },
  reply: Closed({
    number: Type.String(),
    partnerName: Type.String(),
    /** What did not come can be claimed back. */
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
 * Sorts what a document brought in (domain.md 13.11): each part goes into its grade, and what did not come into a
 * return that is not approved yet, the claim on the one who sent it. What is not named waits on.
 */
export const gradeDocument = endpoint({
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
