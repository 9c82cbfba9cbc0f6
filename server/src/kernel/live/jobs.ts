import { setTimeout as wait } from 'node:timers/promises';
import { driverConfig } from '@tradehouse/database';
import type { Connection } from '@tradehouse/database';
import type { FastifyBaseLogger } from 'fastify';
import { Logger, run } from 'graphile-worker';
import type { Runner, Task } from 'graphile-worker';
import pg from 'pg';
import { cleanUp, relayBatch } from './relay.ts';

/** Event, in the form in which the causing transaction stored the event. */
export interface JobEvent {
  readonly tenantId: string;
  /** Event id, equal on every repeat; unique within the company. */
  readonly id: string;
  readonly topic: string;
  readonly payload: unknown;
}

/** Topic → handler. A handler may run twice for one event, therefore a repeat must be harmless. */
export type JobHandlers = Readonly<Record<string, (event: JobEvent) => Promise<void>>>;

export interface JobOptions {
  readonly connection: Connection;
  readonly handlers: JobHandlers;
  /** Clock jobs, run by any process: one line per topic in cron notation, in UTC. */
  readonly crontab?: string;
  readonly rounds?: readonly RecurringWork[];
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
}

/** Repeated work, one run at a time, with a pause between runs. */
export interface RecurringWork {
  /** The pause, in milliseconds. */
  readonly every: number;
  /**
   * @param pool in the worker role, for waiting work of every company
   * @param stopping aborted at shutdown
   */
  readonly work: (pool: pg.Pool, stopping?: AbortSignal) => Promise<unknown>;
}

export interface Jobs {
  readonly stop: () => Promise<void>;
}

const LOOK_EVERY = 500;
const CLEAN_EVERY = 3_600_000;

/** Relays the outbox and runs the resulting jobs until stopped. Any number of processes may do so at once. */
export async function createJobs({
  connection,
  handlers,
  crontab = '',
  rounds = [],
  log,
}: JobOptions): Promise<Jobs> {
  const pool = new pg.Pool({
    ...driverConfig(connection),
    max: 4,
    application_name: 'tradehouse jobs',
  });
  // The runner requires error handlers; the running statement reports the failure.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const tasks = Object.entries(handlers).map(([topic, handle]) => [topic, taskOf(handle)] as const);
  const start = (): Promise<Runner> =>
    run({
      pgPool: pool,
      taskList: Object.fromEntries(tasks),
      crontab,
      noHandleSignals: true,
      logger: new Logger(() => (level, message) => {
        if (level === 'error' || level === 'warning') log.warn(message);
      }),
      // Batches, however short, let the runner retry recording a job's result; one by one, the process
      // would die.
      preset: { worker: { concurrentJobs: 2, completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });
  const complain = (error: unknown): void => log.error({ err: error }, 'background work failed');
  const running = keepRunning(start, await start(), complain);
  const own: readonly RecurringWork[] = [
    { every: LOOK_EVERY, work: () => relayAll(pool, Object.keys(handlers)) },
    { every: CLEAN_EVERY, work: cleanUp },
  ];
  const going = [...own, ...rounds].map(({ every, work }) =>
    repeatWork(every, (stopping) => work(pool, stopping), complain),
  );
  return {
    async stop() {
      await Promise.all(going.map((round) => round.stop()));
      await running.stop();
      await pool.end();
    },
  };
}

const taskOf =
  (handle: JobHandlers[string]): Task =>
  // SAFETY: only the relay adds jobs, with the payload `JobEvent`.
  (payload) =>
    handle(payload as JobEvent);

async function relayAll(pool: pg.Pool, topics: readonly string[]): Promise<void> {
  while ((await relayBatch(pool, topics)) > 0);
}

/**
 * Replaces a runner that gave up because it could not record a job's result. The new runner starts once the
 * database is back.
 */
function keepRunning(
  start: () => Promise<Runner>,
  first: Runner,
  complain: (error: unknown) => void,
): { readonly stop: () => Promise<void> } {
  const stopping = new AbortController();
  let runner: Runner | null = first;
  const guard = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await runner?.promise.catch(complain);
      if (stopping.signal.aborted) return;
      await wait(LOOK_EVERY);
      runner = await start().catch((error: unknown) => {
        complain(error);
        return null;
      });
    }
  };
  const guarding = guard();
  return {
    async stop() {
      stopping.abort();
      await stopRunner(runner);
      await guarding;
      // Another runner may have taken over meanwhile.
      await stopRunner(runner);
    },
  };
}

/** Stops a runner; a runner that gave up is already ending or gone. */
async function stopRunner(runner: Runner | null): Promise<void> {
  await runner?.stop().catch(() => runner.promise.catch(() => {}));
}

function repeatWork(
  pause: number,
  work: (stopping: AbortSignal) => Promise<unknown>,
  complain: (error: unknown) => void,
): { readonly stop: () => Promise<void> } {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const round = (): void => {
    running = work(stopping.signal)
      .catch(complain)
      .then(() => {
        if (!stopping.signal.aborted) timer = setTimeout(round, pause);
      });
  };
  round();
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
