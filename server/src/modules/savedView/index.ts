// Saved view: what lists and reports are set to, under a name, shared with roles, and sent by the clock.
export { savedViewRoutes } from './routes.ts';
export { savedViewHandlers, viewFileSweeping, viewSending } from './send.ts';
