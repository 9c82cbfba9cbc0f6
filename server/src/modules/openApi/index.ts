// Open API: programs that sign in, and their routes.
export { openApiRoutes } from './routes.ts';
export { webhookSending } from './webhookSend.ts';
export { webhookHandlers, webhookSweeping } from './webhooks.ts';
