// Bank statements: what banks say of accounts, and which rows of it are which documents. Nothing is posted by it.
export { bankRoutes } from './routes.ts';
export { toReconcile } from './toReconcile.ts';
