import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Context } from '../../kernel/access/index.ts';
import { reachFromScope } from './reach.ts';

/** Retention of scheduled files, and the maximum per user. */
const KEPT = '14 days';
const MOST = 100;

/** File written by the server. */
interface GeneratedFile {
  /** List of the file, by declaration id. */
  readonly list: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** Stores a file for the recipient, the context's user, and deletes the oldest. Returns the id. */
export async function keepSent(
  { tx, tenantId, scope }: Context,
  { list, name, type, bytes }: GeneratedFile,
): Promise<string> {
  const mine = sql`tenant_id = ${tenantId} and owner = 'schedule' and owner_id = ${scope.userId}`;
  await sql`
    delete from stored_file where ${mine} and id in (
      select id from stored_file where ${mine} order by id desc offset ${MOST - 1})`.execute(tx);
  const { id } = await tx
    .insertInto('stored_file')
    .values({
      tenant_id: tenantId,
      owner: 'schedule',
      owner_id: scope.userId,
      list,
      name: name.replaceAll(/[\\/:*?"<>|]/g, '_'),
      type,
      size: bytes.length,
      bytes,
      creator_id: scope.userId,
      reach: JSON.stringify(reachFromScope(scope)),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Deletes a company's expired scheduled files. */
export async function dropSent(tx: Transaction<Database>, tenantId: string): Promise<void> {
  await sql`
    delete from stored_file
    where tenant_id = ${tenantId} and owner = 'schedule' and created_at < now() - ${KEPT}::interval`.execute(
    tx,
  );
}
