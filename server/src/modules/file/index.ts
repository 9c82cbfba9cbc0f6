// File: pictures and papers of records, visible with the record, stored in the database.
export { attachFiles, dropFiles, keepRecordFiles, releaseRecordFiles } from './attach.ts';
export type { FileOwner } from './attach.ts';
export { fileRoutes } from './routes.ts';
export { dropSent, keepSent } from './sent.ts';
