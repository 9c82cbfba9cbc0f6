// Invoice: fiscal invoices that were issued and received, and what they have of which bills.
export { invoiceRoutes } from './routes.ts';
