import { stockTypes } from '@tradehouse/domain';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Note, Optional, Serials, Text } from '../field.ts';
import {
  AmountString,
  Changed,
  Closed,
  LastDay,
  DecimalString,
  NumberString,
  Id,
  Nullable,
  onOne,
  onSeveral,
} from '../resource.ts';
import { StockTypeChoice } from '../document/parts.ts';
import { defineChoicesFilter, defineTable } from '../table.ts';

export const countPage = '/bill/stock_check';
export const recountPage = '/bill/stock_check_replay';
const either = [countPage, recountPage] as const;
const view = { page: either } as const;
const count = { page: either, button: '1' } as const;
const edit = { page: countPage, button: '1' } as const;

export const countStates = ['counting', 'recounting', 'posted'] as const;

/** Stock counts with progress and posted result. `number` and `documentNumber` are separate documents. */
export const countTable = defineTable({
  id: 'counts',
  path: '/stockCheck/list',
  exportPath: '/stockCheck/exportExcel',
  access: view,
  columns: {
    id: { type: 'id', hidden: true },
    number: { type: 'text', code: true, width: 170 },
    warehouseName: { type: 'text', width: 140 },
    /** Scope of the count; empty: everything. */
    scope: { type: 'text', width: 160 },
    state: { type: 'choice', choices: countStates, width: 90 },
    lines: { type: 'integer', width: 90 },
    countedLines: { type: 'integer', width: 90 },
    differingLines: { type: 'integer', width: 90 },
    blind: { type: 'flag', width: 70 },
    documentNumber: { type: 'text', code: true, width: 170 },
    creatorName: { type: 'text', width: 90 },
    createTime: { type: 'time', width: 150 },
    remark: { type: 'text', width: 160 },
  },
  filters: {
    number: { by: 'contains', columns: ['number'], control: 'text', first: true },
    warehouses: { by: 'own', control: 'warehouses', first: true },
    state: { ...defineChoicesFilter('state', countStates), first: true },
    createTime: { by: 'range', columns: ['createTime'], control: 'dates', starts: 'threeMonths' },
  },
  order: { column: 'createTime', direction: 'desc' },
});

/** Line filter of a count: all, uncounted, counted, differing, or due for the second pass. */
export const countShows = ['all', 'uncounted', 'counted', 'differing', 'recount'] as const;

/**
 * Lines of a count, in base units. `book` is the book quantity at the start of counting; `difference` is
 * counted minus book. Both are null before counting and in blind counts. `again…` is the second pass.
 * `mine` is the reader's share in the current pass.
 */
export const countLineTable = defineTable({
  id: 'countLines',
  path: '/stockCheck/lines',
  exportPath: '/stockCheck/exportLines',
  access: view,
  columns: {
    id: { type: 'id', hidden: true },
    productId: { type: 'id', hidden: true },
    serialManaged: { type: 'flag', hidden: true },
    barcode: { type: 'text', code: true, width: 120 },
    name: { type: 'text', width: 180 },
    standard: { type: 'text', width: 90 },
    attributes: { type: 'text', width: 90 },
    shelfPosition: { type: 'text', width: 80 },
    unit: { type: 'text', width: 60 },
    lot: { type: 'text', code: true, width: 100 },
    expiry: { type: 'day', width: 100, optional: true },
    stockType: { type: 'choice', choices: stockTypes, width: 80 },
    book: { type: 'quantity', width: 90 },
    counted: { type: 'quantity', width: 90 },
    againBook: { type: 'quantity', width: 90 },
    again: { type: 'quantity', width: 90 },
    mine: { type: 'quantity', width: 90 },
    difference: { type: 'quantity', width: 90 },
    cost: { type: 'price', mean: true, mask: 'cost', optional: true },
    differenceValue: { type: 'money', mask: 'cost', sum: true },
    moved: { type: 'flag', width: 80 },
    countedAt: { type: 'time', optional: true },
  },
  filters: {
    /** Count; absent: no lines. */
    sheetId: { by: 'own', control: 'text' },
    keyword: {
      by: 'contains',
      columns: ['barcode', 'name', 'standard', 'lot'],
      control: 'text',
      first: true,
    },
    shelfPosition: { by: 'contains', columns: ['shelfPosition'], control: 'text' },
    show: { by: 'own', control: 'choice', choices: countShows, first: true },
  },
  order: { column: 'barcode', direction: 'asc' },
});

