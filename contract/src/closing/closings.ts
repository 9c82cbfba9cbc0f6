import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { NeededNote, Optional, toLiteralUnion } from '../field.ts';
import { Closed, Day, Id, Nullable } from '../resource.ts';
import { defineTable } from '../table.ts';

export const closingPage = '/financial/period_closing';
const page = { page: closingPage } as const;

/** Actions of a closing. */
export const closingActions = ['closePeriod', 'reopenPeriod'] as const;

/** Documents that may be open at closing. */
const openDocuments = ['drafts', 'unpaidSales', 'unpaidPurchases', 'notInvoiced'] as const;
export type OpenDocuments = (typeof openDocuments)[number];
/** Everything that may be open at closing. */
export const leftOpen = ['negativeStock', ...openDocuments, 'unmatched', 'notRevalued'] as const;
export type LeftOpen = (typeof leftOpen)[number];

const count = { type: 'integer', width: 110 } as const;

/** Closings and reopenings: user, day, time, and open items. */
export const closingTable = defineTable({
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
    notRevalued: count,
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
  notRevalued: Type.Integer(),
});

export const closingChecklist = defineEndpoint({
  call: 'GET /periodClosing/checklist',
  summary: 'What is open in the days up to one, before they are closed',
  access: page,
  input: Closed({ until: Day }),
  reply: Closed({
    closedUntil: Nullable(Type.String()),
    /** True if a year ends within the closed days. */
    endsYear: Type.Boolean(),
    open: Open,
    openKinds: Type.Array(
      Closed({ open: toLiteralUnion(openDocuments), kind: Type.String(), count: Type.Integer() }),
    ),
    /**
     * Accounts with bank rows that have no document, or whose documents changed after matching (`changed`
     * of them). The statement, if only one.
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

/** Requires `confirmed` if something is open or the day is today. Earlier days are frozen until reopened. */
export const closePeriod = defineEndpoint({
  call: 'POST /periodClosing/close',
  summary: 'Close the books up to a day',
  access: { ...page, button: '2' },
  labels: 'closings',
  input: Closed({ until: Day, confirmed: Optional(Type.Boolean()) }),
  reply: Closed({ closedUntil: Type.String() }),
});

/** The days after `until` can be written to again; null: all days. */
export const reopenPeriod = defineEndpoint({
  call: 'POST /periodClosing/reopen',
  summary: 'Open closed days again, for a reason',
  access: { ...page, button: '7' },
  labels: 'closings',
  input: Closed({ until: Nullable(Day), reason: NeededNote(200) }),
  reply: Closed({ closedUntil: Nullable(Type.String()) }),
});
