import { Session } from 'node:inspector';
import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import type { ErrorKey, SentenceFacts } from '@tradehouse/domain';
import { isOurFault, refusalFromError } from '../../kernel/http/index.ts';
import { withHeartbeat } from '../../kernel/live/index.ts';
import { runTransaction } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { Asker } from '../../kernel/tx/index.ts';
import { interrupted, leftAt, silent } from './sheetImport.ts';

/** State of an import in progress. */
export type RunningImportState = keyof typeof leftAt;

/** Progress of an import, shown to users; `stopped` is aborted when a user cancels the import. */
export interface Pulse {
  done: number;
  total: number;
  readonly stopped: AbortSignal;
}

export class PutAway extends Error {
  override readonly name = 'PutAway';
}

const BEAT = 1_000;

export interface Job {
  readonly id: string;
  readonly state: RunningImportState;
  readonly leave: () => void;
}

/**
 * Collects garbage before long work. Otherwise the engine lets the heap grow to several times the start-up
 * remainder before the first collection, and afterwards stays near the data really held.
 */
function collectGarbage(): void {
  const session = new Session();
  session.connect();
  session.post('HeapProfiler.collectGarbage');
  session.disconnect();
}

/**
 * Runs imports in the background. A heartbeat records the progress and checks for cancellation. A crashed
 * process rolls back its open work with the connection, and the next import clears an import without
 * heartbeat (see `clearSilent`).
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
    collectGarbage();
    const stop = new AbortController();
    const key = `${asker.scope.tenantId} ${job.id}`;
    const end = this.#run(asker, job, work, stop).finally(() => {
      this.#running.delete(key);
      job.leave();
    });
    this.#running.set(key, { stop, end });
  }

  /** Stops an import of this process and waits for the end; further processes learn by heartbeat. */
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
    const beat = async (): Promise<void> => {
      if (!(await recordImportBeat(asker, id, state, pulse))) stop.abort();
    };
    const revert = async (cause: unknown): Promise<void> => {
      const refusal = cause instanceof PutAway ? null : refusalFromError(cause);
      if (refusal !== null && isOurFault(refusal)) this.#log.error({ err: cause }, 'import failed');
      await revertRunningImport(asker, id, state, refusal).catch((failure: unknown) =>
        this.#log.error({ err: failure }, 'import could not be put back'),
      );
    };
    await withHeartbeat(BEAT, beat, () => work(pulse).catch(revert));
  }
}

async function recordImportBeat(
  asker: Asker,
  id: string,
  state: RunningImportState,
  pulse: Pulse,
): Promise<boolean> {
  return runTransaction(asker, null, async ({ tx, tenantId }) => {
    const { rows } = await sql`
      update sheet_import set touched_at = now(), done = ${pulse.done}, total = ${pulse.total}
      where tenant_id = ${tenantId} and id = ${id} and state = ${state} and not canceled returning id`.execute(
      tx,
    );
    return rows.length > 0;
  });
}

/**
 * Resets an import to the state before the work, with the reason; a failed reading leaves only the reason.
 */
async function revertRunningImport(
  asker: Asker,
  id: string,
  state: RunningImportState,
  refusal: { readonly key: ErrorKey; readonly facts: SentenceFacts } | null,
): Promise<void> {
  await runTransaction(asker, null, async ({ tx, tenantId }) => {
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

/** Records the outcome of imports with a dead process. */
export async function clearSilent({ tx, tenantId }: Context): Promise<void> {
  for (const [running, left] of Object.entries(leftAt)) {
    const { rows } = await sql<{ id: string }>`
      update sheet_import set state = ${left}, failure = ${JSON.stringify(interrupted)}::jsonb,
        canceled = false, done = 0, total = 0
      where tenant_id = ${tenantId} and state = ${running} and ${silent} returning id`.execute(tx);
    if (left === 'failed') for (const { id } of rows) await clearRows({ tx, tenantId }, id);
  }
}
