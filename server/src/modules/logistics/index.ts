// Logistics: carriers, freight, and goods in transit.
export { logisticsRoutes } from './routes.ts';
export { tracksSince } from './tracksSince.ts';
