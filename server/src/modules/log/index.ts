// Log: user, action, time and changes.
export { logRoutes } from './routes.ts';
export { doneTo } from './log.ts';
export type { Done } from './log.ts';
