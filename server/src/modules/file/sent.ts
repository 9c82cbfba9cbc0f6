import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Context } from '../../kernel/index.ts';
import { reachOf } from './reach.ts';

/** For so long what was sent by the clock is kept, and of one user at most so many files. */
const KEPT = '14 days';
const MOST = 100;

/** A file that the server wrote. */
interface Written {
  /** Which list it is of, by the id of its declaration. */
  readonly list: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** Keeps a file for the user of the context, whom it is sent to, and lets go of their oldest. Answers its id. */
export async function keepSent(
  { tx, tenantId, scope }: Context,
  { list, name, type, bytes }: Written,
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
      reach: JSON.stringify(reachOf(scope)),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Lets go of what a company was sent long ago. */
export async function dropSent(tx: Transaction<Database>, tenantId: string): Promise<void> {
  await sql`
    delete from stored_file
    where tenant_id = ${tenantId} and owner = 'schedule' and created_at < now() - ${KEPT}::interval`.execute(
    tx,
  );
}
