// File: pictures and papers that hang on records. Who may see the record may see them; they are kept in the database.
export { attachFiles, dropFiles, handOver } from './attach.ts';
export type { FileOwner } from './attach.ts';
export { fileRoutes } from './routes.ts';
export { dropSent, keepSent } from './sent.ts';
