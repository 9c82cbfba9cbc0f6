import { planOutrun } from '@tradehouse/database';

/** PostgreSQL's report on a failed statement; null for errors from elsewhere. */
export interface SqlError {
  readonly state: string;
  readonly message: string;
  readonly detail: string;
  /** Violated constraint without a shard number, also found in the message (Citus names it only there). */
  readonly constraint: string;
}

const errorTextProperty = (error: object, name: string): string => {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : '';
};

export function sqlError(error: unknown): SqlError | null {
  if (!(error instanceof Error)) return null;
  const state = errorTextProperty(error, 'code');
  if (!/^[0-9A-Z]{5}$/.test(state) || /^E[A-Z]{4}$/.test(state)) return null;
  const named =
    errorTextProperty(error, 'constraint') ||
    (/constraint "([^"]+)"/.exec(error.message)?.[1] ?? '');
  return {
    state,
    message: error.message,
    detail: errorTextProperty(error, 'detail'),
    constraint: withoutShard(named),
  };
}

/** Strips the shard number from a table or constraint name on a cluster's node. */
export const withoutShard = (name: string): string => name.replace(/_\d+$/, '');

const PARTED = /^could not find valid entry for shard|^shard for the given value does not exist/;

/**
 * Did the basis of the plan change before the statement did anything? A column was added, or the company's
 * shards were split or moved, for which a cluster has no state of its own (Citus 13.2.2,
 * `LookupShardIdCacheEntry`).
 */
export const plannedAnew = (error: unknown): boolean =>
  planOutrun(error) || PARTED.test(sqlError(error)?.message ?? '');

/** Is a retry worthwhile? The transaction lost a race, or the plan's basis changed. */
export const worthRetrying = (error: unknown): boolean =>
  ['40001', '40P01'].includes(sqlError(error)?.state ?? '') || plannedAnew(error);

/** Is a unique value present twice? */
export const takenMeanwhile = (error: unknown): boolean => sqlError(error)?.state === '23505';

/** Was the webhook deleted during the transaction? */
export const webhookGone = (error: unknown): boolean =>
  sqlError(error)?.constraint === 'webhook_delivery__webhook';

const BROKEN = /Connection terminated|connection is closed|not queryable|ECONNRESET|EPIPE/i;

/** Was the connection lost, or is the server shutting down? The statement's outcome is then unknown. */
export function connectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const state = sqlError(error)?.state ?? '';
  if (state.startsWith('08') || state.startsWith('57P') || state === '25P03') return true;
  if (state !== '') return false;
  return (
    errorTextProperty(error, 'syscall') === 'connect' ||
    BROKEN.test(`${error.message} ${errorTextProperty(error, 'code')}`)
  );
}
