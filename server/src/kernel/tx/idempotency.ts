import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { found, refuse } from '../refuse.ts';
import { sqlError } from './sqlError.ts';

/** The Idempotency-Key of a request and the fingerprint of what it asked for. */
export interface RequestKey {
  readonly key: string;
  readonly hash: Buffer;
}

/** `key` as the header gave it; `asked` everything that makes two requests the same. */
export function requestKey(key: string, asked: readonly unknown[]): RequestKey {
  return { key, hash: createHash('sha256').update(JSON.stringify(asked)).digest() };
}

/** The first request with this key is still at work, and has been for longer than the database waits for a lock. */
export class TwinAtWork extends Error {
  override readonly name = 'TwinAtWork';
}

/**
 * Takes the key for this transaction: true when it is new. A twin that runs at the same moment waits here until the
 * first one commits (then it is not new) or rolls back (then it is). Throws TwinAtWork when that takes too long.
 */
export async function takeKey(
  { tx, tenantId, scope }: Context,
  { key, hash }: RequestKey,
): Promise<boolean> {
  try {
    const { rows } = await sql`
      insert into idempotency (tenant_id, user_id, key, request_hash)
      values (${tenantId}, ${scope.userId}, ${key}, ${hash})
      on conflict do nothing returning true as taken`.execute(tx);
    return rows.length === 1;
  } catch (cause) {
    if (sqlError(cause)?.state !== '55P03') throw cause;
    throw new TwinAtWork('the first request with this key is not done yet', { cause });
  }
}

/** What the first request with this key was answered. Refuses when that request asked for something else. */
export async function firstAnswer<T>(
  { tx, tenantId, scope }: Context,
  { key, hash }: RequestKey,
): Promise<T> {
  const { rows } = await sql<{ request_hash: Buffer; answer: string }>`
    select request_hash, answer from idempotency
    where tenant_id = ${tenantId} and user_id = ${scope.userId} and key = ${key}`.execute(tx);
  const first = found(rows[0]);
  if (!first.request_hash.equals(hash)) refuse('request.keyReused');
  const answer: T = JSON.parse(first.answer);
  return answer;
}
