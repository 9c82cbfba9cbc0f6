import {
  addAnnouncement,
  announcementReceivers,
  deleteAnnouncement,
  deleteMessages,
  messageById,
  messageList,
  messagesByStatus,
  readAllMessages,
  readMessages,
} from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mountRead, mountWrite } from '../../kernel/http/index.ts';
import { idsFromList, mountTable } from '../../kernel/table/index.ts';
import {
  publishAnnouncement,
  announcementRows,
  listAnnouncementReceivers,
  withdrawAnnouncement,
} from './announcements.ts';
import {
  listMessages,
  markAllRead,
  markMessagesRead,
  readOwnMessage,
  messagesOf,
  removeMessages,
} from './messages.ts';

/** The calls of one's own messages, and of announcements. */
export function messageRoutes(app: FastifyInstance): void {
  mountRead(app, messagesByStatus, (context, { status }) => messagesOf(context, status));
  mountRead(app, messageList, listMessages);
  mountRead(app, messageById, (context, { id }) => readOwnMessage(context, id));
  mountWrite(app, readMessages, (context, { ids }) => markMessagesRead(context, idsFromList(ids)));
  mountWrite(app, readAllMessages, markAllRead);
  mountWrite(app, deleteMessages, (context, { ids }) => removeMessages(context, idsFromList(ids)));
  mountTable(app, announcementRows);
  mountRead(app, announcementReceivers, listAnnouncementReceivers);
  mountWrite(app, addAnnouncement, publishAnnouncement);
  mountWrite(app, deleteAnnouncement, (context, { id }) => withdrawAnnouncement(context, id));
}
