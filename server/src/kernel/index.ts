// Kernel: what every module stands on. Routes from declarations, sessions and scope, transactions, tables, resources.
export { bookedBetween, ofDays } from './table/bookedBetween.ts';
export type { Call, FileReply, Upload } from './http/call.ts';
export type { Context, Language, Scope } from './context.ts';
export { FRAME_VIEW, filledAddress, frameSources, isLink, mayFrame } from './http/frames.ts';
export type { JobEvent, JobHandlers, Round } from './live/jobs.ts';
export { holdPlace } from './http/heavyWork.ts';
export { factsOfReach } from './dateReach.ts';
export { withinTime } from './withinTime.ts';
export { fetchText, outerAddress, postText, webAddress } from './egress.ts';
export { signedHeaders } from './signed.ts';
export type { EgressLimits } from './egress.ts';
export { sentenceOf } from './http/answer.ts';
export { log, emit, tellPrograms } from './tx/journal.ts';
export { passwordChecks, unfoldedPostings } from './http/metrics.ts';
export { excuseWrite, mount, mountPublic } from './http/mount.ts';
export { ownCall } from './http/ownCall.ts';
export type { Knock } from './http/mount.ts';
export { exportLists, exportPage, listOf, mayRead, readList } from './table/lists.ts';
export { mountTable, mountTables } from './table/mountTable.ts';
export { mountRecords, mountResource } from './table/mountResource.ts';
export { idsOf, resourceEngine } from './table/resourceEngine.ts';
export type { Columns, Row, Writer } from './table/resourceEngine.ts';
export { recordRows, recordWriter } from './table/recordWriter.ts';
export type { AnyRecord, Reading } from './table/recordWriter.ts';
export { fieldsShown } from './table/shown.ts';
export type { Show } from './table/shown.ts';
export { isAddressOrNetwork, comesFrom } from './http/addresses.ts';
export { networkOf } from './http/network.ts';
export { tellNews } from './live/news.ts';
export { found, refuse } from './refuse.ts';
export { rightsChanged, rightsMoved } from './tx/rights.ts';
export {
  grantedCustomers,
  grantedWarehouses,
  mayOpen,
  mayUseCustomer,
  mayUseWarehouse,
  ofPeople,
  seesAllBooks,
  seesAmounts,
  seesWholeDays,
  visibleDocuments,
  visibleInvoices,
} from './scope.ts';
export { FRESH_FOR, TOKEN_DAYS, hashOf, isLive, newToken, scopeOfUser } from './http/session.ts';
export { dayStart } from './dayStart.ts';
export { source } from './table/source.ts';
export { addRows, changeRows, isAlike, isTaken } from './table/storedRows.ts';
export { spooled } from './http/spool.ts';
export type { Source } from './table/source.ts';
export {
  codeHolds,
  holdsKeyword,
  matchesKeyword,
  productsWithText,
} from './table/productSearch.ts';
export { anyHolds, hasTrigram, holds, isNamedBy } from './table/searchSql.ts';
export { GRACE, isReadable, notice } from './term.ts';
export { createVault, isSealed } from './vault.ts';
export type { Vault } from './vault.ts';
export type { Kernel } from './kernel.ts';
export { createSharedThrottle, sweepFailures } from './http/sharedThrottle.ts';
export type { SharedThrottle } from './http/sharedThrottle.ts';
export { createThrottle } from './http/throttle.ts';
export { createTurns } from './http/turns.ts';
export type { Throttle } from './http/throttle.ts';
export { BEGIN_WRITING, inTurn } from './tx/lanes.ts';
export { newIds } from './tx/newIds.ts';
export { inTenant, inTransaction } from './tx/transaction.ts';
export type { Waiting } from './tx/waiting.ts';
export { refuseStale } from './tx/stale.ts';
export { letFollow, refuseUsed, usedAmong } from './table/uses.ts';
export { trimmed } from './table/cell.ts';
export { isOurFault, refusalOf } from './http/failures.ts';
export { createJobs } from './live/jobs.ts';
export type { Jobs } from './live/jobs.ts';
export { ownerScope } from './ownerScope.ts';
export { inBase, onlyAsked } from './table/source.ts';
export type { FiltersOf, Meaning, Wanted } from './table/source.ts';
export { searchOf } from './table/tableQuery.ts';
export type { TableQuery } from './table/tableQuery.ts';
export { emptyJournal } from './tx/journal.ts';
export type { Journal } from './tx/journal.ts';
export { atOnce, given, signedKinds, together } from './tx/recordset.ts';
export { sqlError } from './tx/sqlError.ts';
export { transact } from './tx/transact.ts';
export type { Asker } from './tx/transact.ts';
export { emitOwn, writeDown } from './tx/writeDown.ts';
