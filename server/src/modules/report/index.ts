// Reports: what the books say, read from balances and periods and never from all of history.
export { reportRoutes } from './routes.ts';
