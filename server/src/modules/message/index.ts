// Message: what people are told. Their own messages, announcements, and which event is told to whom.
export { messageHandlers } from './events.ts';
export { newestUnread } from './messages.ts';
export { messageRoutes } from './routes.ts';
export { readersOf } from './readers.ts';
export type { Reader } from './readers.ts';
export { tell } from './tell.ts';
