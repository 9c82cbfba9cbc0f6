// Transactions: lanes, journals, ids, stale writes, statements sent together.
export type { Asker } from './transact.ts';
export type { Journal } from './journal.ts';
export type { PendingRowViews } from './waiting.ts';
export { BEGIN_WRITING, inTurn } from './lanes.ts';
export type { GivenColumn } from './recordset.ts';
export { atOnce, columnsAsTable, rowsAsTable, signedKinds, runTogether } from './recordset.ts';
export { emitOwn, logRowsSql, writeDown } from './writeDown.ts';
export { emptyJournal } from './journal.ts';
export { inTenant, runInTransaction } from './transaction.ts';
export { logChange, emitEvent, recordProgramEvent } from './journal.ts';
export { newIds } from './newIds.ts';
export { refuseStale } from './stale.ts';
export { rightsChanged, rightsMoved } from './rights.ts';
export { runTransaction } from './transact.ts';
export { sqlError } from './sqlError.ts';
