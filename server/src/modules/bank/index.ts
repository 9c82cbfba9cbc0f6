// Bank statements: what banks report of accounts, and which rows match which documents. Bank statements
// post nothing.
export { bankRoutes } from './routes.ts';
export { toReconcile } from './toReconcile.ts';
