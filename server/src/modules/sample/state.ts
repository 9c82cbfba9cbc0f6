import { setTimeout as wait } from 'node:timers/promises';
import type { Samples } from '@tradehouse/contract';
import { insertFirstRecords, renameFurniture } from '@tradehouse/database';
import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import { FRESH_FOR } from '../../kernel/http/index.ts';
import { inTenant, logChange, rightsChanged } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { endSessionsWhere } from '../session/index.ts';
import { reopenEmptied, samplesSilentSql, saveNothing } from '../system/index.ts';

/**
 * Returns the progress of samples; null for none, including companies with documents of their own. Samples
 * of a dead process are reported failed.
 */
export async function samplesOf({ tx, tenantId }: Context): Promise<Samples | null> {
  const { rows } = await sql<Samples>`
    select case when state = 'filling' and ${samplesSilentSql} then 'failed' else state end as state,
      done, total
    from sample where tenant_id = ${tenantId} and (state not in ('offered', 'empty') or not exists (
      select from document where document.tenant_id = ${tenantId} and document.deleted_at is null))`.execute(
    tx,
  );
  return rows[0] ?? null;
}

/** Name of the filling session in the owner's session list. */
export const filler = {
  en: 'Filling in samples',
  'zh-cn': '正在填充示例数据',
} as const;

export const begun: Samples = { state: 'filling', done: 0, total: 0 };

/**
 * Starts filling sample data: deletes the former contents and renames the first records in the language of
 * the caller. Returns the start time, or is refused during another fill, see `saveSampleState`.
 */
export async function beginFilling(context: Context, db: Kysely<Database>): Promise<string> {
  await emptyOfThem(context, db);
  await renameFurniture(context.tx, context.tenantId, context.language);
  logChange(context, {
    action: 'add',
    subject: 'samples',
    subjectId: context.tenantId,
    number: '',
  });
  return orRefuseMissing((await saveSampleState(context, begun)) ?? undefined);
}

export async function emptyAll(context: Context, db: Kysely<Database>): Promise<Samples> {
  await emptyOfThem(context, db);
  logChange(context, {
    action: 'delete',
    subject: 'samples',
    subjectId: context.tenantId,
    number: '',
  });
  const samples: Samples = { state: 'empty', done: 0, total: 0 };
  await saveSampleState(context, samples);
  return samples;
}

/**
 * Returns the samples; `record.missing` for a company without. Refuses all but the owner, and during
 * filling.
 */
async function requireOwnedSamples(context: Context): Promise<Samples> {
  const { scope } = context;
  const samples = orRefuseMissing((await samplesOf(context)) ?? undefined);
  if (!scope.owner) refuseWith('access.denied');
  return samples.state === 'filling' ? refuseWith('samples.filling') : samples;
}

const hasThem = ({ state }: Samples): boolean => state !== 'offered' && state !== 'empty';

/**
 * Resets the company to the new state, with open days. Without samples all data is the company's own, and
 * stays.
 *
 * The deletion is a separate transaction, under the owner of the tables and without further writes: in a
 * cluster, two roles cannot change a node in a single transaction. An interruption afterwards leaves failed
 * samples, emptied another time.
 */
async function emptyOfThem(context: Context, db: Kysely<Database>): Promise<void> {
  const { tx, tenantId, language } = context;
  const there = hasThem(await requireOwnedSamples(context));
  if (there) {
    const alive = await inTenant(db, tenantId, 'begin', (own) => takeOver({ ...context, tx: own }));
    // Sessions stay trusted for `FRESH_FOR`, and calls begun by then end within another `FRESH_FOR`.
    if (alive) await wait(2 * FRESH_FOR);
    const gone = inTenant(db, tenantId, 'begin', async (own) => {
      await saveNothing({ ...context, tx: own });
      await requireOwnedSamples({ ...context, tx: own });
      await sql`select empty_sample()`.execute(own);
    });
    await gone.catch(async (error: unknown) => {
      if (hasThem(await requireOwnedSamples(context))) throw error;
    });
  }
  // Locked from here on; a faster process is filling by now, or has emptied and furnished.
  await sql`select from sample where tenant_id = ${tenantId} for update`.execute(tx);
  if (!hasThem(await requireOwnedSamples(context)) || !there) return;
  await rightsChanged(context);
  await reopenEmptied(context);
  await insertFirstRecords(tx, tenantId, language);
}

/**
 * Takes over from a filling process, perhaps only silent for a while: the session ends, therefore new calls
 * fail once the cached session expires. Returns true if the process may still be at work.
 */
async function takeOver({ tx, tenantId, scope }: Context): Promise<boolean> {
  const ended = await endSessionsWhere(
    { tx, tenantId },
    sql`user_id = ${scope.userId} and client = any(${Object.values(filler)}::text[])`,
  );
  await sql`
    update sample set state = 'failed'
    where tenant_id = ${tenantId} and state = 'filling' and ${samplesSilentSql}`.execute(tx);
  return ended > 0;
}

/**
 * Records the progress. Returns the time; null: another process has taken over, and nothing was written.
 *
 * @param since time of the caller's last record; absent: unconditional
 */
export async function saveSampleState(
  { tx, tenantId }: Context,
  { state, done, total }: Samples,
  since?: string,
): Promise<string | null> {
  const { rows } = await sql<{ at: string }>`
    update sample set state = ${state}, done = ${done}, total = ${total}, touched_at = date_trunc('milliseconds', now())
    where tenant_id = ${tenantId} and ${since === undefined ? sql`true` : sql`touched_at = ${since}::timestamptz`}
    returning touched_at as at`.execute(tx);
  return rows[0]?.at ?? null;
}
