// Message: users' own messages, announcements, and the recipients of each event.
export { messageHandlers } from './events.ts';
export { newestUnread } from './messages.ts';
export { messageRoutes } from './routes.ts';
export { readersOf } from './readers.ts';
export type { MessageReader } from './readers.ts';
export { notifyUsers } from './tell.ts';
export { seesCounted } from './titles.ts';
