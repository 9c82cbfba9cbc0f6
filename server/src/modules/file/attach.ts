import { labelTypes } from '@tradehouse/domain';
import type { LabelType } from '@tradehouse/domain';
import { sql } from 'kysely';
import { refuseWith } from '../../kernel/access/index.ts';
import type { Context } from '../../kernel/access/index.ts';

export interface FileOwner {
  /** A tally is keyed by order id; a scheduled file by the recipient's user id. */
  readonly sort:
    | 'product'
    | 'brand'
    | 'user'
    | 'document'
    | 'tally'
    | 'invoice'
    | 'schedule'
    | 'shipment';
  readonly id: string;
}

/**
 * Sets a record's files, in order: attaches the user's uploads, deletes unnamed ones. Refuses files of
 * other users or records, and duplicates; and non-pictures, except on documents and invoices.
 *
 * @param field request field for the refusal.
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
  if (rows.length < files.length) refuseWith('file.missing', {}, { field });
}

interface RecordFile {
  readonly name: string;
  readonly type: LabelType;
  readonly bytes: Uint8Array;
}

/** Stores files that the server made or received for a record, in order. */
export async function keepRecordFiles(
  { tx, tenantId, scope }: Context,
  { sort, id }: FileOwner,
  files: readonly RecordFile[],
): Promise<void> {
  for (const [position, { name, type, bytes }] of files.entries())
    await tx
      .insertInto('stored_file')
      .values({
        tenant_id: tenantId,
        name,
        type: labelTypes[type],
        size: bytes.length,
        bytes: Buffer.from(bytes),
        thumbnail: null,
        owner: sort,
        owner_id: id,
        position,
        creator_id: scope.userId,
      })
      .execute();
}

/** Deletes the files of deleted records. */
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

/** Hands a deleted record's files to the user, for attaching to the resulting record. */
export async function releaseRecordFiles(
  { tx, tenantId, scope }: Context,
  { sort, id }: FileOwner,
): Promise<void> {
  await sql`
    update stored_file set owner = null, owner_id = null, creator_id = ${scope.userId}
    where tenant_id = ${tenantId} and owner = ${sort} and owner_id = ${id}`.execute(tx);
}
