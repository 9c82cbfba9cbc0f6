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
import { mountEndpoint } from '../../kernel/http/index.ts';
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
  mountEndpoint(app, messagesByStatus, ({ status }, { read }) =>
    read((context) => messagesOf(context, status)),
  );
  mountEndpoint(app, messageList, (input, { read }) =>
    read((context) => listMessages(context, input)),
  );
  mountEndpoint(app, messageById, ({ id }, { read }) =>
    read((context) => readOwnMessage(context, id)),
  );
  mountEndpoint(app, readMessages, ({ ids }, { transact }) =>
    transact((context) => markMessagesRead(context, idsFromList(ids))),
  );
  mountEndpoint(app, readAllMessages, (_, { transact }) => transact(markAllRead));
  mountEndpoint(app, deleteMessages, ({ ids }, { transact }) =>
    transact((context) => removeMessages(context, idsFromList(ids))),
  );
  mountTable(app, announcementRows);
  mountEndpoint(app, announcementReceivers, (_, { read }) => read(listAnnouncementReceivers));
  mountEndpoint(app, addAnnouncement, (fields, { transact }) =>
    transact((context) => publishAnnouncement(context, fields)),
  );
  mountEndpoint(app, deleteAnnouncement, ({ id }, { transact }) =>
    transact((context) => withdrawAnnouncement(context, id)),
  );
}
