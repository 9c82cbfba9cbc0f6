import { sql } from 'kysely';
import { refuseWith } from '../../kernel/access/index.ts';
import { rightsChanged } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';

/** User's institutions: the start after sign-in, further ones, and the former start. */
export interface Membership {
  readonly ownId: string | null;
  readonly otherIds: readonly string[];
  readonly formerId: string | null;
}

/**
 * Replaces a user's institutions; sessions in removed ones fall back to `ownId`, which the caller has saved
 * with the user and logs with the user's change.
 *
 * Refuses missing institutions (`record.missing` at `institutionIds`), and invisible ones for callers
 * without sight of all data (`access.denied`).
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
  await rightsChanged(context);
}

/** Reads the ids of a user's institutions, including the main institution. */
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

/** Reads the saved memberships; the user's main institution may be written already. */
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
  if (rows.length < ids.length) refuseWith('record.missing', {}, { field: 'institutionIds' });
}

/** Refuses invisible institutions: membership widens a view, and no one grants what they lack. */
function refuseNotSeen({ scope: { documents } }: Context, ids: readonly string[]): void {
  if (documents.of === 'all') return;
  const own = documents.of === 'institutions' ? documents.ids : [];
  if (ids.some((id) => !own.includes(id))) refuseWith('access.denied');
}
