import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../context.ts';
import type { RequestKey } from './idempotency.ts';
import type { LogEntry, OutboxEntry, ToldEntry, Webhook } from './journal.ts';
import { atOnce } from './recordset.ts';
import type { Asker } from './transact.ts';
import { inTenant } from './transaction.ts';

/** Writes the log rows, the events, what programs are told and the answer kept for repeats: one statement, whatever there is of them. */
export async function writeDown(
  context: Context,
  key: RequestKey | null,
  answer: unknown,
): Promise<void> {
  const { log, events, told, webhooks } = context.journal;
  await atOnce(context.tx, [
    ...(log.length > 0 ? [logRows(context, log)] : []),
    ...(events.length > 0 ? [outboxRows(context, events)] : []),
    ...(webhooks.length > 0 ? [deliveries(context, told, webhooks)] : []),
    ...(key === null ? [] : [keptAnswer(context, key, answer)]),
  ]);
}

const json = (value: unknown): string | null =>
  value === undefined ? null : JSON.stringify(value);

function logRows(
  { tenantId, scope, address }: Pick<Context, 'tenantId' | 'scope' | 'address'>,
  log: readonly LogEntry[],
): RawBuilder<unknown> {
  const rows = log.map(
    ({ action, subject, subjectId, number = '', before, after }) => sql`(
      ${tenantId}::bigint, ${scope.userId}::bigint, ${action}, ${subject}, ${subjectId}, ${number},
      ${json(before)}::jsonb, ${json(after)}::jsonb, ${address})`,
  );
  return sql`
    insert into audit_log (tenant_id, user_id, action, subject, subject_id, number, before, after, address)
    values ${sql.join(rows)} returning id`;
}

/** A line of the log about what writes nothing: taken along, or refused. The one who looks through other eyes is named. */
export async function note(
  { lanes, scope, address }: Omit<Asker, 'language'>,
  entry: LogEntry,
): Promise<void> {
  const { tenantId, viewerId, userId } = scope;
  const who = { tenantId, scope: { ...scope, userId: viewerId ?? userId }, address };
  await inTenant(lanes.short, tenantId, 'begin', (tx) => logRows(who, [entry]).execute(tx));
}

/** Hands an event of work that no request asked for to the outbox: it leaves with the commit. */
export async function emitOwn(
  { tx, tenantId }: Pick<Context, 'tx' | 'tenantId'>,
  topic: string,
  payload: unknown,
): Promise<void> {
  await outboxRows({ tenantId }, [{ topic, payload, dueAt: null }]).execute(tx);
}

function outboxRows(
  { tenantId }: Pick<Context, 'tenantId'>,
  events: readonly OutboxEntry[],
): RawBuilder<unknown> {
  const rows = events.map(
    ({ topic, payload, dueAt }) =>
      sql`(${tenantId}::bigint, ${topic}, ${json(payload) ?? 'null'}::jsonb, coalesce(${dueAt}::timestamptz, now()))`,
  );
  return sql`insert into outbox (tenant_id, topic, payload, due_at) values ${sql.join(rows)} returning id`;
}

/** Finds who wants to know what happened, where something did; they stay until the commit. */
export async function findWebhooks({ tx, tenantId, journal }: Context): Promise<void> {
  if (journal.told.length === 0) return;
  const told = journal.told.map(({ event }) => event);
  const { rows } = await sql<Webhook>`
    select id, events from webhook
    where tenant_id = ${tenantId} and enabled and events && ${told}::text[]
    order by id for key share`.execute(tx);
  journal.webhooks = rows;
}

function deliveries(
  { tenantId }: Pick<Context, 'tenantId'>,
  told: readonly ToldEntry[],
  webhooks: readonly Webhook[],
): RawBuilder<unknown> {
  const rows = told.flatMap(({ event, documentId, number }) =>
    webhooks
      .filter(({ events }) => events.includes(event))
      .map(
        ({ id }) =>
          sql`(${tenantId}::bigint, ${id}::bigint, ${event}, ${documentId}::bigint, ${number})`,
      ),
  );
  return sql`
    insert into webhook_delivery (tenant_id, webhook_id, event, document_id, number)
    values ${sql.join(rows)} returning id`;
}

function keptAnswer(
  { tenantId, scope }: Context,
  { key }: RequestKey,
  answer: unknown,
): RawBuilder<unknown> {
  return sql`
    update idempotency set status = 200, answer = ${json(answer) ?? 'null'}
    where tenant_id = ${tenantId} and user_id = ${scope.userId} and key = ${key}
    returning key`;
}
