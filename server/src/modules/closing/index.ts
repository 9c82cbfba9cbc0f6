// Closing: closed days, closing users, and items open at the time.
export { closingRoutes } from './routes.ts';
