import { setTimeout as wait } from 'node:timers/promises';
import { driverConfig } from '@tradehouse/database';
import type { Connection } from '@tradehouse/database';
import type { FastifyBaseLogger } from 'fastify';
import { Logger, run } from 'graphile-worker';
import type { Runner, Task } from 'graphile-worker';
import pg from 'pg';
import { cleanUp, relayBatch } from './relay.ts';

/** An event as it left the transaction that caused it. */
export interface JobEvent {
  readonly tenantId: string;
  /** The same however often it is handled; unique within the company. */
  readonly id: string;
  readonly topic: string;
  readonly payload: unknown;
}

/** Topic → what to do about it. A handler may be called twice for one event, so it must be harmless to repeat. */
export type JobHandlers = Readonly<Record<string, (event: JobEvent) => Promise<void>>>;

export interface JobOptions {
  readonly connection: Connection;
  readonly handlers: JobHandlers;
  /** What runs by the clock, whichever process does it: a line per topic as cron writes them, in UTC. */
  readonly crontab?: string;
  /** What is done again and again, in every process. */
  readonly rounds?: readonly Round[];
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
}

/** Work that is done again and again, one at a time, with a pause between. */
export interface Round {
  /** The pause, in milliseconds. */
  readonly every: number;
  /** @param pool as the worker, which sees what waits in every company */
  readonly work: (pool: pg.Pool) => Promise<void>;
}

export interface Jobs {
  readonly stop: () => Promise<void>;
}

const LOOK_EVERY = 500;
const CLEAN_EVERY = 3_600_000;

/** Relays the outbox and runs what comes of it, until stopped. Any number of processes may do so at once. */
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
  // The runner insists on handlers; what breaks is reported by the statement that was running.
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
      // In batches, however short, the runner tries again to say how a job ended; one by one it lets the process die of it.
      preset: { worker: { concurrentJobs: 2, completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });
  const complain = (error: unknown): void => log.error({ err: error }, 'background work failed');
  const running = keepRunning(start, await start(), complain);
  const own: readonly Round[] = [
    { every: LOOK_EVERY, work: () => relayAll(pool, Object.keys(handlers)) },
    { every: CLEAN_EVERY, work: cleanUp },
  ];
  const going = [...own, ...rounds].map(({ every, work }) =>
    repeat(every, () => work(pool), complain),
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
  // SAFETY: the relay alone adds jobs, and this is what it puts into them.
  (payload) =>
    handle(payload as JobEvent);

async function relayAll(pool: pg.Pool, topics: readonly string[]): Promise<void> {
  while ((await relayBatch(pool, topics)) > 0);
}

/** A runner gives up where it could not say how a job ended; another takes its place, once the database is back. */
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
      await ended(runner);
      await guarding;
      // Another may have taken its place meanwhile.
      await ended(runner);
    },
  };
}

/** Stops a runner; one that has given up by itself is on its way out, or gone. */
async function ended(runner: Runner | null): Promise<void> {
  await runner?.stop().catch(() => runner.promise.catch(() => {}));
}

function repeat(
  pause: number,
  work: () => Promise<void>,
  complain: (error: unknown) => void,
): { readonly stop: () => Promise<void> } {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const round = (): void => {
    running = work()
      .catch(complain)
      .then(() => {
        if (!stopped) timer = setTimeout(round, pause);
      });
  };
  round();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
