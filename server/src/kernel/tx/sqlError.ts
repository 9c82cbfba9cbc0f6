import { planOutrun } from '@tradehouse/database';

/** What PostgreSQL says about a failed statement; null for errors that are none of its. */
export interface SqlError {
  readonly state: string;
  readonly message: string;
  readonly detail: string;
  /** The violated constraint, found in the message too (Citus names it only there), without a shard's number. */
  readonly constraint: string;
}

const text = (error: object, name: string): string => {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : '';
};

export function sqlError(error: unknown): SqlError | null {
  if (!(error instanceof Error)) return null;
  const state = text(error, 'code');
  if (!/^[0-9A-Z]{5}$/.test(state) || /^E[A-Z]{4}$/.test(state)) return null;
  const named =
    text(error, 'constraint') || (/constraint "([^"]+)"/.exec(error.message)?.[1] ?? '');
  return {
    state,
    message: error.message,
    detail: text(error, 'detail'),
    constraint: withoutShard(named),
  };
}

/** The name of a table or constraint, which on a cluster's node ends in the number of its shard. */
export const withoutShard = (name: string): string => name.replace(/_\d+$/, '');

const PARTED = /^could not find valid entry for shard|^shard for the given value does not exist/;

/**
 * What a statement was planned on has changed under it, before it did anything: a column came, or the company's shards were
 * parted from others or moved, for which a cluster has no state of its own (Citus 13.2.2, `LookupShardIdCacheEntry`).
 */
export const plannedAnew = (error: unknown): boolean =>
  planOutrun(error) || PARTED.test(sqlError(error)?.message ?? '');

/** The transaction lost a race that a second try can win, or what it was planned on has changed under it. */
export const worthRetrying = (error: unknown): boolean =>
  ['40001', '40P01'].includes(sqlError(error)?.state ?? '') || plannedAnew(error);

/** A value that must be there once is there twice. */
export const takenMeanwhile = (error: unknown): boolean => sqlError(error)?.state === '23505';

/** Who was to be told of it went while it was done. */
export const webhookGone = (error: unknown): boolean =>
  sqlError(error)?.constraint === 'webhook_delivery__webhook';

const BROKEN = /Connection terminated|connection is closed|not queryable|ECONNRESET|EPIPE/i;

/** The connection broke or the server is going down: no one heard whether the statement took effect. */
export function connectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const state = sqlError(error)?.state ?? '';
  if (state.startsWith('08') || state.startsWith('57P') || state === '25P03') return true;
  if (state !== '') return false;
  return (
    text(error, 'syscall') === 'connect' || BROKEN.test(`${error.message} ${text(error, 'code')}`)
  );
}
