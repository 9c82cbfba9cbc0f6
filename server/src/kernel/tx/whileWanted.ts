import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Context } from '../context.ts';
import { backendOf } from './transaction.ts';

/**
 * Does work of a transaction whose statement is cancelled once no one waits for it any more; it is then refused as one that
 * took too long. The connection is not given back before the cancelling is done, so it never meets another's statement.
 *
 * @param beside another way to the database: the connection itself is busy with what is to be cancelled
 */
export async function whileWanted<T>(
  beside: Kysely<Database>,
  { tx }: Pick<Context, 'tx'>,
  gone: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  gone.throwIfAborted();
  let cancelling: Promise<unknown> = Promise.resolve();
  const cancel = (): void => {
    cancelling = backendOf(tx)
      .then((pid) => sql`select pg_cancel_backend(${pid}::integer)`.execute(beside))
      // A cancel that comes after its statement is spent on this one.
      .then(() => sql`select pg_sleep(0)`.execute(tx))
      .catch(() => undefined);
  };
  gone.addEventListener('abort', cancel, { once: true });
  try {
    return await work().finally(() => gone.throwIfAborted());
  } finally {
    gone.removeEventListener('abort', cancel);
    await cancelling;
  }
}
