// Log: who did what and when, and what it changed.
export { logRoutes } from './routes.ts';
