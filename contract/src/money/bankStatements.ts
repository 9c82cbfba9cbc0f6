import { Type } from 'typebox';
import type { Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Name, Optional, ShownAmount, Text } from '../field.ts';
import {
  Changed,
  Closed,
  Day,
  Id,
  NumberString,
  Nullable,
  onSeveral,
  readOne,
} from '../resource.ts';
import { Cells, worksheetInput } from '../sheet/lines.ts';
import { ledgerKinds } from '../report/ledger.ts';
import { table } from '../table.ts';
import { CurrencyCode } from './exchangeRates.ts';

export const bankStatementPage = '/financial/bank_statement';
const page = { page: bankStatementPage } as const;
const edit = { page: bankStatementPage, button: '1' } as const;

/** Rows of a statement that come in at once. */
export const MOST_BANK_ROWS = 5_000;

/** Statements of accounts, whose flow is the whole company's, so they need the "all data" scope (design §7.15). */
export const bankStatementTable = table({
  id: 'bankStatements',
  path: '/bankStatement/list',
  exportPath: '/bankStatement/exportExcel',
  access: page,
  columns: {
    id: { type: 'id', hidden: true },
    accountId: { type: 'id', hidden: true },
    name: { type: 'text', width: 200 },
    accountName: { type: 'text', width: 140 },
    since: { type: 'day', width: 110 },
    until: { type: 'day', width: 110 },
    /** What its amounts are in. They don't add up: each is of its account. */
    currency: { type: 'text', code: true, width: 70 },
    amountIn: { type: 'money', mask: 'money', width: 110 },
    amountOut: { type: 'money', mask: 'money', width: 110 },
    closing: { type: 'money', mask: 'money', width: 110 },
    bankRows: { type: 'integer', sum: true, width: 80 },
    /** Rows that are no document yet. */
    openRows: { type: 'integer', sum: true, width: 90, matters: 'most' },
    creatorName: { type: 'text', optional: true, width: 90 },
    createTime: { type: 'time', optional: true },
  },
  filters: {
    accountId: { by: 'equals', columns: ['accountId'], control: 'account', first: true },
    name: { by: 'contains', columns: ['name'], control: 'text', first: true },
    until: { by: 'range', columns: ['until'], control: 'dates', first: true },
    hasOpenRows: { by: 'own', control: 'flag' },
  },
  nameColumn: 'name',
  facts: ['accountName', 'until', 'openRows'],
  order: { column: 'until', direction: 'desc' },
});

/** 0 no document, 1 matched, 2 its documents move something else now, or on another day. */
export const bankRowStates = ['0', '1', '2'] as const;

/** The rows of one statement with the documents they are; of those the reader may not see, only that they are. */
export const bankRowTable = table({
  id: 'bankRows',
  path: '/bankStatement/rows',
  exportPath: '/bankStatement/exportRows',
  access: page,
  columns: {
    id: { type: 'text', code: true, hidden: true },
    row: { type: 'integer', width: 70 },
    currency: { type: 'text', hidden: true },
    date: { type: 'day', width: 110 },
    amount: { type: 'money', sum: true, signed: true, mask: 'money', width: 120 },
    bankPartner: { type: 'text', width: 180, matters: 'most' },
    purpose: { type: 'text', width: 200 },
    reference: { type: 'text', code: true, width: 140, optional: true },
    bankRowState: { type: 'choice', choices: bankRowStates, width: 90 },
    matchedNumbers: { type: 'text', code: true, width: 190, matters: 'most' },
    matchedAmount: { type: 'money', sum: true, signed: true, mask: 'money', width: 120 },
  },
  filters: {
    /** Which statement; without one there are no rows. */
    statementId: { by: 'own', control: 'text' },
    bankRowState: {
      by: 'equals',
      columns: ['bankRowState'],
      control: 'choice',
      choices: bankRowStates,
      first: true,
    },
    bankText: {
      by: 'contains',
      columns: ['bankPartner', 'purpose', 'reference'],
      control: 'text',
      first: true,
    },
    date: { by: 'range', columns: ['date'], control: 'dates', first: true },
    matchedNumbers: { by: 'contains', columns: ['matchedNumbers'], control: 'text' },
  },
  oneCurrency: true,
  nameColumn: 'row',
  facts: ['bankPartner', 'date', 'amount'],
  order: { column: 'row', direction: 'asc' },
});

/** Movements of a statement's account that no row of any statement is matched with. */
export const bankMoveTable = table({
  id: 'bankMoves',
  path: '/bankStatement/moves',
  exportPath: '/bankStatement/exportMoves',
  access: page,
  columns: {
    id: { type: 'id', hidden: true },
    documentId: { type: 'id', hidden: true },
    currency: { type: 'text', hidden: true },
    date: { type: 'day', width: 110 },
    number: { type: 'text', code: true, width: 170 },
    kind: { type: 'choice', choices: ledgerKinds, width: 110 },
    partnerName: { type: 'text', width: 180 },
    amount: { type: 'money', sum: true, signed: true, mask: 'money', width: 120 },
    remark: { type: 'text', width: 180 },
    /** Difference between the movement's amount and that of the row in `bankRow`. */
    amountApart: { type: 'money', hidden: true, mask: 'money' },
  },
  filters: {
    /** Which statement; without one there are no rows. */
    statementId: { by: 'own', control: 'text' },
    /** The row whose documents are looked for: only such as went its way, unless both ways are asked for. */
    bankRow: { by: 'own', control: 'text', behind: true },
    bothWays: { by: 'own', control: 'flag', behind: true },
    date: { by: 'own', control: 'dates', first: true },
    number: { by: 'contains', columns: ['number'], control: 'text', first: true },
    partnerName: { by: 'contains', columns: ['partnerName'], control: 'text', first: true },
  },
  oneCurrency: true,
  nameColumn: 'number',
  facts: ['partnerName', 'date', 'amount'],
  order: { column: 'date', direction: 'asc' },
});

