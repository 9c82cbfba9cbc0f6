import { sql } from 'kysely';
import { refuse, rightsChanged } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';

/**
 * A user's institutions: where they start after signing in, those they may switch to besides, and where they started
 * before.
 */
export interface Membership {
  readonly ownId: string | null;
  readonly otherIds: readonly string[];
  readonly formerId: string | null;
}

/**
 * Saves which institutions a user belongs to. Replaces what was there; a session that had chosen one of the removed falls
 * back to `ownId`. The caller writes the log row, as part of the user's own change.
 *
 * Refuses an institution the company does not have (`record.missing` at `institutionIds`) and, from anyone who sees less
 * than all data, one they do not see themselves (`access.denied`).
 */
export async function saveUserInstitutions(
  context: Context,
  userId: string,
  { ownId, otherIds, formerId }: Membership,
): Promise<void> {
  const { tx, tenantId } = context;
  const ids = [...new Set([...(ownId === null ? [] : [ownId]), ...otherIds])];
  await refuseUnknown(context, ids);
  const before = await membershipsOf(context, userId);
  refuseNotSeen(
    context,
    ids.filter((id) => id !== formerId && !before.includes(id)),
  );
  await sql`
    delete from user_institution
    where tenant_id = ${tenantId} and user_id = ${userId} and institution_id <> all(${ids}::bigint[])`.execute(
    tx,
  );
  await sql`
    insert into user_institution (tenant_id, user_id, institution_id)
    select ${tenantId}, ${userId}, id from unnest(${ids}::bigint[]) as chosen(id)
    on conflict do nothing`.execute(tx);
  await sql`
    update app_user set institution_id = ${ownId}
    where tenant_id = ${tenantId} and id = ${userId} and institution_id is distinct from ${ownId}::bigint`.execute(
    tx,
  );
  await rightsChanged(context);
}

/** The ids of the institutions a user belongs to, their own among them. */
export async function userInstitutions(
  { tx, tenantId }: Context,
  userId: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select institution_id::text as id from user_institution
    where tenant_id = ${tenantId} and user_id = ${userId}
    union
    select institution_id::text from app_user
    where tenant_id = ${tenantId} and id = ${userId} and institution_id is not null
    order by id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** What was saved of them: their own institution may be written already. */
async function membershipsOf({ tx, tenantId }: Context, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select institution_id::text as id from user_institution
    where tenant_id = ${tenantId} and user_id = ${userId}`.execute(tx);
  return rows.map(({ id }) => id);
}

async function refuseUnknown({ tx, tenantId }: Context, ids: readonly string[]): Promise<void> {
  const { rows } = await sql`
    select id from institution where tenant_id = ${tenantId} and id = any(${ids}::bigint[])
    order by id for share`.execute(tx);
  if (rows.length < ids.length) refuse('record.missing', {}, { field: 'institutionIds' });
}

/** No one gives what they lack: an institution widens what a user sees. */
function refuseNotSeen({ scope: { documents } }: Context, ids: readonly string[]): void {
  if (documents.of === 'all') return;
  const own = documents.of === 'institutions' ? documents.ids : [];
  if (ids.some((id) => !own.includes(id))) refuse('access.denied');
}
