import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../access/context.ts';
import type { RequestKey } from './idempotency.ts';
import type { Journal, LogEntry, OutboxEntry, Webhook } from './journal.ts';
import { atOnce, rowsAsTable } from './recordset.ts';
import type { Asker } from './transact.ts';
import { inTenant } from './transaction.ts';

/**
 * Writes the log rows, events, program deliveries and the answer stored for repeats, all in one statement.
 */
export async function writeDown(
  context: Context,
  key: RequestKey | null,
  answer: unknown,
): Promise<void> {
  const { log, events } = context.journal;
  const toSend = deliveriesOf(context.journal);
  await atOnce(context.tx, [
    ...(log.length > 0 ? [logRowsSql(context, log)] : []),
    ...(events.length > 0 ? [outboxRows(context, events)] : []),
    ...(toSend.length > 0 ? [insertDeliveriesSql(context, toSend)] : []),
    ...(key === null ? [] : [keptAnswer(context, key, answer)]),
  ]);
}

const toJsonOrNull = (value: unknown): string | null =>
  value === undefined ? null : JSON.stringify(value);

/** Log of an action, by the address of the caller. */
interface LogSource extends Pick<Context, 'tenantId' | 'address'> {
  readonly scope: Pick<Context['scope'], 'userId'>;
}

/** Statement that writes log rows; used directly only where no request's transaction has a journal. */
export function logRowsSql(
  { tenantId, scope, address }: LogSource,
  log: readonly LogEntry[],
): RawBuilder<unknown> {
  const rows = log.map(
    ({ action, subject, subjectId, number = '', before, after }) => sql`(
      ${tenantId}::bigint, ${scope.userId}::bigint, ${action}, ${subject}, ${subjectId}, ${number},
      ${toJsonOrNull(before)}::jsonb, ${toJsonOrNull(after)}::jsonb, ${address})`,
  );
  return sql`
    insert into audit_log (tenant_id, user_id, action, subject, subject_id, number, before, after, address)
    values ${sql.join(rows)} returning id`;
}

/** Logs an action without data changes: an export, a refusal. An impersonating user is logged by own name. */
export async function logStandaloneEntry(
  { lanes, scope, address }: Omit<Asker, 'language'>,
  entry: LogEntry,
): Promise<void> {
  const { tenantId, viewerId, userId } = scope;
  const who = { tenantId, scope: { ...scope, userId: viewerId ?? userId }, address };
  await inTenant(lanes.short, tenantId, 'begin', (tx) => logRowsSql(who, [entry]).execute(tx));
}

/** Hands an event of work without a request to the outbox, sent with the commit. */
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
      sql`(${tenantId}::bigint, ${topic}, ${toJsonOrNull(payload) ?? 'null'}::jsonb, coalesce(${dueAt}::timestamptz, now()))`,
  );
  return sql`insert into outbox (tenant_id, topic, payload, due_at) values ${sql.join(rows)} returning id`;
}

/** Reads the company's enabled webhooks. */
export async function webhooksOf({ tx, tenantId }: Context): Promise<readonly Webhook[]> {
  const { rows } = await sql<Webhook>`
    select id, events from webhook where tenant_id = ${tenantId} and enabled order by id`.execute(
    tx,
  );
  return rows;
}

/** Builds one delivery per event and subscribed webhook, in event order. */
const deliveriesOf = ({ programEvents, webhooks }: Journal): readonly object[] =>
  [...programEvents.values()].flatMap((entry) =>
    webhooks
      .filter(({ events }) => events.includes(entry.event))
      .map(({ id }) => ({ ...entry, webhookId: id })),
  );

const insertDeliveriesSql = (
  { tenantId }: Pick<Context, 'tenantId'>,
  rows: readonly object[],
): RawBuilder<unknown> => sql`
  insert into webhook_delivery (tenant_id, webhook_id, event, document_id, number)
  select ${tenantId}::bigint, given.*
  from ${rowsAsTable(rows, '"webhookId" bigint, event text, "documentId" bigint, number text')} returning id`;

function keptAnswer(
  { tenantId, scope }: Context,
  { key }: RequestKey,
  answer: unknown,
): RawBuilder<unknown> {
  return sql`
    update idempotency set status = 200, answer = ${toJsonOrNull(answer) ?? 'null'}
    where tenant_id = ${tenantId} and user_id = ${scope.userId} and key = ${key}
    returning key`;
}
