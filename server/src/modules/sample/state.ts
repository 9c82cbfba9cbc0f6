import type { Samples } from '@tradehouse/contract';
import { furnish } from '@tradehouse/database';
import { sql } from 'kysely';
import { found, log, refuse } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { saveNothing } from '../system/index.ts';

/** Samples that have been silent for so long have lost the process that worked on them: a day of trade takes a second at most. */
const SILENT = sql`touched_at < now() - interval '5 minutes'`;

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

/** Takes the one place of the work; what was there before goes. */
export async function beginFilling(context: Context): Promise<Samples> {
  await emptyOfThem(context);
  log(context, { action: 'add', subject: 'samples', subjectId: context.tenantId, number: '' });
  return put(context, { state: 'filling', done: 0, total: 0 });
}

export async function emptyAll(context: Context): Promise<Samples> {
  await emptyOfThem(context);
  log(context, { action: 'delete', subject: 'samples', subjectId: context.tenantId, number: '' });
  return put(context, { state: 'empty', done: 0, total: 0 });
}

/**
 * The samples, held until the end of the transaction; `record.missing` where the company was made without.
 * Refuses all but the owner, and while they are being filled in.
 */
async function owned(context: Context): Promise<Samples> {
  const { tx, tenantId, scope } = context;
  await sql`select from sample where tenant_id = ${tenantId} for update`.execute(tx);
  const samples = found((await samplesOf(context)) ?? undefined);
  if (!scope.owner) refuse('access.denied');
  return samples.state === 'filling' ? refuse('samples.filling') : samples;
}

/** Leaves the company as it was made, with its days open. Where there are none of the samples, what it has is its own, and stays. */
async function emptyOfThem(context: Context): Promise<void> {
  const { tx, tenantId, language } = context;
  const { state } = await owned(context);
  if (state === 'offered' || state === 'empty') return;
  await saveNothing(context);
  await sql`update sample set state = 'failed' where tenant_id = ${tenantId} and state = 'filling'`.execute(
    tx,
  );
  await sql`select empty_sample()`.execute(tx);
  await sql`
    update tenant_setting set closed_until = null, version = version + 1
    where tenant_id = ${tenantId} and closed_until is not null`.execute(tx);
  await furnish(tx, tenantId, language);
}

/** Writes down how far they are. */
export async function put({ tx, tenantId }: Context, samples: Samples): Promise<Samples> {
  const { state, done, total } = samples;
  await sql`
    update sample set state = ${state}, done = ${done}, total = ${total}, touched_at = now()
    where tenant_id = ${tenantId}`.execute(tx);
  return samples;
}
