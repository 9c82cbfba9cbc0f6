// Closing: up to which day the books are closed, by whom, and what was open then.
export { closingRoutes } from './routes.ts';
