// Invoice: issued and received fiscal invoices, and their parts of bills.
export { invoiceRoutes } from './routes.ts';
