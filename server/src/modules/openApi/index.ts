// Open API: programs that sign in, and what they may call.
export { openApiRoutes } from './routes.ts';
export { webhookSending } from './webhookSend.ts';
export { webhookHandlers, webhookSweeping } from './webhooks.ts';
