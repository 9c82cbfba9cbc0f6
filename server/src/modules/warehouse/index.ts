// Warehouses: the company's own places for goods, and who may use which.
export { warehouseRoutes } from './routes.ts';
