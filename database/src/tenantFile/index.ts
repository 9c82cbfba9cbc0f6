// One company as one file: written out of an installation, and restored into another or beside itself.
export { FORMAT_VERSION, TenantFileError, fileTroubles } from './manifest.ts';
export type { FileTrouble } from './manifest.ts';
export { readTenantFile } from './read.ts';
export type { RestoreOptions, Restored } from './read.ts';
export { upgradeTenantFile } from './upgrade.ts';
export { writeTenantFile } from './write.ts';
export type { Written } from './write.ts';
