// File: pictures and papers that hang on records. Who may see the record may see them; they are kept in the database.
export { claimFiles, handOver } from './claim.ts';
export type { FileOwner } from './claim.ts';
export { fileRoutes } from './routes.ts';
