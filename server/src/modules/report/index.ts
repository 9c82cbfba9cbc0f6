// Reports: what the books say, read from balances and periods and never from all of history.
export { pursesAt } from './accounts/purseAt.ts';
export { stockAt } from './goods/stockAt.ts';
export { reportRoutes } from './routes.ts';
export { dueHandlers, dueTelling } from './debts/due.ts';
