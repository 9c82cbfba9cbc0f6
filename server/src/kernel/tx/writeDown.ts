import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../context.ts';
import type { RequestKey } from './idempotency.ts';
import type { Journal, LogEntry, OutboxEntry, Webhook } from './journal.ts';
import { atOnce, given } from './recordset.ts';
import type { Asker } from './transact.ts';
import { inTenant } from './transaction.ts';

/** Writes the log rows, the events, what programs are told and the answer kept for repeats: one statement, whatever there is of them. */
export async function writeDown(
  context: Context,
  key: RequestKey | null,
  answer: unknown,
): Promise<void> {
  const { log, events } = context.journal;
  const toSend = deliveriesOf(context.journal);
  await atOnce(context.tx, [
    ...(log.length > 0 ? [logRows(context, log)] : []),
    ...(events.length > 0 ? [outboxRows(context, events)] : []),
    ...(toSend.length > 0 ? [deliveries(context, toSend)] : []),
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

/** Who wants to know what happens. */
export async function webhooksOf({ tx, tenantId }: Context): Promise<readonly Webhook[]> {
  const { rows } = await sql<Webhook>`
    select id, events from webhook where tenant_id = ${tenantId} and enabled order by id`.execute(
    tx,
  );
  return rows;
}

/** A row for each who wants to know it, in the order in which it happened. */
const deliveriesOf = ({ told, webhooks }: Journal): readonly object[] =>
  [...told.values()].flatMap((entry) =>
    webhooks
      .filter(({ events }) => events.includes(entry.event))
      .map(({ id }) => ({ ...entry, webhookId: id })),
  );

const deliveries = (
  { tenantId }: Pick<Context, 'tenantId'>,
  rows: readonly object[],
): RawBuilder<unknown> => sql`
  insert into webhook_delivery (tenant_id, webhook_id, event, document_id, number)
  select ${tenantId}::bigint, given.*
  from ${given(rows, '"webhookId" bigint, event text, "documentId" bigint, number text')} returning id`;

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
