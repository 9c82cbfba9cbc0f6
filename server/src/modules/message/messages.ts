import { MESSAGE_PAGE_SIZE, MOST_UNREAD } from '@tradehouse/contract';
import type {
  InputOf,
  MessageWithContent,
  MessageHeading,
  messageList,
} from '@tradehouse/contract';
import { sql } from 'kysely';
import type { Expression, SqlBool } from 'kysely';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import { tellNews } from '../../kernel/live/index.ts';
import { containsTextSql } from '../../kernel/table/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { shownTitle } from './reviewMessage.ts';
import { sanitizeHtml } from './sanitised.ts';

/** Only the caller's messages, without exception. */
const selectOwnMessages = ({ tx, tenantId, scope }: Context) =>
  tx
    .selectFrom('message')
    .where('message.tenant_id', '=', tenantId)
    .where('message.user_id', '=', scope.userId);

const headingColumns = [
  'message.id',
  'message.title as msgTitle',
  'message.type',
  'message.created_at as createTimeStr',
  sql<MessageHeading['status']>`message.status::text`.as('status'),
  sql<MessageHeading['openType']>`message.open_type`.as('openType'),
  'message.open_page as openPage',
  'message.subject_id as busId',
] as const;

const localizeMessageTitle =
  (reader: Context) =>
  <T extends MessageHeading>(message: T): T => ({
    ...message,
    msgTitle: shownTitle(message, reader),
  });

/** Reads the newest messages of a status, up to a maximum. */
export async function messagesOf(
  context: Context,
  status: '1' | '2',
  most = MOST_UNREAD,
): Promise<MessageHeading[]> {
  const rows = await selectOwnMessages(context)
    .where('message.status', '=', Number(status))
    .orderBy('message.id', 'desc')
    .limit(most)
    .select(headingColumns)
    .execute();
  return rows.map(localizeMessageTitle(context));
}

/** Reads the caller's newest unread messages. */
export const newestUnread = (context: Context, most: number): Promise<MessageHeading[]> =>
  messagesOf(context, '1', most);

/** A page of the caller's messages, by a part of their title. */
export async function listMessages(
  context: Context,
  { name = '', currentPage = 1, pageSize = MESSAGE_PAGE_SIZE }: InputOf<typeof messageList>,
): Promise<{ rows: MessageHeading[]; total: number }> {
  const matching = selectOwnMessages(context).where(containsTextSql(sql`message.title`, name));
  const rows = await matching
    .orderBy('message.id', 'desc')
    .limit(pageSize)
    .offset((currentPage - 1) * pageSize)
    .select(headingColumns)
    .execute();
  const counted = await matching.select(sql<string>`count(*)`.as('total')).executeTakeFirst();
  return { rows: rows.map(localizeMessageTitle(context)), total: Number(counted?.total ?? 0) };
}

/** Reads a message of the caller; an announcement's text is stored once for all readers. */
export async function readOwnMessage(context: Context, id: string): Promise<MessageWithContent> {
  const message = await selectOwnMessages(context)
    .where('message.id', '=', id)
    .leftJoin('announcement', (join) =>
      join
        .onRef('announcement.id', '=', 'message.announcement_id')
        .on('announcement.tenant_id', '=', context.tenantId),
    )
    .select(headingColumns)
    .select(sql<string>`coalesce(announcement.content, message.content)`.as('msgContent'))
    .executeTakeFirst();
  const { msgContent, ...rest } = orRefuseMissing(message);
  // Sanitized again, because the rules may be stricter since the writing.
  return localizeMessageTitle(context)({ ...rest, msgContent: sanitizeHtml(msgContent) });
}

/** Marks messages read, all or none. */
export async function markMessagesRead(
  context: Context,
  ids: readonly string[],
): Promise<{ changed: number }> {
  const isOneOf = await ownOnly(context, ids);
  const { numUpdatedRows } = await ownUnread(context).where(isOneOf).executeTakeFirstOrThrow();
  return notifyMessagesChanged(context, numUpdatedRows);
}

const allRead = {
  'zh-cn': (n: number) => `已将 ${n} 条消息标为已读`,
  en: (n: number) => `Messages marked as read: ${n}`,
} as const;

/** Marks all messages read; returns the sentence for the reader. */
export async function markAllRead(context: Context): Promise<{ changed: number; message: string }> {
  const { numUpdatedRows } = await ownUnread(context).executeTakeFirstOrThrow();
  const answer = await notifyMessagesChanged(context, numUpdatedRows);
  return { ...answer, message: allRead[context.language](answer.changed) };
}

const ownUnread = ({ tx, tenantId, scope }: Context) =>
  tx
    .updateTable('message')
    .set({ status: 2 })
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', scope.userId)
    .where('status', '=', 1);

/** Deletes messages, all or none. */
export async function removeMessages(
  context: Context,
  ids: readonly string[],
): Promise<{ changed: number }> {
  const { tx, tenantId, scope } = context;
  const isOneOf = await ownOnly(context, ids);
  const { numDeletedRows } = await tx
    .deleteFrom('message')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', scope.userId)
    .where(isOneOf)
    .executeTakeFirstOrThrow();
  return notifyMessagesChanged(context, numDeletedRows);
}

/** Notifies the reader's further windows, so their bells agree. */
async function notifyMessagesChanged(
  { tx, tenantId, scope }: Context,
  rows: bigint,
): Promise<{ changed: number }> {
  if (rows > 0n) await tellNews(tx, tenantId, [scope.userId]);
  return { changed: Number(rows) };
}

/** Builds the condition for these messages; refuses messages of different users. */
async function ownOnly(context: Context, ids: readonly string[]): Promise<Expression<SqlBool>> {
  const wanted = [...new Set(ids)];
  const isOneOf = sql<SqlBool>`message.id = any(${wanted}::bigint[])`;
  const there = await selectOwnMessages(context).where(isOneOf).select('message.id').execute();
  if (there.length !== wanted.length) refuseWith('record.missing');
  return isOneOf;
}
