import { Type } from 'typebox';
import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { RecordCurrencyCode, NameText, Optional, ShownAmount, Text } from '../field.ts';
import {
  Changed,
  Closed,
  Day,
  Id,
  NumberString,
  Nullable,
  Saved,
  onSeveral,
  readOne,
} from '../resource.ts';
import { SheetCellTexts, worksheetInput } from '../sheet/lines.ts';
import { ledgerKinds } from '../report/ledger.ts';
import { defineTable } from '../table.ts';

export const bankStatementPage = '/financial/bank_statement';
const page = { page: bankStatementPage } as const;
const edit = { page: bankStatementPage, button: '1' } as const;

/** Rows per import. */
export const MOST_BANK_ROWS = 5_000;

/** Bank statements. An account's flow is the whole company's, so the "all data" scope is needed. */
export const bankStatementTable = defineTable({
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
    /** Currency of the amounts. Amounts don't add up across accounts. */
    currency: { type: 'text', code: true, width: 70 },
    amountIn: { type: 'money', mask: 'money', width: 110 },
    amountOut: { type: 'money', mask: 'money', width: 110 },
    closing: { type: 'money', mask: 'money', width: 110 },
    bankRows: { type: 'integer', sum: true, width: 80 },
    /** Rows without a document. */
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

/** 0 no document; 1 matched; 2 matched, but the documents' amount or day changed. */
export const bankRowStates = ['0', '1', '2'] as const;

/** Rows of one statement with their documents; hidden documents show only that a match exists. */
export const bankRowTable = defineTable({
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
    /** Statement id, required for rows. */
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

/** Movements of a statement's account without a matching row. */
export const bankMoveTable = defineTable({
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
    /** Movement's amount less the amount of the row in `bankRow`. */
    amountApart: { type: 'money', hidden: true, mask: 'money' },
  },
  filters: {
    /** Statement id, required for rows. */
    statementId: { by: 'own', control: 'text' },
    /** Row to find documents for: movements in its direction, unless `bothWays`. */
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
  /** Negative: paid out of the account. */
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
 * Reconciliation of a statement with the books, in the statement's currency: each side adjusted by items
 * only on the opposite side. Only items since the account's first statement count.
 */
const BankReconciliation = Closed({
  id: Id,
  name: Type.String(),
  accountId: Id,
  accountName: Type.String(),
  currency: Type.String(),
  since: Type.String(),
  until: Type.String(),
  /** Matched rows whose documents' amount or day changed. */
  changedRows: Type.Integer(),
  closing: ShownAmount,
  /** Counts changes of the closing balance. */
  version: Type.Integer(),
  /** In the books and at no bank until then. */
  onlyBooked: ShownAmount,
  adjustedBank: ShownAmount,
  /** Book balance at the statement's end. */
  booked: ShownAmount,
  /** At the bank and in no books until then. */
  onlyBank: ShownAmount,
  adjustedBooks: ShownAmount,
  /** Adjusted bank less adjusted books; null if the closing balance is unknown. */
  difference: ShownAmount,
});
export type BankReconciliation = Static<typeof BankReconciliation>;

/** Matching links rows with documents and posts nothing. */
export const bankStatements = {
  table: bankStatementTable,
  rowTable: bankRowTable,
  moveTable: bankMoveTable,
  /** Texts in a sheet of a file. Nothing is saved. */
  readCells: defineEndpoint({
    call: 'POST /bankStatement/importExcel',
    summary: 'Read a bank statement from a spreadsheet',
    access: edit,
    upload: true,
    writes: false,
    input: Closed(worksheetInput),
    reply: SheetCellTexts,
  }),
  /**
   * Imports rows; rows on an earlier statement are skipped and counted in `known`. `rebooked` holds the
   * positions of skipped rows that look like known rows on another day; `takeRebooked` imports these, too.
   * Default currency: the account's earlier statements', else the company's.
   */
  add: defineEndpoint({
    call: 'POST /bankStatement/add',
    summary: 'Bring in a bank statement',
    access: edit,
    labels: 'bankStatements',
    input: Closed({
      accountId: Id,
      name: NameText(1, 100),
      currency: Optional(RecordCurrencyCode),
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
  /** Closing balance stated by the bank; null: none stated. */
  setClosing: defineEndpoint({
    call: 'PUT /bankStatement/setClosing',
    summary: 'Set the closing balance of a bank statement',
    access: edit,
    labels: 'bankStatements',
    input: Closed({ id: Id, version: Type.Integer(), closing: Nullable(NumberString) }),
    reply: Saved,
  }),
  infoCall: readOne({
    path: '/bankStatement/info',
    summary: 'How a bank statement and the books come to the same',
    access: page,
    reply: BankReconciliation,
  }),
  /**
   * Suggests documents for unmatched rows by amount, day, number and name, among those visible to the
   * reader.
   */
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
  match: defineEndpoint({
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
  unmatch: defineEndpoint({
    call: 'POST /bankStatement/unmatch',
    summary: 'Undo the match of rows',
    access: edit,
    labels: 'bankRows',
    input: Closed({ id: Id, rows: Type.Array(Place, { minItems: 1, maxItems: MOST_BANK_ROWS }) }),
    reply: Changed,
  }),
} as const;
