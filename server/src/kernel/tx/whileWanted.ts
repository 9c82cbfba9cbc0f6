import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Context } from '../access/context.ts';
import { backendOf } from './transaction.ts';

/**
 * Runs work of a transaction, cancelled once no one waits; it is then refused with `server.tooLong`. The
 * connection is returned only after the cancel, which so never hits another caller's statement.
 *
 * @param beside another database connection: this one is busy with the statement to cancel
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
      // A late cancel hits this statement instead.
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
