import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '../access/context.ts';
import { orRefuseMissing, refuseWith } from '../refuse.ts';
import { sqlError } from './sqlError.ts';

/** Idempotency-Key of a request, with a fingerprint of the request. */
export interface RequestKey {
  readonly key: string;
  readonly hash: Buffer;
}

/**
 * Builds the key of a request: `key` is the value of the header, `asked` everything that identifies equal
 * requests.
 */
export function requestKey(key: string, asked: readonly unknown[]): RequestKey {
  return { key, hash: createHash('sha256').update(JSON.stringify(asked)).digest() };
}

/** The first request with this key is still at work, and has been for longer than the database waits for a lock. */
export class TwinAtWork extends Error {
  override readonly name = 'TwinAtWork';
}

/**
 * Takes the key for the transaction: true if new. A simultaneous repeat waits until the first commits (then
 * not new) or rolls back (then new). Throws TwinAtWork after too long.
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

/** Returns the answer to the key's first request. Refuses if that request was different. */
export async function firstAnswer<T>(
  { tx, tenantId, scope }: Context,
  { key, hash }: RequestKey,
): Promise<T> {
  const { rows } = await sql<{ request_hash: Buffer; answer: string }>`
    select request_hash, answer from idempotency
    where tenant_id = ${tenantId} and user_id = ${scope.userId} and key = ${key}`.execute(tx);
  const first = orRefuseMissing(rows[0]);
  if (!first.request_hash.equals(hash)) refuseWith('request.keyReused');
  const answer: T = JSON.parse(first.answer);
  return answer;
}
