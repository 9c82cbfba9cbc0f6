import { sql } from 'kysely';
import type { Context } from '../access/context.ts';

/** Channel for a tenant's changed rights, between processes; the payload is the tenant's id. */
export const RIGHTS = 'tradehouse_rights';

/**
 * Notifies with the commit that a tenant's roles, users or grants changed: every process forgets its known
 * rights. The notice is a hint: rights are read again within a second anyway.
 */
export async function rightsChanged({ tx, tenantId, journal }: Context): Promise<void> {
  journal.rightsChanged = true;
  await sql`select pg_notify(${RIGHTS}, ${tenantId})`.execute(tx);
}

/**
 * Runs after any change of rights: ends views of others' accounts, because the viewer may have lost the
 * right.
 */
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
