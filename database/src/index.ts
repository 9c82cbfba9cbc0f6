// Database: schema, migrations, roles, row types and connections. Imports no other room.
export { openDatabasePool, withDatabasePool } from './connect.ts';
export type { ConnectOptions } from './connect.ts';
export {
  DatabaseError,
  connectionOf,
  driverConfig,
  planOutrun,
  reachedAt,
  sqlState,
  withClient,
} from './connection.ts';
export type { Connection } from './connection.ts';
export type { Database, Json, JsonValue } from './database.generated.ts';
export { codeOf } from './errorCode.ts';
export { runBackfills } from './backfill.ts';
export type { BackfillOptions } from './backfill.ts';
export { migrateDatabase } from './migrate.ts';
export type { MigrateOptions, Migrated } from './migrate.ts';
export { formOf, readMigrations, statementsIn } from './migrations.ts';
export type { Migration } from './migrations.ts';
export type { Roles } from './roles.ts';
export { runningDatabase, startEmbedded } from './embedded/index.ts';
export type { Embedded, EmbeddedOptions } from './embedded/index.ts';
export { insertLogin } from '../seed/login.ts';
export { menu } from '../seed/menu.ts';
export type { ButtonCode, MenuRow } from '../seed/menu.ts';
export {
  IMPORTED_CODES,
  OPERATOR_LOGIN,
  PLATFORM_CODE,
  platformLabels,
  seedPlatform,
} from '../seed/platform.ts';
export { seededRoles } from '../seed/roles.ts';
export type { SeedLanguage, SeededRole, SeededRoleCode } from '../seed/roles.ts';
export { firstRecords, usualSettings } from '../seed/firstRecords.ts';
export {
  createTenant,
  createTenantIn,
  findTenant,
  insertFirstRecords,
  renameFurniture,
} from '../seed/tenant.ts';
export type { CreatedTenant, NewTenant } from '../seed/tenant.ts';
export { holderOfName } from './loginNames.ts';
export type { NameHolder } from './loginNames.ts';

export { idsIn, ledgers, looseNames, looseNameConditionSql, parts } from './names.ts';
export type { LooseName, ParentRecordRef } from './names.ts';
export { ledgerHolder, ledgerOf } from './ledgerOf.ts';
export { readChecks } from './checks.ts';
export { bookedOffs, dayAmounts, rollUps } from './rollUps.ts';
export type { RollUp } from './rollUps.ts';
export { tradeMeasures, tradedGoods } from './tradedGoods.ts';
export type { TradeMeasure, TradedColumn } from './tradedGoods.ts';
export type { Check } from './checks.ts';
export { verifyDatabase, verifyIn } from './verify.ts';
export type { Verified, VerifyOptions, Violation } from './verify.ts';
export { lyingOf } from './cluster.ts';
export { planDistribution, leftBehind, ownerWalls } from './distribute.ts';
export {
  FORMAT_VERSION,
  TenantFileError,
  fileTroubles,
  readTenantFile,
  upgradeTenantFile,
  writeTenantFile,
} from './tenantFile/index.ts';
export type {
  FileTrouble,
  RestoreOptions,
  TenantRestoreResult,
  WrittenTenantFile,
} from './tenantFile/index.ts';
