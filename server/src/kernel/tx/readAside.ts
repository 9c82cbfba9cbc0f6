import { DomainError } from '@tradehouse/domain';
import type { Database } from '@tradehouse/database';
import { CompiledQuery } from 'kysely';
import type { DatabaseConnection, Kysely } from 'kysely';
import type { Context } from '../access/context.ts';
import { positionOf } from './position.ts';
import type { Position } from './position.ts';
import type { ReplicaLane } from './replica.ts';
import { sqlError } from './sqlError.ts';
import { runReadOnly, readOn } from './transact.ts';
import type { Asker } from './transact.ts';

export interface Aged<T> {
  readonly answer: T;
  /** Milliseconds by which the answer may be behind; null: current. */
  readonly age: number | null;
  /** Position that the read included at least; null: unknown. */
  readonly position: Position | null;
}

/** @param beside another connection to the same server, to cancel a statement there */
export type UseAside<T> = (context: Context, beside: Kysely<Database>) => Promise<T>;

/**
 * Reads like `runReadOnly`, but on a replica that has all writes of the user. After any failure there,
 * `use` runs again on the primary: a replica may stop, lag, or drop rows still being read.
 *
 * @param seen how far the user's window has seen; null: unknown
 */
export async function readAside<T>(
  asker: Asker,
  seen: Position | null,
  use: UseAside<T>,
): Promise<Aged<T>> {
  const { replicas, short } = asker.lanes;
  const { wanted, lane } = await replicas.place(asker.scope, seen);
  if (wanted !== null && lane !== null) {
    try {
      return await readOnReplica(asker, lane, wanted, use);
    } catch (error) {
      if (isFinal(error)) throw error;
    }
  }
  const answer = await runReadOnly(asker, (context) => use(context, short));
  return { answer, age: null, position: wanted };
}

async function readOnReplica<T>(
  asker: Asker,
  lane: ReplicaLane,
  wanted: Position,
  use: UseAside<T>,
): Promise<Aged<T>> {
  const reached = Promise.withResolvers<Position>();
  reached.promise.catch(() => {});
  const ahead = (connection: DatabaseConnection): Promise<void> => {
    // A second try asks again.
    const asked = readReplayPosition(connection, wanted);
    reached.resolve(asked);
    return asked.then(() => {});
  };
  const reading = readOn(asker, { ...lane, ahead }, (context) => use(context, lane.beside));
  const answer = await unlessGone(lane.gone, reading);
  const position = await reached.promise;
  return { answer, age: asker.lanes.replicas.age(position), position };
}

/**
 * Reads the replica's position on the reading connection, before its snapshot: a restarted replica may be
 * further back than at the last look.
 */
async function readReplayPosition(
  connection: DatabaseConnection,
  wanted: Position,
): Promise<Position> {
  const asked = CompiledQuery.raw('select pg_last_wal_replay_lsn()::text as position');
  const { rows } = await connection.executeQuery<{ position: string | null }>(asked);
  const position = positionOf(rows[0]?.position);
  if (position === null || position < wanted) throw new Error('the replica is behind');
  return position;
}

/** Rejects when the replica is gone, because a lost replica stays silent. */
async function unlessGone<T>(gone: AbortSignal, reading: Promise<T>): Promise<T> {
  const lost = Promise.withResolvers<never>();
  const lose = (): void => lost.reject(new Error('the replica is gone'));
  if (gone.aborted) lose();
  gone.addEventListener('abort', lose, { once: true });
  return Promise.race([reading, lost.promise]).finally(() =>
    gone.removeEventListener('abort', lose),
  );
}

const STATEMENT_TIMEOUT = '57014';

/** Is the error final? A retry elsewhere mends neither a timeout, nor a caller who no longer waits. */
const isFinal = (error: unknown): boolean =>
  error instanceof DomainError
    ? ['server.busy', 'server.tooLong'].includes(error.key)
    : sqlError(error)?.state === STATEMENT_TIMEOUT;
