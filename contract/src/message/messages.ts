import { Type } from 'typebox';
import type { Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Optional, Sought, literals } from '../field.ts';
import { Changed, Closed, Id, Ids, onSeveral, readOne } from '../resource.ts';

/** What the product tells by itself, besides what waits for review. */
export const toldTypes = [
  'purchaseRejected',
  'stockMinimum',
  'stockExpiring',
  'stockExpired',
  'receivableDue',
  'payableDue',
  'viewArrived',
  'webhookOff',
] as const;
/** 'announcement': somebody wrote it; 'review': a document waits for it. */
export const messageTypes = ['announcement', 'review', ...toldTypes] as const;
export const MESSAGE_PAGE_SIZES = [5, 10, 20, 30] as const;
export const MESSAGE_PAGE_SIZE = 5;
/** So many unread messages are answered at most; a badge shows no more. */
export const MOST_UNREAD = 999;

const Status = literals(['1', '2']);
/**
 * A message in a list. `status` 1 is unread, 2 read. `openType` says what opening it does beside marking it read: '' shows
 * it, 'url' shows it with a way to `openPage`, 'file' the same with the file `busId`, 'component' opens the record numbered
 * `busId` on the page `openPage`.
 */
const heading = {
  id: Id,
  msgTitle: Type.String(),
  type: Type.String(),
  /** An ISO instant. */
  createTimeStr: Type.String(),
  status: Status,
  openType: literals(['', 'url', 'file', 'component']),
  openPage: Type.String(),
  busId: Type.String(),
};
export const MessageHeading = Closed(heading);
export type MessageHeading = Static<typeof MessageHeading>;
/** With what it says: sanitised HTML. */
const Message = Closed({ ...heading, msgContent: Type.String() });
export type Message = Static<typeof Message>;

export const messagesByStatus = endpoint({
  call: 'GET /msg/getMsgByStatus',
  summary: "The caller's messages of a status, newest first",
  access: 'signedIn',
  input: Closed({ status: Status }),
  reply: Type.Array(MessageHeading),
});

export const messageList = endpoint({
  call: 'POST /msg/list',
  summary: "The caller's messages, newest first, by a part of their title",
  access: 'signedIn',
  writes: false,
  input: Closed({
    name: Optional(Sought(200)),
    currentPage: Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    pageSize: Optional(Type.Integer({ minimum: 1, maximum: 30 })),
  }),
  reply: Closed({ rows: Type.Array(MessageHeading), total: Type.Integer() }),
});

/** One of the caller's messages with its content. The path is spec §7's own spelling. */
export const messageById = readOne({
  path: '/sys/annountCement/queryById',
  summary: 'One message',
  access: 'signedIn',
  reply: Message,
});

/** Marks messages read; one of them that is not the caller's refuses all. */
export const readMessages = endpoint({
  call: 'POST /msg/batchUpdateStatus',
  summary: 'Mark messages read',
  access: 'signedIn',
  input: Closed({ ids: Ids, status: Type.Literal('2') }),
  reply: Changed,
});

export const readAllMessages = endpoint({
  call: 'POST /msg/readAllMsg',
  summary: 'Mark all messages read',
  access: 'signedIn',
  input: Closed({}),
  /** The sentence is shown as it is. */
  reply: Closed({ changed: Type.Integer(), message: Type.String() }),
});

export const deleteMessages = onSeveral({
  call: 'DELETE /msg/deleteBatch',
  summary: "Delete some of the caller's messages",
  access: 'signedIn',
});

/**
 * What travels over the websocket, as JSON in text frames. The first frame of a client is `{ token }`; every so often it
 * sends `{ cmd: 'ping' }`. The server answers `ready` and `pong`; `user` and `topic` mean that there are new messages.
 */
export interface SocketGreeting {
  readonly token: string;
}
export interface SocketPing {
  readonly cmd: 'ping';
}
export type SocketNews =
  | { readonly cmd: 'ready' | 'pong' | 'user' | 'topic' }
  /** How many rows of an export are written that the window asked for under this key. */
  | { readonly cmd: 'progress'; readonly key: string; readonly rows: number };
/** Why the server closes a socket. */
export const socketCloses = {
  /** The session changed what it may reach: come back with the same token. */
  changed: 4000,
  /** No session, a dead one, or another's user id. */
  unauthorized: 4401,
  /** A frame that no one asked for, or too many of them. */
  unexpected: 1008,
  /** The server ends; come back. */
  leaving: 1001,
} as const;
/** Below the API base, and at the root. */
export const socketPath = (userId: string): string => `/websocket/${userId}`;
