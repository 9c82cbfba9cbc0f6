import { Session } from 'node:inspector';
import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import type { ErrorKey, Facts } from '@tradehouse/domain';
import { isOurFault, refusalOf, transact } from '../../kernel/index.ts';
import type { Asker, Context } from '../../kernel/index.ts';
import { interrupted, leftAt, silent } from './sheetImport.ts';

/** A state in which an import is worked on. */
export type Running = keyof typeof leftAt;

/** How far the work is, told to anyone who asks; `stopped` once no one wants it any more. */
export interface Pulse {
  done: number;
  total: number;
  readonly stopped: AbortSignal;
}

/** Thrown inside work that was put away. */
export class PutAway extends Error {
  override readonly name = 'PutAway';
}

const BEAT = 1_000;

export interface Job {
  readonly id: string;
  readonly state: Running;
  readonly leave: () => void;
}

/**
 * Clears memory before long work. The engine lets its heap grow to several times what starting the server left in it
 * before it looks for the first time, and afterwards keeps it near what is really held.
 */
function sweep(): void {
  const session = new Session();
  session.connect();
  session.post('HeapProfiler.collectGarbage');
  session.disconnect();
}

/**
 * Works on an import beside the requests. While it does, a beat tells the database how far it is and looks whether it is
 * still wanted. Nothing of it lives longer than the process: what was begun is rolled back with the connection, and an
 * import whose beat has stopped is cleared by the next one (see `clearSilent`).
 */
export class SheetJobs {
  readonly #running = new Map<
    string,
    { readonly stop: AbortController; readonly end: Promise<void> }
  >();
  readonly #log: Pick<FastifyInstance['log'], 'error'>;

  constructor(log: Pick<FastifyInstance['log'], 'error'>) {
    this.#log = log;
  }

  start(asker: Asker, job: Job, work: (pulse: Pulse) => Promise<void>): void {
    sweep();
    const stop = new AbortController();
    const key = `${asker.scope.tenantId} ${job.id}`;
    const end = this.#run(asker, job, work, stop).finally(() => {
      this.#running.delete(key);
      job.leave();
    });
    this.#running.set(key, { stop, end });
  }

  /** Stops an import of this process and waits for its end; one of another process hears of it by its beat. */
  async stop(tenantId: string, id: string): Promise<void> {
    const running = this.#running.get(`${tenantId} ${id}`);
    running?.stop.abort();
    await running?.end;
  }

  async stopAll(): Promise<void> {
    for (const { stop } of this.#running.values()) stop.abort();
    await Promise.all([...this.#running.values()].map(({ end }) => end));
  }

  async #run(
    asker: Asker,
    { id, state }: Job,
    work: (pulse: Pulse) => Promise<void>,
    stop: AbortController,
  ): Promise<void> {
    const pulse = { done: 0, total: 0, stopped: stop.signal };
    let beating = false;
    const beat = setInterval(() => {
      if (beating) return;
      beating = true;
      touch(asker, id, state, pulse)
        .then((wanted) => (wanted ? undefined : stop.abort()))
        // A beat that did not arrive is followed by another.
        .catch(() => {})
        .finally(() => (beating = false));
    }, BEAT);
    try {
      await work(pulse);
    } catch (error) {
      const refusal = error instanceof PutAway ? null : refusalOf(error);
      if (refusal !== null && isOurFault(refusal)) this.#log.error({ err: error }, 'import failed');
      await give(asker, id, state, refusal).catch((failure: unknown) =>
        this.#log.error({ err: failure }, 'import could not be put back'),
      );
    } finally {
      clearInterval(beat);
    }
  }
}

async function touch(asker: Asker, id: string, state: Running, pulse: Pulse): Promise<boolean> {
  return transact(asker, null, async ({ tx, tenantId }) => {
    const { rows } = await sql`
      update sheet_import set touched_at = now(), done = ${pulse.done}, total = ${pulse.total}
      where tenant_id = ${tenantId} and id = ${id} and state = ${state} and not canceled returning id`.execute(
      tx,
    );
    return rows.length > 0;
  });
}

/** Puts an import back to where it was before the work, with the reason; a reading leaves only its reason behind. */
async function give(
  asker: Asker,
  id: string,
  state: Running,
  refusal: { readonly key: ErrorKey; readonly facts: Facts } | null,
): Promise<void> {
  await transact(asker, null, async ({ tx, tenantId }) => {
    const left = leftAt[state];
    const whose = sql`tenant_id = ${tenantId} and id = ${id} and state = ${state}`;
    if (left === 'failed' && refusal === null) {
      await sql`delete from sheet_import where ${whose}`.execute(tx);
      return {};
    }
    const failure =
      refusal === null ? null : JSON.stringify({ key: refusal.key, facts: refusal.facts });
    await sql`
      update sheet_import set state = ${left}, failure = ${failure}::jsonb, canceled = false, done = 0, total = 0
      where ${whose}`.execute(tx);
    if (left === 'failed') await clearRows({ tx, tenantId }, id);
    return {};
  });
}

export async function clearRows(
  { tx, tenantId }: Pick<Context, 'tx' | 'tenantId'>,
  id: string,
): Promise<void> {
  await sql`delete from sheet_row where tenant_id = ${tenantId} and import_id = ${id}`.execute(tx);
  await sql`delete from sheet_fault where tenant_id = ${tenantId} and import_id = ${id}`.execute(
    tx,
  );
}

/** Writes down what became of imports whose process died. */
export async function clearSilent({ tx, tenantId }: Context): Promise<void> {
  for (const [running, left] of Object.entries(leftAt)) {
    const { rows } = await sql<{ id: string }>`
      update sheet_import set state = ${left}, failure = ${JSON.stringify(interrupted)}::jsonb,
        canceled = false, done = 0, total = 0
      where tenant_id = ${tenantId} and state = ${running} and ${silent} returning id`.execute(tx);
    if (left === 'failed') for (const { id } of rows) await clearRows({ tx, tenantId }, id);
  }
}
