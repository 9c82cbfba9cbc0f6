// Reports: figures of the books, from balances and periods, never from the whole history.
export { pursesAt } from './accounts/purseAt.ts';
export { refusePartialBooks } from './books/ledgerAccounts.ts';
export { customers, openBills, suppliers } from './debts/openBills.ts';
export { openingLines } from './goods/openingLines.ts';
export { stockAt, worthOfStock } from './goods/stockAt.ts';
export { reportRoutes } from './routes.ts';
export { dueHandlers, dueTelling } from './debts/due.ts';
