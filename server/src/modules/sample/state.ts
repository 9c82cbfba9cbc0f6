import { setTimeout as wait } from 'node:timers/promises';
import type { Samples } from '@tradehouse/contract';
import { furnish, renameFurniture } from '@tradehouse/database';
import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { FRESH_FOR, found, inTenant, log, refuse, rightsChanged } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { saveNothing } from '../system/index.ts';

/** Samples that have been silent for so long have lost the process that worked on them: a day of trade takes a second at most. */
const SILENT = sql`touched_at < now() - interval '1 minute'`;

/**
 * How far they are, or null: also where there are none of them, but documents, which are the company's own. Those whose process
 * died are told as failed.
 */
export async function samplesOf({ tx, tenantId }: Context): Promise<Samples | null> {
  const { rows } = await sql<Samples>`
    select case when state = 'filling' and ${SILENT} then 'failed' else state end as state, done, total
    from sample where tenant_id = ${tenantId} and (state not in ('offered', 'empty') or not exists (
      select from document where document.tenant_id = ${tenantId} and document.deleted_at is null))`.execute(
    tx,
  );
  return rows[0] ?? null;
}

/** What the session is called that fills them in, where the owner sees their own. */
export const filler = {
  en: 'Filling in samples',
  'zh-cn': '正在填充示例数据',
} as const;

export const begun: Samples = { state: 'filling', done: 0, total: 0 };

/**
 * Takes the one place of the work; what was there before goes, and what a new company has is called by its names in the
 * language of who asks. Answers since when it is held, as `put` does.
 */
export async function beginFilling(context: Context, db: Kysely<Database>): Promise<string> {
  await emptyOfThem(context, db);
  await renameFurniture(context.tx, context.tenantId, context.language);
  log(context, { action: 'add', subject: 'samples', subjectId: context.tenantId, number: '' });
  return found((await put(context, begun)) ?? undefined);
}

export async function emptyAll(context: Context, db: Kysely<Database>): Promise<Samples> {
  await emptyOfThem(context, db);
  log(context, { action: 'delete', subject: 'samples', subjectId: context.tenantId, number: '' });
  const samples: Samples = { state: 'empty', done: 0, total: 0 };
  await put(context, samples);
  return samples;
}

/**
 * The samples; `record.missing` where the company was made without. Refuses all but the owner, and while they are being filled in.
 */
async function owned(context: Context): Promise<Samples> {
  const { scope } = context;
  const samples = found((await samplesOf(context)) ?? undefined);
  if (!scope.owner) refuse('access.denied');
  return samples.state === 'filling' ? refuse('samples.filling') : samples;
}

const hasThem = ({ state }: Samples): boolean => state !== 'offered' && state !== 'empty';

/**
 * Leaves the company as it was made, with its days open. Where there are none of the samples, what it has is its own, and stays.
 *
 * They go in a transaction of their own, where the owner of the tables deletes and no one else writes: a cluster lets no two
 * roles change the same node in one. Cut short after that they have failed, and are emptied another time.
 */
async function emptyOfThem(context: Context, db: Kysely<Database>): Promise<void> {
  const { tx, tenantId, language } = context;
  const there = hasThem(await owned(context));
  if (there) {
    const alive = await inTenant(db, tenantId, 'begin', (own) => takeOver({ ...context, tx: own }));
    // Its calls are believed for so long, and what was begun then is over in as long again.
    if (alive) await wait(2 * FRESH_FOR);
    const gone = inTenant(db, tenantId, 'begin', async (own) => {
      await saveNothing({ ...context, tx: own });
      await owned({ ...context, tx: own });
      await sql`select empty_sample()`.execute(own);
    });
    await gone.catch(async (error: unknown) => {
      if (hasThem(await owned(context))) throw error;
    });
  }
  // Held from here on; who was faster is filling them in by now, or has emptied and furnished.
  await sql`select from sample where tenant_id = ${tenantId} for update`.execute(tx);
  if (!hasThem(await owned(context)) || !there) return;
  await rightsChanged(context);
  await sql`
    update tenant_setting set closed_until = null, version = version + 1
    where tenant_id = ${tenantId} and closed_until is not null`.execute(tx);
  await furnish(tx, tenantId, language);
}

/**
 * Who filled them in may have been silent only for a while: nothing that they begin after this is done, once they are no longer
 * believed. Answers whether they may still be at work.
 */
async function takeOver({ tx, tenantId, scope }: Context): Promise<boolean> {
  const { rows } = await sql`
    delete from session
    where tenant_id = ${tenantId} and user_id = ${scope.userId} and client = any(${Object.values(filler)}::text[])
    returning 1`.execute(tx);
  await sql`
    update sample set state = 'failed'
    where tenant_id = ${tenantId} and state = 'filling' and ${SILENT}`.execute(tx);
  return rows.length > 0;
}

/**
 * Writes down how far they are. Answers when; null: they have changed hands, and nothing was written.
 *
 * @param since when who asks wrote last; absent: no matter who did
 */
export async function put(
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
