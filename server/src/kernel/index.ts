// Kernel: what every module stands on. Routes from declarations, sessions and scope, transactions, tables, resources.
export { bookedBetween } from './bookedBetween.ts';
export type { Call, FileReply, Upload } from './call.ts';
export type { Context, Language, Scope } from './context.ts';
export { FRAME_VIEW, filledAddress, frameSources, isLink, mayFrame } from './frames.ts';
export type { JobEvent, JobHandlers } from './jobs.ts';
export { fetchText, webAddress } from './egress.ts';
export type { EgressLimits } from './egress.ts';
export { sentenceOf } from './answer.ts';
export { audit, emit } from './journal.ts';
export { passwordChecks } from './metrics.ts';
export { mount, mountPublic } from './mount.ts';
export type { Knock } from './mount.ts';
export { mountTable, mountTables } from './mountTable.ts';
export { mountRecords, mountResource } from './mountResource.ts';
export { idsOf, resourceEngine } from './resourceEngine.ts';
export type { Columns, Row, Writer } from './resourceEngine.ts';
export { networkOf } from './network.ts';
export { tellNews } from './news.ts';
export { found, refuse } from './refuse.ts';
export { rightsChanged, rightsMoved } from './rights.ts';
export {
  grantedCustomers,
  grantedWarehouses,
  mayOpen,
  mayUseCustomer,
  mayUseWarehouse,
  seesAmounts,
  visibleDocuments,
  seesWholeDays,
} from './scope.ts';
export { TOKEN_DAYS, hashOf, isLive, newToken, scopeOfUser } from './session.ts';
export { source } from './source.ts';
export { spooled } from './spool.ts';
export type { Source } from './source.ts';
export { literal } from './tableSql.ts';
export { GRACE, isReadable, notice } from './term.ts';
export { createVault, isSealed } from './vault.ts';
export type { Kernel } from './kernel.ts';
export { createThrottle } from './throttle.ts';
export { createTurns } from './turns.ts';
export type { Throttle } from './throttle.ts';
export { inTurn } from './lanes.ts';
export { inTenant, inTransaction } from './transaction.ts';
export { refuseStale } from './stale.ts';
export { usedAmong } from './uses.ts';
export { trimmed } from './cell.ts';
