import { DELIVERIES_SHOWN, openApiPage, webhookScope, webhooks } from '@tradehouse/contract';
import type {
  InputOf,
  OpenScope,
  ReplyOf,
  newWebhookSecret,
  webhookApplications,
  webhookDeliveries,
} from '@tradehouse/contract';
import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import {
  found,
  inTenant,
  log,
  mayOpen,
  outerAddress,
  recordWriter,
  refuse,
  visibleDocuments,
} from '../../kernel/index.ts';
import type { Call, Context, JobHandlers, Kernel, Reading, Vault } from '../../kernel/index.ts';
import { reached } from '../identity/index.ts';
import { newSecret, sealedFor } from './sealed.ts';

/** How its secret is called in the vault. */
export const whoseSigns = (tenantId: string, id: string): string => `webhook ${tenantId}/${id}`;

const appName = ({ tenantId }: Context): RawBuilder<unknown> => sql`(
  select a.name from oauth_app a where a.tenant_id = ${tenantId} and a.id = row.app_id)`;

const ofTurn =
  (column: string) =>
  ({ tenantId }: Context): RawBuilder<unknown> =>
    sql`(
  select turn.${sql.ref(column)} from webhook_turn turn
  where turn.tenant_id = ${tenantId} and turn.webhook_id = row.id)`;

/** May this user write webhooks? The path of an address often holds its secret, and answers may repeat it. */
const writesWebhooks = ({ scope }: Pick<Context, 'scope'>): boolean =>
  mayOpen(scope, openApiPage, '1');

const forWriters =
  (reading: Reading, masked: RawBuilder<unknown>): Reading =>
  (context) =>
    writesWebhooks(context) ? reading(context) : masked;

/** Scheme and host of an address; its path is left out. */
const hostOfUrl = sql`substring(row.url from '^[^/]+//[^/?#]+') || '/…'`;

interface App {
  readonly user_id: string;
  readonly scopes: readonly OpenScope[];
}

/** The application of a webhook; who sets up what it is told of reaches themselves all that it reaches. */
async function reachedApp(context: Context, id: unknown): Promise<App> {
  const { tx, tenantId } = context;
  const { rows } = await sql<App>`
    select user_id, scopes from oauth_app
    where tenant_id = ${tenantId} and id = ${id} for key share`.execute(tx);
  const [app] = rows;
  if (app === undefined) return refuse('record.missing', {}, { field: 'appId' });
  await reached(context, app.user_id);
  return app;
}

/** How many of a company are sent for: it waits for its own, and not for another's. */
const MOST = 20;

async function refuseMore({ tx, tenantId }: Context): Promise<void> {
  const { rows } = await sql`
    select from webhook where tenant_id = ${tenantId} and enabled limit ${MOST + 1}`.execute(tx);
  if (rows.length > MOST) refuse('webhook.tooMany', { most: MOST });
}

/** What is told to whom; at addresses where companies' carriers may be, too. */
export const webhookWriter = ({ carriers }: Pick<Kernel, 'carriers'>) =>
  recordWriter(webhooks, {
    reads: {
      appName,
      url: forWriters(() => sql`row.url`, hostOfUrl),
      secretAt: ({ tenantId }) => sql`(
        select secret.created_at from webhook_secret secret
        where secret.tenant_id = ${tenantId} and secret.webhook_id = row.id)`,
      lastOutcome: ofTurn('outcome'),
      lastStatus: ofTurn('status'),
      lastAnswer: forWriters(ofTurn('answer'), sql`''`),
      lastAt: ofTurn('answered_at'),
      waiting: ({ tenantId }) => sql`(
        select count(*)::int from webhook_delivery d
        where d.tenant_id = ${tenantId} and d.webhook_id = row.id and d.state = 'waiting')`,
    },
    row: (columns, { url }) => {
      const address = outerAddress(url.trim(), carriers);
      if (address === null) refuse('webhook.address', { value: url }, { field: 'url' });
      return { ...columns, url: address.href };
    },
    before: async (context, _, existing, { appId, events }) => {
      if (existing !== null) await reachedApp(context, existing['app_id']);
      const { scopes } = await reachedApp(context, appId);
      const lacking = events.find((event) => !scopes.includes(webhookScope(event)));
      if (lacking !== undefined)
        refuse(
          'webhook.scope',
          { event: lacking, scope: webhookScope(lacking) },
          { field: 'events' },
        );
    },
    // Whatever happens may have to be told it, and would wait while all that it was told goes.
    mayDelete: async (context, { app_id, enabled }) => {
      await reachedApp(context, app_id);
      if (enabled === true) refuse('webhook.on');
    },
    after: async (context, _, after) => {
      if (after === null) return;
      // Also who switches it.
      await reachedApp(context, after['app_id']);
      if (after['enabled'] === true) await refuseMore(context);
      // It is put right, perhaps.
      await sql`
        update webhook_turn set rests_until = null, failing_since = null
        where tenant_id = ${context.tenantId} and webhook_id = ${after.id}`.execute(context.tx);
    },
  });

