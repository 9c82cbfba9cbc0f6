// Replenish: proposals of what to buy, from whom, drafts made of them, and the rule over a past year.
export { backTestCompany } from './companyTest.ts';
export { replenishRoutes } from './routes.ts';
