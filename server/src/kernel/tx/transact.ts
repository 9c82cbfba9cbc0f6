import { setTimeout as wait } from 'node:timers/promises';
import type { Context, Language, Scope } from '../context.ts';
import { TwinAtWork, takeKey, firstAnswer } from './idempotency.ts';
import type { RequestKey } from './idempotency.ts';
import { emptyJournal } from './journal.ts';
import { inTurn } from './lanes.ts';
import type { Lane, Lanes } from './lanes.ts';
import {
  connectionLost,
  plannedAnew,
  takenMeanwhile,
  webhookGone,
  worthRetrying,
} from './sqlError.ts';
import { CommitUnknown, inTenant } from './transaction.ts';
import { webhooksOf, writeDown } from './writeDown.ts';

/** Who asks, for one request. */
export interface Asker {
  readonly lanes: Lanes;
  readonly scope: Scope;
  readonly language: Language;
  readonly address: string;
  /** Says that no one waits for what is read any more. */
  readonly gone?: AbortSignal | undefined;
}

const TRIES = 5;

/**
 * Runs `use` in a read-only transaction; all its statements see one snapshot. The answer does not wait for the commit,
 * which has nothing to keep.
 */
export function read<T>(asker: Asker, use: (context: Context) => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    readOn(asker, asker.lanes.reading, async (context) => {
      resolve(await use(context));
    }).catch(reject);
  });
}

/**
 * The same on a lane of its own, answering as the transaction ends. It runs once more where a new column came while it read, by
 * then all its connections know, or where its company's shards were parted.
 */
export const readOn = <T>(
  asker: Asker,
  lane: Lane,
  use: (context: Context) => Promise<T>,
): Promise<T> =>
  withTransaction(asker, lane, use).catch((error: unknown) => {
    if (!plannedAnew(error)) throw error;
    return withTransaction(asker, lane, use);
  });

/**
 * Runs `use` in a writing transaction and commits what it did together with its log rows, events and answer.
 * Deadlocks, serialisation failures and connections lost before the commit are retried a few times, and what another took
 * meanwhile once: the second run finds it taken and refuses in its own words. With a key, a repeat of the request gets
 * the first answer, and a commit that no one confirmed is settled by looking for the key.
 */
export async function transact<T>(
  asker: Asker,
  key: RequestKey | null,
  use: (context: Context) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce(asker, key, use);
    } catch (error) {
      // Without a key no one can tell whether the commit arrived, and a second run might post twice.
      const safe = key !== null || !(error instanceof CommitUnknown);
      const passing =
        worthRetrying(error) ||
        (attempt === 1 && (takenMeanwhile(error) || webhookGone(error))) ||
        connectionLost(error) ||
        error instanceof CommitUnknown ||
        error instanceof TwinAtWork;
      if (attempt === TRIES || !passing || !safe) throw error;
      await wait(2 ** attempt * 5 * (0.5 + Math.random()));
    }
  }
}

async function attemptOnce<T>(
  asker: Asker,
  key: RequestKey | null,
  use: (context: Context) => Promise<T>,
): Promise<T> {
  let first = false;
  const work = async (context: Context): Promise<T> => {
    // Asked for in the first trip: where much is told, others wait for the number that comes after.
    const listening = webhooksOf(context);
    listening.catch(() => {});
    first = key !== null && !(await takeKey(context, key));
    if (first && key !== null) return firstAnswer<T>(context, key);
    const answer = await use(context);
    context.journal.webhooks = await listening;
    return answer;
  };
  const finish = async (context: Context, answer: T): Promise<void> => {
    if (!first) await writeDown(context, key, answer);
  };
  return withTransaction(asker, asker.lanes.writing, work, finish);
}

async function withTransaction<T>(
  { scope, language, address, gone }: Asker,
  lane: Lane,
  use: (context: Context) => Promise<T>,
  finish: (context: Context, answer: T) => Promise<void> = async () => {},
): Promise<T> {
  const { tenantId } = scope;
  const journal = emptyJournal();
  const context = (tx: Context['tx']): Context => ({
    tx,
    tenantId,
    scope,
    language,
    address,
    journal,
  });
  return inTurn(
    lane,
    tenantId,
    ({ db, begin, waiting, ahead }) =>
      inTenant(db, tenantId, begin, (tx) => use(context(tx)), {
        finish: (tx, answer) => finish(context(tx), answer),
        waiting,
        ahead,
      }),
    gone,
  );
}
