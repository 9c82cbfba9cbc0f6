import { revaluedItemPurses } from '@tradehouse/domain';
import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Note, Optional, toLiteralUnion } from '../field.ts';
import { Closed, Day, Id, Nullable, PositiveString, Saved, onOne } from '../resource.ts';
import { defineTable } from '../table.ts';
import type { TableColumn } from '../table.ts';

export const revaluationPage = '/financial/revaluation';
const page = { page: revaluationPage } as const;
const edit = { ...page, button: '1' } as const;

/** In force without a reversal; reversed on a later day; taken back, as if never posted. */
export const revaluationStates = ['posted', 'reversed', 'takenBack'] as const;

const own = { type: 'money', own: true, mask: 'money', width: 130 } as const;
const difference = {
  ...own,
  signed: true,
} as const satisfies TableColumn;

/** Revaluations: day, user, time, difference, and reversal. */
export const revaluationTable = defineTable({
  id: 'revaluations',
  path: '/revaluation/list',
  exportPath: '/revaluation/exportExcel',
  access: page,
  columns: {
    id: { type: 'id', hidden: true },
    version: { type: 'integer', hidden: true },
    day: { type: 'day', width: 120 },
    number: { type: 'text', code: true, width: 170 },
    rates: {
      type: 'text',
      code: true,
      width: 200,
    },
    items: {
      type: 'integer',
      width: 90,
    },
    booked: { ...own },
    value: { ...own },
    difference,
    revaluationState: {
      type: 'choice',
      choices: revaluationStates,
      width: 110,
    },
    reversedOn: { type: 'day', width: 120 },
    userName: { type: 'text', width: 110 },
    createTime: { type: 'time', width: 150 },
    remark: { type: 'text', width: 180 },
  },
  filters: {
    day: {
      by: 'range',
      columns: ['day'],
      control: 'dates',
      first: true,
    },
    revaluationState: {
      by: 'equals',
      columns: ['revaluationState'],
      control: 'choice',
      choices: revaluationStates,
      first: true,
    },
    remark: { by: 'contains', columns: ['remark'], control: 'text' },
  },
  nameColumn: 'day',
  facts: ['revaluationState', 'rates', 'difference'],
  order: { column: 'day', direction: 'desc' },
});

const itemColumns = {
  revaluedPurse: {
    type: 'choice',
    choices: revaluedItemPurses,
    width: 110,
  },
  holderName: {
    type: 'text',
    width: 180,
  },
  currency: { type: 'text', code: true, width: 70 },
  amount: {
    type: 'quantity',
    mask: 'money',
    width: 130,
  },
  booked: { ...own, sum: true },
  rate: { type: 'quantity', width: 100 },
  value: { ...own, sum: true },
  difference: { ...difference, sum: true },
} as const satisfies Record<string, TableColumn>;

/** Rows of a revaluation, or of all; liabilities are negative. */
export const revaluationRowTable = defineTable({
  id: 'revaluationRows',
  path: '/revaluation/rows',
  exportPath: '/revaluation/exportRows',
  access: page,
  columns: { id: { type: 'id', hidden: true }, ...itemColumns },
  filters: {
    revaluationId: { by: 'own', control: 'text', linked: true },
    revaluedPurse: {
      by: 'equals',
      columns: ['revaluedPurse'],
      control: 'choice',
      choices: revaluedItemPurses,
      first: true,
    },
    holderName: {
      by: 'contains',
      columns: ['holderName'],
      control: 'text',
      first: true,
    },
    currency: { by: 'equals', columns: ['currency'], control: 'text' },
  },
  nameColumn: 'holderName',
  facts: ['currency', 'amount', 'difference'],
  order: { column: 'id', direction: 'asc' },
});

const Rates = Type.Array(
  Closed({ currency: Type.String({ pattern: '^[A-Z]{3}$' }), rate: PositiveString }),
  { maxItems: 200 },
);

const Row = Closed({
  purse: toLiteralUnion(revaluedItemPurses),
  holderId: Id,
  holderName: Type.String(),
  currency: Type.String(),
  amount: Type.String(),
  booked: Type.String(),
  /** Null without a rate, like value and difference. */
  rate: Nullable(Type.String()),
  value: Nullable(Type.String()),
  difference: Nullable(Type.String()),
});

export const revaluations = {
  table: revaluationTable,
  rowTable: revaluationRowTable,
  /** Open foreign items at the end of a day, valued at the given rates, else at the rates of the day. */
  preview: defineEndpoint({
    call: 'POST /revaluation/preview',
    summary: 'Open items in foreign currencies at the rates of a day; saves nothing',
    access: page,
    labels: 'revaluations',
    writes: false,
    input: Closed({ day: Day, rates: Optional(Rates), deposits: Type.Boolean() }),
    reply: Closed({
      /** A rate for each currency with open items; null: unknown. */
      rates: Type.Array(
        Closed({
          currency: Type.String(),
          rate: Nullable(Type.String()),
          /** First day of the rate in the table; null: the rate was given. */
          since: Nullable(Type.String()),
        }),
      ),
      rows: Type.Array(Row),
      /** Sum of the differences; null if a rate is unknown. */
      difference: Nullable(Type.String()),
    }),
  }),
  /** Posts the differences on the day, and with `reverse` the opposite on the next day. */
  post: defineEndpoint({
    call: 'POST /revaluation/post',
    summary: 'Revalue open items in foreign currencies',
    access: edit,
    labels: 'revaluations',
    input: Closed({
      day: Day,
      rates: Rates,
      deposits: Type.Boolean(),
      reverse: Type.Boolean(),
      remark: Optional(Note(200)),
    }),
    reply: Saved,
  }),
  /** Posts the opposite on the day after the revaluation. */
  reverse: onOne({
    call: 'POST /revaluation/reverse',
    summary: 'Reverse a revaluation on the next day',
    access: edit,
  }),
  /** Removes the postings of a revaluation and of the reversal, in open days. */
  takeBack: onOne({
    call: 'POST /revaluation/takeBack',
    summary: 'Take back a revaluation and its reversal',
    access: edit,
  }),
} as const;
