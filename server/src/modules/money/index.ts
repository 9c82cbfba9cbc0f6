// Money: settlement accounts, income and expense items, and what lies in the purses of the books.
export { purseBalances, seesAccounts, seesAllBooks, visibleFlows } from './purses.ts';
export { moneyRoutes } from './routes.ts';