const Row = Closed({
  date: Day,
  /** Below zero: it left the account. */
  amount: NumberString,
  partnerName: Optional(Text(200)),
  purpose: Optional(Text(500)),
  reference: Optional(Text(100)),
});
export type BankRowInput = Static<typeof Row>;
const Place = Type.Integer({ minimum: 1 });
const Matching = Closed({
  row: Place,
  documentIds: Type.Array(Id, { minItems: 1, maxItems: 200 }),
});

/**
 * How a statement and the books come to the same, in the statement's currency: what the bank says with what only the books
 * have, and what the books say with what only the bank has. Only what is of the days since the account's first statement
 * counts.
 */
const Reconciliation = Closed({
  id: Id,
  name: Type.String(),
  accountId: Id,
  accountName: Type.String(),
  currency: Type.String(),
  since: Type.String(),
  until: Type.String(),
  /** Rows whose documents move something else now than when they were matched, or on another day. */
  changedRows: Type.Integer(),
  closing: ShownAmount,
  /** In the books and at no bank until then. */
  onlyBooked: ShownAmount,
  adjustedBank: ShownAmount,
  /** What the books say the account held at the statement's end. */
  booked: ShownAmount,
  /** At the bank and in no books until then. */
  onlyBank: ShownAmount,
  adjustedBooks: ShownAmount,
  /** What the bank comes to less what the books come to; null where the bank's end is not known. */
  difference: ShownAmount,
});
export type Reconciliation = Static<typeof Reconciliation>;

/** Matching says which row is which document; nothing is posted by it. */
export const bankStatements = {
  table: bankStatementTable,
  rowTable: bankRowTable,
  moveTable: bankMoveTable,
  /** Texts in a sheet of a file. Nothing is saved. */
  readCells: endpoint({
    call: 'POST /bankStatement/importExcel',
    summary: 'Read a bank statement from a spreadsheet',
    access: edit,
    upload: true,
    writes: false,
    input: Closed(worksheetInput),
    reply: Cells,
  }),
  /**
   * Rows of the account that other statements have already are left out: `known` of them. Among these, `rebooked` are the places
   * of those that look like known rows booked on another day: with `takeRebooked` they come in as payments of their own. Without a currency it is that of the
   * account's other statements, else the company's own.
   */
  add: endpoint({
    call: 'POST /bankStatement/add',
    summary: 'Bring in a bank statement',
    access: edit,
    labels: 'bankStatements',
    input: Closed({
      accountId: Id,
      name: Name(1, 100),
      currency: Optional(CurrencyCode),
      closing: Optional(Nullable(NumberString)),
      rows: Type.Array(Row, { minItems: 1, maxItems: MOST_BANK_ROWS }),
      takeRebooked: Optional(Type.Boolean()),
    }),
    reply: Closed({
      id: Nullable(Id),
      added: Type.Integer(),
      known: Type.Integer(),
      rebooked: Type.Array(Type.Integer()),
    }),
  }),
  removeBatch: onSeveral({
    call: 'DELETE /bankStatement/deleteBatch',
    summary: 'Delete bank statements with their matches',
    access: edit,
  }),
  /** The balance that the bank states; null: it states none. */
  setClosing: endpoint({
    call: 'PUT /bankStatement/setClosing',
    summary: 'Set the closing balance of a bank statement',
    access: edit,
    labels: 'bankStatements',
    input: Closed({ id: Id, closing: Nullable(NumberString) }),
    reply: Changed,
  }),
  infoCall: readOne({
    path: '/bankStatement/info',
    summary: 'How a bank statement and the books come to the same',
    access: page,
    reply: Reconciliation,
  }),
  /** For rows without documents, found by amount, day, number and name; only such as the reader may see. */
  suggestions: readOne({
    path: '/bankStatement/suggestions',
    summary: 'Which documents the rows of a bank statement are beyond doubt',
    access: page,
    reply: Closed({
      suggestions: Type.Array(
        Closed({ row: Place, documentId: Id, kind: Type.String(), number: Type.String() }),
      ),
    }),
  }),
  match: endpoint({
    call: 'POST /bankStatement/match',
    summary: 'Say which documents rows are, all or none',
    access: edit,
    labels: 'bankRows',
    input: Closed({
      id: Id,
      matches: Type.Array(Matching, { minItems: 1, maxItems: MOST_BANK_ROWS }),
    }),
    reply: Changed,
  }),
  unmatch: endpoint({
    call: 'POST /bankStatement/unmatch',
    summary: 'Take back which documents rows are',
    access: edit,
    labels: 'bankRows',
    input: Closed({ id: Id, rows: Type.Array(Place, { minItems: 1, maxItems: MOST_BANK_ROWS }) }),
    reply: Changed,
  }),
} as const;
