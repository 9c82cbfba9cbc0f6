import { sql } from 'kysely';
import { refuse } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';

export interface FileOwner {
  /** A tally is named by its order, what was sent by the clock by the user who got it. */
  readonly sort: 'product' | 'brand' | 'user' | 'document' | 'tally' | 'invoice' | 'schedule';
  readonly id: string;
}

/**
 * Makes these the files of a record, in this order: takes what its user brought, lets go of what is no longer named.
 * Refuses a file that another brought, that hangs elsewhere, or that stands twice; and on all but documents and invoices what
 * is no picture.
 *
 * @param field where the call names them, for the refusal.
 */
export async function attachFiles(
  { tx, tenantId, scope }: Context,
  { sort, id }: FileOwner,
  files: readonly string[],
  field: string,
): Promise<void> {
  await sql`
    delete from stored_file
    where tenant_id = ${tenantId} and owner = ${sort} and owner_id = ${id} and id <> all(${files}::bigint[])`.execute(
    tx,
  );
  if (files.length === 0) return;
  const { rows } = await sql`
    update stored_file set owner = ${sort}, owner_id = ${id}, position = wanted.place
    from unnest(${files}::bigint[]) with ordinality as wanted (id, place)
    where stored_file.tenant_id = ${tenantId} and stored_file.id = wanted.id
      and ((owner = ${sort} and owner_id = ${id}) or (owner is null and creator_id = ${scope.userId}))
      and (thumbnail is not null or ${sort === 'document' || sort === 'invoice'})
    returning stored_file.id`.execute(tx);
  if (rows.length < files.length) refuse('file.missing', {}, { field });
}

/** The files of records that end go with them. */
export async function dropFiles(
  { tx, tenantId }: Context,
  sort: FileOwner['sort'],
  ids: readonly string[],
): Promise<void> {
  await sql`
    delete from stored_file
    where tenant_id = ${tenantId} and owner = ${sort} and owner_id = any(${ids}::bigint[])`.execute(
    tx,
  );
}

/** Lets go of the files of a record that ends, to the one at work: the record that comes of it may have them now. */
export async function handOver(
  { tx, tenantId, scope }: Context,
  { sort, id }: FileOwner,
): Promise<void> {
  await sql`
    update stored_file set owner = null, owner_id = null, creator_id = ${scope.userId}
    where tenant_id = ${tenantId} and owner = ${sort} and owner_id = ${id}`.execute(tx);
}