export async function applicationsToTell({
  tx,
  tenantId,
}: Context): Promise<ReplyOf<typeof webhookApplications>> {
  return tx
    .selectFrom('oauth_app')
    .where('tenant_id', '=', tenantId)
    .where('enabled', '=', true)
    .orderBy('name')
    .select(['id', 'name'])
    .execute();
}

/** Draws a secret: from now on it alone signs. With the first, sending begins. */
export async function drawWebhookSecret(
  vault: Vault,
  { id }: InputOf<typeof newWebhookSecret>,
  { transact }: Call,
): Promise<ReplyOf<typeof newWebhookSecret>> {
  const secret = newSecret();
  // Kept nowhere in clear, so a repeated request can't be given the first one again.
  let drawn = false;
  await transact(async (context) => {
    drawn = true;
    const { tx, tenantId } = context;
    const { rows } = await sql<{ name: string; app_id: string }>`
      select name, app_id from webhook where tenant_id = ${tenantId} and id = ${id} for update`.execute(
      tx,
    );
    const { name, app_id } = found(rows[0]);
    await reachedApp(context, app_id);
    await sql`
      insert into webhook_secret (tenant_id, webhook_id, sealed, created_at)
      values (${tenantId}, ${id}, ${sealedFor(vault, whoseSigns(tenantId, id), secret)}, now())
      on conflict (tenant_id, webhook_id) do update set sealed = excluded.sealed, created_at = excluded.created_at`.execute(
      tx,
    );
    await sql`
      insert into webhook_turn (tenant_id, webhook_id) values (${tenantId}, ${id})
      on conflict (tenant_id, webhook_id) do update set rests_until = null`.execute(tx);
    log(context, { action: 'newSecret', subject: 'webhook', subjectId: id, number: name });
    return null;
  });
  if (!drawn) refuse('request.keyReused');
  return { secret };
}

const instant = (column: string): RawBuilder<string> =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** Numbers stand there of documents that the reader sees, and answers for users who may write webhooks. */
export async function lastDeliveries(
  { tx, tenantId, scope }: Context,
  { id }: InputOf<typeof webhookDeliveries>,
): Promise<ReplyOf<typeof webhookDeliveries>> {
  const { rows } = await sql<ReplyOf<typeof webhookDeliveries>[number]>`
    select d.id, event, ${instant('created_at')} as "createTime", state, tries,
      case when state = 'waiting' then ${instant('next_at')} end as "nextAt", ${instant('answered_at')} as "answeredAt",
      outcome, status, ${writesWebhooks({ scope }) ? sql`answer` : sql`''`} as answer, case when document_id is null or exists (
        select from document seen
        where seen.tenant_id = ${tenantId} and seen.id = d.document_id and ${visibleDocuments(scope, 'seen')})
      then number else '' end as number
    from webhook_delivery d where tenant_id = ${tenantId} and webhook_id = ${id}
    order by d.id desc limit ${DELIVERIES_SHOWN}`.execute(tx);
  return rows;
}

const SWEEP = 'webhook:sweep';
/** Every night, by the job runner's clock. */
export const webhookSweeping = `47 19 * * * ${SWEEP}`;
const KEPT = '30 days';

/** What was told long ago goes, in every company; also what waited in vain. */
export const webhookHandlers = (db: Kysely<Database>): JobHandlers => ({
  [SWEEP]: async () => {
    const { rows } = await sql<{ id: string }>`select id from tenant order by id`.execute(db);
    for (const { id } of rows) while ((await sweptOf(db, id)) === PIECE);
  },
});

/** So many go at once, so that nothing is held up for long. */
const PIECE = 5000;

async function sweptOf(db: Kysely<Database>, tenantId: string): Promise<number> {
  const { rows } = await inTenant(db, tenantId, 'begin', (tx) =>
    sql`
      delete from webhook_delivery where tenant_id = ${tenantId} and id in (
        select id from webhook_delivery
        where tenant_id = ${tenantId} and created_at < now() - ${KEPT}::interval order by id limit ${PIECE})
      returning id`.execute(tx),
  );
  return rows.length;
}
