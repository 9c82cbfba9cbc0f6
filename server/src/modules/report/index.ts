// Reports: figures of the books, from balances and periods, never from the whole history.
export { pursesAt } from './accounts/purseAt.ts';
export { stockAt } from './goods/stockAt.ts';
export { reportRoutes } from './routes.ts';
export { dueHandlers, dueTelling } from './debts/due.ts';
