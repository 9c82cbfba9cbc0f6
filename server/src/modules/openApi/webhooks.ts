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
  orRefuseMissing,
  mayOpen,
  refuseWith,
  visibleDocuments,
} from '../../kernel/access/index.ts';
import { outerAddress } from '../../kernel/http/index.ts';
import { recordWriter, toIsoText } from '../../kernel/table/index.ts';
import { inTenant, logChange } from '../../kernel/tx/index.ts';
import type { Context, Kernel, Vault } from '../../kernel/access/index.ts';
import type { EndpointCall } from '../../kernel/http/index.ts';
import type { JobHandlers } from '../../kernel/live/index.ts';
import type { FieldReading } from '../../kernel/table/index.ts';
import { requireScopeWithinOwn } from '../identity/index.ts';
import { generateOpenApiSecret, sealOpenApiSecret } from './sealed.ts';

/** Name of the webhook's secret in the vault. */
export const vaultNameOfWebhook = (tenantId: string, id: string): string =>
  `webhook ${tenantId}/${id}`;

const appName = ({ tenantId }: Context): RawBuilder<unknown> => sql`(
  select a.name from oauth_app a where a.tenant_id = ${tenantId} and a.id = row.app_id)`;

const ofTurn =
  (column: string) =>
  ({ tenantId }: Context): RawBuilder<unknown> =>
    sql`(
  select turn.${sql.ref(column)} from webhook_turn turn
  where turn.tenant_id = ${tenantId} and turn.webhook_id = row.id)`;

/**
 * Returns true if the user may write webhooks. Address paths often hold a secret, and answers may repeat
 * the secret.
 */
const writesWebhooks = ({ scope }: Pick<Context, 'scope'>): boolean =>
  mayOpen(scope, openApiPage, '1');

const forWriters =
  (reading: FieldReading, masked: RawBuilder<unknown>): FieldReading =>
  (context) =>
    writesWebhooks(context) ? reading(context) : masked;

/** Scheme and host of an address; the path is left out. */
const hostOfUrl = sql`substring(row.url from '^[^/]+//[^/?#]+') || '/…'`;

interface WebhookApplication {
  readonly user_id: string;
  readonly scopes: readonly OpenScope[];
}

/**
 * Returns a webhook's application. Users who set up notifications must reach everything the application
 * reaches.
 */
async function reachedApp(context: Context, id: unknown): Promise<WebhookApplication> {
  const { tx, tenantId } = context;
  const { rows } = await sql<WebhookApplication>`
    select user_id, scopes from oauth_app
    where tenant_id = ${tenantId} and id = ${id} for key share`.execute(tx);
  const [app] = rows;
  if (app === undefined) return refuseWith('record.missing', {}, { field: 'appId' });
  await requireScopeWithinOwn(context, app.user_id);
  return app;
}

/** Most enabled webhooks of a company: a company waits for its own webhooks only. */
const MOST = 20;

async function refuseTooManyWebhooks({ tx, tenantId }: Context): Promise<void> {
  const { rows } = await sql`
    select from webhook where tenant_id = ${tenantId} and enabled limit ${MOST + 1}`.execute(tx);
  if (rows.length > MOST) refuseWith('webhook.tooMany', { most: MOST });
}

/** Webhook records; an address may be wherever companies' carriers may be. */
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
      if (address === null) refuseWith('webhook.address', { value: url }, { field: 'url' });
      return { ...columns, url: address.href };
    },
    before: async (context, _, existing, { appId, events }) => {
      if (existing !== null) await reachedApp(context, existing['app_id']);
      const { scopes } = await reachedApp(context, appId);
      const lacking = events.find((event) => !scopes.includes(webhookScope(event)));
      if (lacking !== undefined)
        refuseWith(
          'webhook.scope',
          { event: lacking, scope: webhookScope(lacking) },
          { field: 'events' },
        );
    },
    // Refused while on: new events may arrive, and would wait during the deletion of all deliveries.
    mayDelete: async (context, { app_id, enabled }) => {
      await reachedApp(context, app_id);
      if (enabled === true) refuseWith('webhook.on');
    },
    after: async (context, _, after) => {
      if (after === null) return;
      // Users who switch a webhook must reach the application, too.
      await reachedApp(context, after['app_id']);
      if (after['enabled'] === true) await refuseTooManyWebhooks(context);
      // The change may have repaired the webhook.
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

/** Draws a secret: only the newest secret signs. The first starts sending. */
export async function drawWebhookSecret(
  vault: Vault,
  { id }: InputOf<typeof newWebhookSecret>,
  { transact }: EndpointCall,
): Promise<ReplyOf<typeof newWebhookSecret>> {
  const secret = generateOpenApiSecret();
  // Secrets are stored nowhere in clear, therefore a repeated request cannot receive the first again.
  let drawn = false;
  await transact(async (context) => {
    drawn = true;
    const { tx, tenantId } = context;
    const { rows } = await sql<{ name: string; app_id: string }>`
      select name, app_id from webhook where tenant_id = ${tenantId} and id = ${id} for update`.execute(
      tx,
    );
    const { name, app_id } = orRefuseMissing(rows[0]);
    await reachedApp(context, app_id);
    await sql`
      insert into webhook_secret (tenant_id, webhook_id, sealed, created_at)
      values (${tenantId}, ${id}, ${sealOpenApiSecret(vault, vaultNameOfWebhook(tenantId, id), secret)}, now())
      on conflict (tenant_id, webhook_id) do update set sealed = excluded.sealed, created_at = excluded.created_at`.execute(
      tx,
    );
    await sql`
      insert into webhook_turn (tenant_id, webhook_id) values (${tenantId}, ${id})
      on conflict (tenant_id, webhook_id) do update set rests_until = null`.execute(tx);
    logChange(context, { action: 'newSecret', subject: 'webhook', subjectId: id, number: name });
    return null;
  });
  if (!drawn) refuseWith('request.keyReused');
  return { secret };
}

/**
 * Lists the last deliveries. Numbers appear only for visible documents, answers only for users who may
 * write webhooks.
 */
export async function lastDeliveries(
  { tx, tenantId, scope }: Context,
  { id }: InputOf<typeof webhookDeliveries>,
): Promise<ReplyOf<typeof webhookDeliveries>> {
  const { rows } = await sql<ReplyOf<typeof webhookDeliveries>[number]>`
    select d.id, event, ${toIsoText(sql`created_at`)} as "createTime", state, tries,
      case when state = 'waiting' then ${toIsoText(sql`next_at`)} end as "nextAt", ${toIsoText(sql`answered_at`)} as "answeredAt",
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

/** Deletes old deliveries in every company, including undelivered events. */
export const webhookHandlers = (db: Kysely<Database>): JobHandlers => ({
  [SWEEP]: async () => {
    const { rows } = await sql<{ id: string }>`select id from tenant order by id`.execute(db);
    for (const { id } of rows) while ((await sweptOf(db, id)) === PIECE);
  },
});

/** Deliveries deleted per transaction; small, to keep locks short. */
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
