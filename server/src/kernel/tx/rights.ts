import { sql } from 'kysely';
import type { Context } from '../context.ts';

/** The channel on which processes tell each other that a tenant's rights changed; the payload is the tenant's id. */
export const RIGHTS = 'tradehouse_rights';

/**
 * Says that roles, users or grants of this tenant changed: with the commit every process forgets what it knew of them.
 * It is a hint: without it, rights are read afresh within a second all the same.
 */
export async function rightsChanged({ tx, tenantId, journal }: Context): Promise<void> {
  journal.rightsChanged = true;
  await sql`select pg_notify(${RIGHTS}, ${tenantId})`.execute(tx);
}

/** After any change of rights: views through other eyes end, since the one who looks may have lost the right to. */
export async function rightsMoved(context: Context): Promise<void> {
  const { tx, tenantId } = context;
  const { rows: owners } = await sql<{ id: string }>`
    select id from app_user where tenant_id = ${tenantId} and owner`.execute(tx);
  await sql`
    delete from session
    where tenant_id = ${tenantId} and viewer_id <> all(${owners.map(({ id }) => id)}::bigint[])`.execute(
    tx,
  );
  await rightsChanged(context);
}
