import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { NeededNote, Optional, literals } from '../field.ts';
import { Closed, Day, Id, Nullable } from '../resource.ts';
import { table } from '../table.ts';

export const closingPage = '/financial/period_closing';
const page = { page: closingPage } as const;

/** What was done: a period was closed, or opened again. */
export const closingActions = ['closePeriod', 'reopenPeriod'] as const;

/** Documents that may be left open when a period is closed. */
const openDocuments = ['drafts', 'unpaidSales', 'unpaidPurchases', 'notInvoiced'] as const;
export type OpenDocuments = (typeof openDocuments)[number];
/** What may be left open when a period is closed. */
export const leftOpen = ['negativeStock', ...openDocuments, 'unmatched'] as const;
export type LeftOpen = (typeof leftOpen)[number];

const count = { type: 'integer', width: 110 } as const;

/** Who closed the books up to which day, or opened them again, when, and what was open then. */
export const closingTable = table({
  id: 'closings',
  path: '/periodClosing/list',
  exportPath: '/periodClosing/exportExcel',
  access: page,
  columns: {
    id: { type: 'id', hidden: true },
    at: { type: 'time', width: 160 },
    closingAction: { type: 'choice', choices: closingActions, width: 100 },
    closedBefore: { type: 'day', width: 120 },
    closedUntil: { type: 'day', width: 120 },
    userName: { type: 'text', width: 110 },
    reason: { type: 'text', width: 200 },
    drafts: count,
    negativeStock: count,
    unpaidSales: count,
    unpaidPurchases: count,
    notInvoiced: count,
    unmatched: count,
  },
  filters: {
    at: { by: 'range', columns: ['at'], control: 'dates', first: true },
    closingAction: {
      by: 'equals',
      columns: ['closingAction'],
      control: 'choice',
      choices: closingActions,
      first: true,
    },
  },
  nameColumn: 'at',
  facts: ['closingAction', 'closedUntil', 'reason'],
  order: { column: 'at', direction: 'desc' },
});

/** How many of each are open: documents, goods in a warehouse, or rows of bank statements. */
const Open = Closed({
  drafts: Type.Integer(),
  negativeStock: Type.Integer(),
  unpaidSales: Type.Integer(),
  unpaidPurchases: Type.Integer(),
  notInvoiced: Type.Integer(),
  unmatched: Type.Integer(),
});

export const closingChecklist = endpoint({
  call: 'GET /periodClosing/checklist',
  summary: 'What is open in the days up to one, before they are closed',
  access: page,
  input: Closed({ until: Day }),
  reply: Closed({
    closedUntil: Nullable(Type.String()),
    /** Whether a year ends among the days that are closed. */
    endsYear: Type.Boolean(),
    open: Open,
    /** The documents that are open, kind by kind. */
    openKinds: Type.Array(
      Closed({ open: literals(openDocuments), kind: Type.String(), count: Type.Integer() }),
    ),
    /**
     * The accounts with rows of their bank that are no document yet, or whose documents were changed since they were matched
     * (`changed` of them); the statement, where all of them are of one.
     */
    unmatchedAccounts: Type.Array(
      Closed({
        accountId: Id,
        accountName: Type.String(),
        statementId: Nullable(Id),
        count: Type.Integer(),
        changed: Type.Integer(),
      }),
    ),
  }),
});

/** Needs `confirmed` where something is open. Nothing up to that day changes any more, until it is opened again. */
export const closePeriod = endpoint({
  call: 'POST /periodClosing/close',
  summary: 'Close the books up to a day',
  access: { ...page, button: '2' },
  labels: 'closings',
  input: Closed({ until: Day, confirmed: Optional(Type.Boolean()) }),
  reply: Closed({ closedUntil: Type.String() }),
});

/** The days after `until` can be written to again; null: all days. */
export const reopenPeriod = endpoint({
  call: 'POST /periodClosing/reopen',
  summary: 'Open closed days again, for a reason',
  access: { ...page, button: '7' },
  labels: 'closings',
  input: Closed({ until: Nullable(Day), reason: NeededNote(200) }),
  reply: Closed({ closedUntil: Nullable(Type.String()) }),
});
