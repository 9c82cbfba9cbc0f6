import { setTimeout as wait } from 'node:timers/promises';
import type { Context, Language, Scope } from '../access/context.ts';
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

/** Caller of one request. */
export interface Asker {
  readonly lanes: Lanes;
  readonly scope: Scope;
  readonly language: Language;
  readonly address: string;
  /** Signals that no one waits for the read any more. */
  readonly gone?: AbortSignal | undefined;
}

const TRIES = 5;

/**
 * Runs `use` in a read-only transaction; all statements see one snapshot. The answer does not wait for the
 * commit, which saves nothing.
 */
export function runReadOnly<T>(asker: Asker, use: (context: Context) => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    readOn(asker, asker.lanes.reading, async (context) => {
      resolve(await use(context));
    }).catch(reject);
  });
}

/**
 * Runs `runReadOnly` on a given lane, answering at the end of the transaction. Runs once more if a column was
 * added meanwhile (by then known to all connections), or if the company's shards were split.
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
 * Runs `use` in a writing transaction and commits its work with its log rows, events and answer. Deadlocks,
 * serialisation failures and connections lost before the commit are retried a few times. A value taken
 * meanwhile is retried once: the second run finds it taken and refuses properly. With a key, a repeated
 * request gets the first answer, and an unconfirmed commit is settled by looking for the key.
 */
export async function runTransaction<T>(
  asker: Asker,
  key: RequestKey | null,
  use: (context: Context) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce(asker, key, use);
    } catch (error) {
      // Without a key no one can tell if the commit arrived, and a second run might post twice.
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
    // Queried in the first round trip: with many events, others wait for the number drawn afterwards.
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
