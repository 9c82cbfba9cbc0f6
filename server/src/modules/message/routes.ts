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
import { idsOf, mount, mountTable } from '../../kernel/index.ts';
import { announce, announcementRows, receivers, withdraw } from './announcements.ts';
import {
  listMessages,
  markAllRead,
  markRead,
  messageOf,
  messagesOf,
  removeMessages,
} from './messages.ts';

/** The calls of one's own messages, and of announcements. */
export function messageRoutes(app: FastifyInstance): void {
  mount(app, messagesByStatus, ({ status }, { read }) =>
    read((context) => messagesOf(context, status)),
  );
  mount(app, messageList, (input, { read }) => read((context) => listMessages(context, input)));
  mount(app, messageById, ({ id }, { read }) => read((context) => messageOf(context, id)));
  mount(app, readMessages, ({ ids }, { transact }) =>
    transact((context) => markRead(context, idsOf(ids))),
  );
  mount(app, readAllMessages, (_, { transact }) => transact(markAllRead));
  mount(app, deleteMessages, ({ ids }, { transact }) =>
    transact((context) => removeMessages(context, idsOf(ids))),
  );
  mountTable(app, announcementRows);
  mount(app, announcementReceivers, (_, { read }) => read(receivers));
  mount(app, addAnnouncement, (fields, { transact }) =>
    transact((context) => announce(context, fields)),
  );
  mount(app, deleteAnnouncement, ({ id }, { transact }) =>
    transact((context) => withdraw(context, id)),
  );
}
