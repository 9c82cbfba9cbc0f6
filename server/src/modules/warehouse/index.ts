// Warehouses: the company's own places for goods, and their grants.
export { warehouseRoutes } from './routes.ts';
