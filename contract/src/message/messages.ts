import { Type } from 'typebox';
import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Optional, Sought, toLiteralUnion } from '../field.ts';
import { Changed, Closed, Id, Ids, onSeveral, readOne } from '../resource.ts';

/** Automatic messages, besides review requests. */
export const toldTypes = [
  'purchaseRejected',
  'stockMinimum',
  'stockExpiring',
  'stockExpired',
  'receivableDue',
  'payableDue',
  'creditExceeded',
  'pushFailed',
  'usersFull',
  'termEnding',
  'viewArrived',
  'webhookOff',
  'labelFailed',
] as const;
/** 'announcement': written by a user; 'review': a document waits for a review. */
export const messageTypes = ['announcement', 'review', ...toldTypes] as const;
export const MESSAGE_PAGE_SIZES = [5, 10, 20, 30] as const;
export const MESSAGE_PAGE_SIZE = 5;
/** Unread messages counted at most; a badge shows no more. */
export const MOST_UNREAD = 999;

const Status = toLiteralUnion(['1', '2']);
/**
 * Message in a list. `status`: 1 unread, 2 read. `openType` on opening: '' shows it, 'url' adds a link to
 * `openPage`, 'file' adds the file `busId`, 'component' opens the record numbered `busId` on `openPage`;
 * all mark it read.
 */
const heading = {
  id: Id,
  msgTitle: Type.String(),
  type: Type.String(),
  /** An ISO instant. */
  createTimeStr: Type.String(),
  status: Status,
  openType: toLiteralUnion(['', 'url', 'file', 'component']),
  openPage: Type.String(),
  busId: Type.String(),
};
export const MessageHeading = Closed(heading);
export type MessageHeading = Static<typeof MessageHeading>;
/** Message with its content, sanitised HTML. */
const MessageWithContent = Closed({ ...heading, msgContent: Type.String() });
export type MessageWithContent = Static<typeof MessageWithContent>;

export const messagesByStatus = defineEndpoint({
  call: 'GET /msg/getMsgByStatus',
  summary: "The caller's messages of a status, newest first",
  access: 'signedIn',
  input: Closed({ status: Status }),
  reply: Type.Array(MessageHeading),
});

export const messageList = defineEndpoint({
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

/** One message of the caller with content. Existing clients know the path in this spelling. */
export const messageById = readOne({
  path: '/sys/annountCement/queryById',
  summary: 'One message',
  access: 'signedIn',
  reply: MessageWithContent,
});

/** Marks messages read; any message of another user refuses all. */
export const readMessages = defineEndpoint({
  call: 'POST /msg/batchUpdateStatus',
  summary: 'Mark messages read',
  access: 'signedIn',
  input: Closed({ ids: Ids, status: Type.Literal('2') }),
  reply: Changed,
});

export const readAllMessages = defineEndpoint({
  call: 'POST /msg/readAllMsg',
  summary: 'Mark all messages read',
  access: 'signedIn',
  input: Closed({}),
  /** `message` is shown unchanged. */
  reply: Closed({ changed: Type.Integer(), message: Type.String() }),
});

export const deleteMessages = onSeveral({
  call: 'DELETE /msg/deleteBatch',
  summary: "Delete some of the caller's messages",
  access: 'signedIn',
});

/**
 * WebSocket frames, JSON text. First `{ token }` from the client, then regularly `{ cmd: 'ping' }`. The
 * server answers `ready` and `pong`; `user` and `topic` announce new messages.
 */
export interface SocketGreeting {
  readonly token: string;
}
export interface SocketPing {
  readonly cmd: 'ping';
}
export type SocketNews =
  | { readonly cmd: 'ready' | 'pong' | 'user' | 'topic' }
  /** Rows written so far of the export with this key. */
  | { readonly cmd: 'progress'; readonly key: string; readonly rows: number };
/** Why the server closes a socket. */
export const socketCloses = {
  /** Session rights changed: reconnect with the same token. */
  changed: 4000,
  /** No session, an expired one, or another user's id. */
  unauthorized: 4401,
  /** Unexpected frame, or too many frames. */
  unexpected: 1008,
  /** The server ends; come back. */
  leaving: 1001,
} as const;
/** Below the API base, and at the root. */
export const socketPath = (userId: string): string => `/websocket/${userId}`;
