// Money: settlement accounts, income and expense items, and balances of the books.
export { exchangeRateBulk } from './exchangeRates.ts';
export { classesWithin } from './revenueClasses.ts';
export { ledgerName } from './ledgerAccounts.ts';
export { purseBalances, seesAccounts, seesWholeCompany, visibleFlows } from './purses.ts';
export { moneyRoutes } from './routes.ts';