export const CountReply = Closed({
  id: Id,
  number: Type.String(),
  warehouseId: Id,
  warehouseName: Type.String(),
  state: Type.String(),
  blind: Type.Boolean(),
  /** Reader may see book quantities. */
  open: Type.Boolean(),
  lines: Type.Integer(),
  countedLines: Type.Integer(),
  recountLines: Type.Integer(),
  documentId: Nullable(Id),
  documentNumber: Type.String(),
  creatorName: Type.String(),
  createTime: Type.String(),
  remark: Type.String(),
});
export type CountReply = Static<typeof CountReply>;

/** Opens a count over a warehouse: all stock, or matching goods. At most 20,000 lines. */
export const startCount = defineEndpoint({
  call: 'POST /stockCheck/add',
  summary: 'Open a count of a warehouse',
  access: edit,
  input: Closed({
    warehouseId: Id,
    blind: Optional(Type.Boolean()),
    categoryId: Optional(Nullable(Id)),
    brandId: Optional(Nullable(Id)),
    keyword: Optional(Text(60)),
    shelfPosition: Optional(Text(60)),
    remark: Optional(Note(200)),
  }),
  reply: Closed({ id: Id, number: Type.String(), lines: Type.Integer() }),
});

export const countInfo = defineEndpoint({
  call: 'GET /stockCheck/info',
  summary: 'One count, by its own id or that of the document it posted',
  access: view,
  input: Closed({ id: Optional(Id), documentId: Optional(Id) }),
  reply: CountReply,
});

/**
 * Counted entry: a line by id, scanned barcode (with lot) or serial. `add` adds to the caller's share,
 * `quantity` replaces the share (null withdraws). Quantities are in the barcode's unit, or base units for a
 * line. Serials replace the caller's list.
 */
export const CountEntry = Closed({
  lineId: Optional(Id),
  code: Optional(Text(99)),
  lot: Optional(Text(100)),
  expiry: Optional(Nullable(LastDay)),
  stockType: Optional(StockTypeChoice),
  add: Optional(NumberString),
  quantity: Optional(Nullable(AmountString)),
  serials: Optional(Serials),
});
export type CountEntry = Static<typeof CountEntry>;

export const enterCount = defineEndpoint({
  call: 'POST /stockCheck/enter',
  summary: 'Count lines of a sheet',
  access: count,
  input: Closed({ id: Id, entries: Type.Array(CountEntry, { minItems: 1, maxItems: 500 }) }),
  reply: Closed({
    lines: Type.Array(
      Closed({
        id: Id,
        barcode: Type.String(),
        name: Type.String(),
        counted: Nullable(DecimalString),
        mine: Nullable(DecimalString),
      }),
    ),
  }),
});

/**
 * Withdraws all shares of these lines in the current pass; recounting uses the book quantities at that
 * time.
 */
export const clearCount = defineEndpoint({
  call: 'POST /stockCheck/clear',
  summary: 'Take back what was counted of lines',
  access: count,
  input: Closed({ id: Id, lineIds: Type.Array(Id, { minItems: 1, maxItems: 500 }) }),
  reply: Changed,
});

const defineCountStep = (path: string, summary: string) =>
  onOne({ call: `POST /stockCheck/${path}`, summary, access: edit });

export const countRest = defineCountStep(
  'countRest',
  'Count every line that no one counted as nothing',
);
export const finishCount = defineCountStep('finish', 'End the first pass');
export const reopenCount = defineCountStep('reopen', 'Go back to the first pass');

/** Posts remaining differences, each dated when the line was counted. */
export const approveCount = onSeveral({
  call: 'POST /stockCheck/audit',
  summary: 'Approve counts, all or none',
  access: { page: recountPage, button: '2' },
});
export const reverseCount = onSeveral({
  call: 'POST /stockCheck/reverseAudit',
  summary: 'Take approved counts out of the books, all or none',
  access: { page: recountPage, button: '7' },
});

export const removeCount = onSeveral({
  call: 'DELETE /stockCheck/deleteBatch',
  summary: 'Delete counts that have posted nothing, all or none',
  access: edit,
});
