// Company file: one company exported to a file, restored into another installation or beside the original.
export { FORMAT_VERSION, TenantFileError, fileTroubles } from './manifest.ts';
export type { FileTrouble } from './manifest.ts';
export { readTenantFile } from './read.ts';
export type { RestoreOptions, TenantRestoreResult } from './read.ts';
export { upgradeTenantFile } from './upgrade.ts';
export { writeTenantFile } from './write.ts';
export type { WrittenTenantFile } from './write.ts';
