import type { AnnouncementFields, ReplyOf } from '@tradehouse/contract';
import { announcementTable } from '@tradehouse/contract';
import type { announcementReceivers } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { Expression, SqlBool } from 'kysely';
import { log, found, refuse, source, tellNews } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { sanitised } from './sanitised.ts';

export const announcementRows = source(announcementTable, ({ tx, tenantId }) =>
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
      namesOf(tenantId).as('audienceNames'),
      'copies.receivers',
      'copies.readers',
      'creator.name as creatorName',
      'a.created_at as createTime',
    ]),
);

/** The users or roles it was written to, by name. */
const namesOf = (tenantId: string) => sql<string | null>`case a.audience
  when 'user' then (select string_agg(u.name, ', ' order by u.sort, u.id) from app_user u
    where u.tenant_id = ${tenantId} and u.id = any(a.audience_ids))
  when 'role' then (select string_agg(r.name, ', ' order by r.id) from role r
    where r.tenant_id = ${tenantId} and r.id = any(a.audience_ids)) end`;

/** Whom an announcement can be written to. */
export async function receivers({
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

/** Writes an announcement and a message of it for everyone it is for, in one statement however many they are. */
export async function announce(
  context: Context,
  fields: AnnouncementFields,
): Promise<{ id: string; receivers: number }> {
  const { tx, tenantId, scope } = context;
  const { audience, title, openPage = '' } = fields;
  const content = sanitised(fields.content);
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
  log(context, {
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

/** Refuses an audience of no one, and users or roles that the company does not have. */
async function checkAudience(
  { tx, tenantId }: Context,
  audience: AnnouncementFields['audience'],
  ids: readonly string[],
): Promise<void> {
  if (audience === 'company') return;
  if (ids.length === 0) refuse('request.field', { field: 'audienceIds' }, { field: 'audienceIds' });
  const there = await tx
    .selectFrom(audience === 'user' ? 'app_user' : 'role')
    .where('tenant_id', '=', tenantId)
    .where('enabled', '=', true)
    .where('id', '=', sql<string>`any(${ids}::bigint[])`)
    .select('id')
    .execute();
  if (there.length !== ids.length) refuse('record.missing');
}

/** Takes an announcement back: the messages of its readers go with it, and their windows hear of it. */
export async function withdraw(context: Context, id: string): Promise<{ changed: number }> {
  const { tx, tenantId } = context;
  const gone = await tx
    .deleteFrom('announcement')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returning(['title'])
    .executeTakeFirst();
  const { title } = found(gone);
  await tellNews(tx, tenantId, null);
  log(context, { action: 'delete', subject: 'announcement', subjectId: id, number: title });
  return { changed: 1 };
}
