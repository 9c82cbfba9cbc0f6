import type pg from 'pg';

const BATCH = 500;

/**
 * Adds jobs for the oldest due events, company by company.
 *
 * @returns number of events relayed
 */
export async function relayBatch(pool: pg.Pool, topics: readonly string[]): Promise<number> {
  const { rows } = await pool.query<{ tenant_id: string }>({
    name: 'waiting',
    text: `
      select distinct tenant_id
      from (select tenant_id from outbox where relayed_at is null and due_at <= now() order by id limit ${BATCH}) as oldest`,
  });
  let taken = 0;
  for (const { tenant_id } of rows) taken += await relayOf(pool, tenant_id, topics);
  return taken;
}

interface PendingEvent {
  readonly id: string;
  readonly topic: string;
  readonly payload: unknown;
}

/**
 * Relays the events of one company, locked while another connection adds the jobs. The jobs exist before
 * the mark, because a cluster keeps jobs and events on different nodes. A job's key is its event's, so an
 * event relayed twice is one job, or the same one again. Events without a handler are only marked.
 */
async function relayOf(
  pool: pg.Pool,
  tenantId: string,
  topics: readonly string[],
): Promise<number> {
  const holding = await pool.connect();
  try {
    await holding.query('begin');
    const { rows } = await holding.query<PendingEvent>({
      name: 'waiting of a company',
      text: `
        select id, topic, payload from outbox
        where tenant_id = $1 and relayed_at is null and due_at <= now() order by id limit ${BATCH} for update skip locked`,
      values: [tenantId],
    });
    const handled = rows.filter(({ topic }) => topics.includes(topic));
    if (handled.length > 0) await addJobs(pool, tenantId, handled);
    await holding.query({
      name: 'relayed',
      text: 'update outbox set relayed_at = now() where tenant_id = $1 and id = any($2::bigint[])',
      values: [tenantId, rows.map(({ id }) => id)],
    });
    await holding.query('commit');
    return rows.length;
  } catch (error) {
    await holding.query('rollback').catch(() => {});
    throw error;
  } finally {
    holding.release();
  }
}

async function addJobs(
  pool: pg.Pool,
  tenantId: string,
  events: readonly PendingEvent[],
): Promise<void> {
  await pool.query({
    name: 'add jobs',
    text: `
      select graphile_worker.add_job(
        event ->> 'topic', (event || jsonb_build_object('tenantId', $1::text))::json,
        job_key => $1 || ':' || (event ->> 'id'), max_attempts => 10)
      from jsonb_array_elements($2::jsonb) as event`,
    values: [tenantId, JSON.stringify(events)],
  });
}

/** Forgets relayed events after a week and answers kept for repeats after two days. */
export async function cleanUp(pool: pg.Pool): Promise<void> {
  await pool.query(`delete from outbox where relayed_at < now() - interval '7 days'`);
  await pool.query(`delete from idempotency where created_at < now() - interval '48 hours'`);
}
