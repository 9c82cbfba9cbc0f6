import type pg from 'pg';

const BATCH = 500;

/**
 * Makes jobs of the oldest waiting events that are due, in one transaction with the mark that says so. A job's key is
 * its event's, so an event that is relayed twice is one job. Topics that no one handles are only marked.
 *
 * @returns how many events it took.
 */
export async function relayBatch(pool: pg.Pool, topics: readonly string[]): Promise<number> {
  const { rowCount } = await pool.query({
    name: 'relay',
    text: `
      with waiting as materialized (
        select tenant_id, id, topic, payload from outbox
        where relayed_at is null and due_at <= now() order by id limit ${BATCH} for update skip locked
      ), added as materialized (
        select graphile_worker.add_job(
          topic,
          json_build_object('tenantId', tenant_id::text, 'id', id::text, 'topic', topic, 'payload', payload),
          job_key => tenant_id || ':' || id, max_attempts => 10)
        from waiting where topic = any($1::text[])
      )
      update outbox set relayed_at = now()
      from waiting cross join (select count(*) from added) as done
      where outbox.tenant_id = waiting.tenant_id and outbox.id = waiting.id`,
    values: [topics],
  });
  return rowCount ?? 0;
}

/** Forgets relayed events after a week and answers kept for repeats after two days. */
export async function cleanUp(pool: pg.Pool): Promise<void> {
  await pool.query(`delete from outbox where relayed_at < now() - interval '7 days'`);
  await pool.query(`delete from idempotency where created_at < now() - interval '48 hours'`);
}
