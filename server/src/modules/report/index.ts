// Reports: what the books say, read from balances and periods and never from all of history.
export { pursesAt } from './purseAt.ts';
export { stockAt } from './stockAt.ts';
export { reportRoutes } from './routes.ts';
export { dueHandlers, dueTelling } from './due.ts';
