import { MESSAGE_PAGE_SIZE, MOST_UNREAD } from '@tradehouse/contract';
import type { InputOf, Message, MessageHeading, messageList } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { Expression, SqlBool } from 'kysely';
import { found, holds, refuse, tellNews } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { shownTitle } from './reviewMessage.ts';
import { sanitised } from './sanitised.ts';

/** The caller's own: of others' nothing is to be had, no matter who asks. */
const own = ({ tx, tenantId, scope }: Context) =>
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

const told =
  ({ language }: Context) =>
  <T extends MessageHeading>(message: T): T => ({
    ...message,
    msgTitle: shownTitle(message, language),
  });

/** The newest of a status, at most so many. */
export async function messagesOf(
  context: Context,
  status: '1' | '2',
  most = MOST_UNREAD,
): Promise<MessageHeading[]> {
  const rows = await own(context)
    .where('message.status', '=', Number(status))
    .orderBy('message.id', 'desc')
    .limit(most)
    .select(headingColumns)
    .execute();
  return rows.map(told(context));
}

/** The newest that the caller has not read. */
export const newestUnread = (context: Context, most: number): Promise<MessageHeading[]> =>
  messagesOf(context, '1', most);

/** A page of the caller's messages, by a part of their title. */
export async function listMessages(
  context: Context,
  { name = '', currentPage = 1, pageSize = MESSAGE_PAGE_SIZE }: InputOf<typeof messageList>,
): Promise<{ rows: MessageHeading[]; total: number }> {
  const matching = own(context).where(holds(sql`message.title`, name));
  const rows = await matching
    .orderBy('message.id', 'desc')
    .limit(pageSize)
    .offset((currentPage - 1) * pageSize)
    .select(headingColumns)
    .execute();
  const counted = await matching.select(sql<string>`count(*)`.as('total')).executeTakeFirst();
  return { rows: rows.map(told(context)), total: Number(counted?.total ?? 0) };
}

/** One of the caller's messages; an announcement's text is kept once for all its readers. */
export async function messageOf(context: Context, id: string): Promise<Message> {
  const message = await own(context)
    .where('message.id', '=', id)
    .leftJoin('announcement', (join) =>
      join
        .onRef('announcement.id', '=', 'message.announcement_id')
        .on('announcement.tenant_id', '=', context.tenantId),
    )
    .select(headingColumns)
    .select(sql<string>`coalesce(announcement.content, message.content)`.as('msgContent'))
    .executeTakeFirst();
  const { msgContent, ...rest } = found(message);
  // Once more: the rules may have become stricter since it was written.
  return told(context)({ ...rest, msgContent: sanitised(msgContent) });
}

/** Marks messages read, all of them or none. */
export async function markRead(
  context: Context,
  ids: readonly string[],
): Promise<{ changed: number }> {
  const isOneOf = await ownOnly(context, ids);
  const { numUpdatedRows } = await ownUnread(context).where(isOneOf).executeTakeFirstOrThrow();
  return changed(context, numUpdatedRows);
}

const allRead = {
  'zh-cn': (n: number) => `已将 ${n} 条消息标为已读`,
  en: (n: number) => `Messages marked as read: ${n}`,
} as const;

/** Marks all messages read; answers the sentence that the reader is shown. */
export async function markAllRead(context: Context): Promise<{ changed: number; message: string }> {
  const { numUpdatedRows } = await ownUnread(context).executeTakeFirstOrThrow();
  const answer = await changed(context, numUpdatedRows);
  return { ...answer, message: allRead[context.language](answer.changed) };
}

const ownUnread = ({ tx, tenantId, scope }: Context) =>
  tx
    .updateTable('message')
    .set({ status: 2 })
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', scope.userId)
    .where('status', '=', 1);

/** Deletes messages, all of them or none. */
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
  return changed(context, numDeletedRows);
}

/** The reader's other windows hear of it, so that their bells agree. */
async function changed(
  { tx, tenantId, scope }: Context,
  rows: bigint,
): Promise<{ changed: number }> {
  if (rows > 0n) await tellNews(tx, tenantId, [scope.userId]);
  return { changed: Number(rows) };
}

/** The condition that picks these messages; refuses when one of them is not the caller's. */
async function ownOnly(context: Context, ids: readonly string[]): Promise<Expression<SqlBool>> {
  const wanted = [...new Set(ids)];
  const isOneOf = sql<SqlBool>`message.id = any(${wanted}::bigint[])`;
  const there = await own(context).where(isOneOf).select('message.id').execute();
  if (there.length !== wanted.length) refuse('record.missing');
  return isOneOf;
}
