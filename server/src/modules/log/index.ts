// Log: who did what and when, and what it changed.
export { logRoutes } from './routes.ts';
export { doneTo } from './log.ts';
export type { Done } from './log.ts';
