import type { AnnouncementFields, ReplyOf } from '@tradehouse/contract';
import { announcementTable } from '@tradehouse/contract';
import type { announcementReceivers } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { Expression, SqlBool } from 'kysely';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import { tellNews } from '../../kernel/live/index.ts';
import { bindTable } from '../../kernel/table/index.ts';
import { logChange } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { sanitizeHtml } from './sanitised.ts';

export const announcementRows = bindTable(announcementTable, ({ tx, tenantId }) =>
  tx
    .selectFrom('announcement as a')
    .innerJoin('app_user as creator', (join) =>
      join.onRef('creator.id', '=', 'a.creator_id').on('creator.tenant_id', '=', tenantId),
    )
    .leftJoinLateral(
      (db) =>
        db
          .selectFrom('message')
          .where('message.tenant_id', '=', tenantId)
          .whereRef('message.announcement_id', '=', 'a.id')
          .select([
            sql<number>`count(*)::int`.as('receivers'),
            sql<number>`count(*) filter (where status = 2)::int`.as('readers'),
          ])
          .as('copies'),
      (join) => join.onTrue(),
    )
    .where('a.tenant_id', '=', tenantId)
    .select([
      'a.id',
      'a.title',
      'a.audience',
      audienceNamesSql(tenantId).as('audienceNames'),
      'copies.receivers',
      'copies.readers',
      'creator.name as creatorName',
      'a.created_at as createTime',
    ]),
);

/** Names of the addressed users or roles. */
const audienceNamesSql = (tenantId: string) => sql<string | null>`case a.audience
  when 'user' then (select string_agg(u.name, ', ' order by u.sort, u.id) from app_user u
    where u.tenant_id = ${tenantId} and u.id = any(a.audience_ids))
  when 'role' then (select string_agg(r.name, ', ' order by r.id) from role r
    where r.tenant_id = ${tenantId} and r.id = any(a.audience_ids)) end`;

/** Returns the possible recipients of an announcement. */
export async function listAnnouncementReceivers({
  tx,
  tenantId,
}: Context): Promise<ReplyOf<typeof announcementReceivers>> {
  const users = await tx
    .selectFrom('app_user')
    .where('tenant_id', '=', tenantId)
    .where('enabled', '=', true)
    .orderBy('sort')
    .orderBy('id')
    .select(['id', 'name'])
    .execute();
  const roles = await tx
    .selectFrom('role')
    .where('tenant_id', '=', tenantId)
    .where('enabled', '=', true)
    .orderBy('id')
    .select(['id', 'name'])
    .execute();
  return { users, roles };
}

/** Inserts an announcement and a message per recipient, in a single statement for any number. */
export async function publishAnnouncement(
  context: Context,
  fields: AnnouncementFields,
): Promise<{ id: string; receivers: number }> {
  const { tx, tenantId, scope } = context;
  const { audience, title, openPage = '' } = fields;
  const content = sanitizeHtml(fields.content);
  const audienceIds = audience === 'company' ? [] : [...new Set(fields.audienceIds)];
  await checkAudience(context, audience, audienceIds);
  const written = await tx
    .insertInto('announcement')
    .values({
      tenant_id: tenantId,
      title,
      content,
      audience,
      audience_ids: audienceIds,
      creator_id: scope.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = written;
  const openType = openPage === '' ? '' : 'url';
  const { rows } = await sql<{ readonly id: string }>`
    select id from app_user
    where tenant_id = ${tenantId} and enabled and ${isMeant(audience, audienceIds)}`.execute(tx);
  const readers = rows.map((row) => row.id);
  await sql`
    insert into message (tenant_id, user_id, title, type, open_type, open_page, announcement_id)
    select ${tenantId}, reader, ${title}, 'announcement', ${openType}, ${openPage}, ${id}
    from unnest(${readers}::bigint[]) as reader returning id`.execute(tx);
  await tellNews(tx, tenantId, audience === 'company' ? null : readers);
  logChange(context, {
    action: 'add',
    subject: 'announcement',
    subjectId: id,
    number: title,
    after: { audience, audienceIds, receivers: readers.length },
  });
  return { id, receivers: readers.length };
}

function isMeant(
  audience: AnnouncementFields['audience'],
  ids: readonly string[],
): Expression<SqlBool> {
  if (audience === 'company') return sql<SqlBool>`true`;
  return audience === 'user'
    ? sql<SqlBool>`id = any(${ids}::bigint[])`
    : sql<SqlBool>`role_id = any(${ids}::bigint[])`;
}

/** Refuses an empty audience, and users or roles missing in the company. */
async function checkAudience(
  { tx, tenantId }: Context,
  audience: AnnouncementFields['audience'],
  ids: readonly string[],
): Promise<void> {
  if (audience === 'company') return;
  if (ids.length === 0)
    refuseWith('request.field', { field: 'audienceIds' }, { field: 'audienceIds' });
  const there = await tx
    .selectFrom(audience === 'user' ? 'app_user' : 'role')
    .where('tenant_id', '=', tenantId)
    .where('enabled', '=', true)
    .where('id', '=', sql<string>`any(${ids}::bigint[])`)
    .select('id')
    .execute();
  if (there.length !== ids.length) refuseWith('record.missing');
}

/** Withdraws an announcement: deletes the messages and notifies the readers' windows. */
export async function withdrawAnnouncement(
  context: Context,
  id: string,
): Promise<{ changed: number }> {
  const { tx, tenantId } = context;
  const gone = await tx
    .deleteFrom('announcement')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returning(['title'])
    .executeTakeFirst();
  const { title } = orRefuseMissing(gone);
  await tellNews(tx, tenantId, null);
  logChange(context, { action: 'delete', subject: 'announcement', subjectId: id, number: title });
  return { changed: 1 };
}
