import { Type } from 'typebox';
import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { NameText, Optional, toLiteralUnion } from '../field.ts';
import { Closed, Id, onOne, readAll } from '../resource.ts';
import { defineTable } from '../table.ts';

export const announcementPage = '/system/announcement';
/** Audience: named users, holders of the named roles, or everybody. */
export const audiences = ['user', 'role', 'company'] as const;

export const announcementTable = defineTable({
  id: 'announcements',
  path: '/announcement/list',
  exportPath: '/announcement/exportExcel',
  access: { page: announcementPage },
  columns: {
    id: { type: 'id', hidden: true },
    title: { type: 'text', width: 260 },
    audience: { type: 'choice', choices: audiences },
    audienceNames: { type: 'text', width: 220, sortable: false },
    receivers: { type: 'integer' },
    readers: { type: 'integer' },
    creatorName: { type: 'text' },
    createTime: { type: 'time' },
  },
  filters: {
    title: { by: 'contains', columns: ['title'], control: 'text', first: true },
    audience: {
      by: 'equals',
      columns: ['audience'],
      control: 'choice',
      choices: audiences,
      first: true,
    },
  },
  order: { column: 'createTime', direction: 'desc' },
});

/** `content` is HTML; unlisted tags and attributes are removed. */
export const AnnouncementFields = Closed({
  title: NameText(1, 100),
  content: Type.String({ maxLength: 20_000 }),
  audience: toLiteralUnion(audiences),
  /** Users or roles of the company; empty for the whole company. */
  audienceIds: Type.Array(Id, { maxItems: 1000 }),
  /** Linked page; '' or absent for none. */
  openPage: Optional(Type.String({ pattern: '^(/[a-z0-9_]+){0,4}$', maxLength: 100 })),
});
export type AnnouncementFields = Static<typeof AnnouncementFields>;

const announcer = { page: announcementPage, button: '1' } as const;

export const addAnnouncement = defineEndpoint({
  call: 'POST /announcement/add',
  summary: 'Announce something to users, roles or the whole company',
  access: announcer,
  input: AnnouncementFields,
  /** Number of receivers. */
  reply: Closed({ id: Id, receivers: Type.Integer() }),
});

export const deleteAnnouncement = onOne({
  call: 'DELETE /announcement/delete',
  summary: 'Take an announcement back, with the messages of its readers',
  access: announcer,
});

const Receiver = Closed({ id: Id, name: Type.String() });
/** Possible receivers: enabled users and roles. */
export const announcementReceivers = readAll({
  path: '/announcement/receivers',
  summary: 'Users and roles to write to',
  access: announcer,
  reply: Closed({ users: Type.Array(Receiver), roles: Type.Array(Receiver) }),
});
