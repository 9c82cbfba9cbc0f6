// Logistics: who carries goods, what they take for it, and what of it is on its way.
export { logisticsRoutes } from './routes.ts';
export { tracksSince } from './tracksSince.ts';
