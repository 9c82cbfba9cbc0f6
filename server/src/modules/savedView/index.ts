// Saved view: named settings of lists and reports, shared with roles, and sent on schedule.
export { savedViewRoutes } from './routes.ts';
export { savedViewHandlers, viewFileSweeping, viewSending } from './send.ts';
