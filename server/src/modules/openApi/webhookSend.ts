// Sends webhook events: signed, at least once, in order per document.
import {
  ANSWER_KEPT,
  TRIAL_EVENT,
  openApiPage,
  openLists,
  webhookLink,
  webhookList,
  webhookScope,
} from '@tradehouse/contract';
import type {
  InputOf,
  OpenScope,
  ReplyOf,
  WebhookEvent,
  resendDelivery,
  tryWebhook,
} from '@tradehouse/contract';
import { MOST_HOURS_FAILING, documentKinds, pauseAfter } from '@tradehouse/domain';
import type { AnyKindCode } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type pg from 'pg';
import {
  openSecret,
  orRefuseMissing,
  refuseWith,
  visibleDocuments,
} from '../../kernel/access/index.ts';
import { ownCall, postText, scopeOfUser, signedHeaders } from '../../kernel/http/index.ts';
import { endLease, workDueRows } from '../../kernel/live/index.ts';
import { mayRead, toIsoText } from '../../kernel/table/index.ts';
import { inTenant, logChange } from '../../kernel/tx/index.ts';
import type { Context, Kernel, Scope } from '../../kernel/access/index.ts';
import type { EndpointCall } from '../../kernel/http/index.ts';
import type { LeasedQueue, RecurringWork } from '../../kernel/live/index.ts';
import { requireScopeWithinOwn } from '../identity/index.ts';
import { readersOf, notifyUsers } from '../message/index.ts';
import { vaultNameOfWebhook } from './webhooks.ts';

type DeliveryResult = ReplyOf<typeof tryWebhook>;
type WebhookTenantTx = Pick<Context, 'tx' | 'tenantId'>;

/** Milliseconds of sending before looking for new work: per webhook and in total. */
const LONGEST = 10_000;
/** Bytes of a response body that are read. */
const READ = 2048;
/** Pause of a webhook after a failed delivery, regardless of queued deliveries. */
const REST = '1 minute';
const HOUR = 3_600_000;
/** Pause of a webhook if the application may not work. */
const PAUSE = '10 minutes';

/** Webhooks with a due delivery. Companies served longest ago come first. */
const webhookQueue: LeasedQueue = {
  table: 'webhook_turn',
  key: 'webhook_id',
  due: '(queued.rests_until is null or queued.rests_until <= now())',
  joins: `
    join webhook w on w.tenant_id = queued.tenant_id and w.id = queued.webhook_id and w.enabled and exists (
      select from webhook_delivery d
      where d.tenant_id = w.tenant_id and d.webhook_id = w.id and d.state = 'waiting' and d.next_at <= now())
    join (select tenant_id, max(taken_until) as sent_at from webhook_turn group by tenant_id) company
      on company.tenant_id = queued.tenant_id`,
  order: 'company.sent_at nulls first, queued.taken_until nulls first',
  leaseSeconds: 30,
  atOnce: 2,
  roundLimit: LONGEST,
};

/** Sends waiting deliveries, in every process. */
export const webhookSending = (kernel: Kernel): RecurringWork => ({
  every: 2_000,
  work: (pool, stopping) => sendWaiting(kernel, pool, stopping),
});

interface WebhookRef {
  readonly tenantId: string;
  readonly id: string;
}

/** Sends waiting deliveries. @returns deliveries sent */
export const sendWaiting = (
  kernel: Kernel,
  pool: pg.Pool,
  stopping?: AbortSignal,
): Promise<number> =>
  workDueRows(
    pool,
    webhookQueue,
    (lease) => sendDueDeliveries(kernel, lease).finally(() => endLease(pool, webhookQueue, lease)),
    { stopping },
  );

/** Address accepts nothing at present: no answer, too busy, or out of order. */
const isDown = ({ outcome, status }: DeliveryResult): boolean =>
  outcome === 'noAnswer' || (outcome === 'refused' && (status === 429 || (status ?? 0) >= 500));

/** Sends a webhook's waiting deliveries until time is over or the address is down. */
async function sendDueDeliveries(kernel: Kernel, taken: WebhookRef): Promise<number> {
  const until = Date.now() + LONGEST;
  let sent = 0;
  while (Date.now() < until) {
    const came = await sendOne(kernel, taken);
    if (came === null) break;
    sent += 1;
    if (isDown(came)) break;
  }
  return sent;
}

/** Earlier deliveries about the document of the delivery `d` that still wait. */
const earlierDeliveriesSql = (tenantId: string): RawBuilder<unknown> => sql`
  from webhook_delivery earlier
  where earlier.tenant_id = ${tenantId} and earlier.webhook_id = d.webhook_id
    and earlier.document_id = d.document_id and earlier.id < d.id and earlier.state = 'waiting'`;

const dueDeliverySql = ({ tenantId, id }: WebhookRef): RawBuilder<unknown> =>
  sql`d.tenant_id = ${tenantId} and d.webhook_id = ${id} and d.state = 'waiting' and d.next_at <= now()`;

/** First due delivery of a webhook; earlier deliveries about its document come first. */
const firstDue = (taken: WebhookRef): RawBuilder<unknown> => sql`(
  select d.id from webhook_delivery d
  where ${dueDeliverySql(taken)} and not exists (select ${earlierDeliveriesSql(taken.tenantId)})
  order by d.next_at, d.id limit 1)`;

/**
 * Postpones deliveries blocked by an earlier delivery until the earlier delivery is due, to avoid repeated
 * look-ups.
 */
async function postponeBlockedDeliveries(
  { tx }: WebhookTenantTx,
  taken: WebhookRef,
): Promise<void> {
  await sql`
    update webhook_delivery d set next_at = (select max(earlier.next_at) ${earlierDeliveriesSql(taken.tenantId)})
    where ${dueDeliverySql(taken)} and exists (select ${earlierDeliveriesSql(taken.tenantId)})`.execute(
    tx,
  );
}

interface WebhookDeliveryRow {
  readonly id: string;
  readonly event: WebhookEvent | typeof TRIAL_EVENT;
  readonly document_id: string | null;
  readonly number: string;
  /** ISO, in UTC. */
  readonly at: string;
  readonly tries: number;
}

interface AddressedDelivery extends WebhookDeliveryRow {
  readonly name: string;
  readonly url: string;
  readonly sealed: string | null;
  readonly user_id: string;
  readonly scopes: readonly OpenScope[];
  /** Webhook is sent for, and the application may work. */
  readonly on: boolean;
}

/** Delivery ready to send; `null`: nothing to send, or sending is impossible. */
interface Letter {
  readonly known: AddressedDelivery;
  readonly scope: Scope;
  readonly secret: string;
  readonly isSeen: boolean;
}

/**
 * Sends the first due delivery, or a given delivery manually, and records the outcome. Null: no delivery,
 * or the application may not work now.
 */
async function sendOne(
  kernel: Kernel,
  taken: WebhookRef,
  byHand?: string,
): Promise<DeliveryResult | null> {
  const letter = await inTenant(kernel.db, taken.tenantId, 'begin', (tx) =>
    letterOf(kernel, { tx, tenantId: taken.tenantId }, taken, byHand),
  );
  if (letter === null) return null;
  const came = letter.isSeen ? await postDelivery(kernel, taken, letter) : HIDDEN;
  if (byHand === undefined) await recordDeliveryOutcome(kernel, taken, letter, came);
  else await notedByHand(kernel, taken, letter, came);
  return came;
}

const HIDDEN: DeliveryResult = { outcome: 'hidden', status: null, answer: '' };

async function letterOf(
  { vault }: Pick<Kernel, 'vault'>,
  place: WebhookTenantTx,
  taken: WebhookRef,
  byHand: string | undefined,
): Promise<Letter | null> {
  const { tx, tenantId } = place;
  const { id } = taken;
  const { rows } = await sql<AddressedDelivery>`
    select d.id, d.event, d.document_id, d.number, d.tries,
      ${toIsoText(sql`d.created_at`, '.MS')} as at,
      w.name, w.url, s.sealed, a.user_id, a.scopes,
      (w.enabled or ${byHand !== undefined}) and a.enabled and u.enabled and t.enabled and (t.expires_at is null or t.expires_at > now()) as on
    from webhook_delivery d
    join webhook w on w.tenant_id = ${tenantId} and w.id = d.webhook_id
    join oauth_app a on a.tenant_id = ${tenantId} and a.id = w.app_id
    join app_user u on u.tenant_id = ${tenantId} and u.id = a.user_id
    join tenant t on t.id = ${tenantId}
    left join webhook_secret s on s.tenant_id = ${tenantId} and s.webhook_id = w.id
    where d.tenant_id = ${tenantId} and d.webhook_id = ${id} and d.id = ${byHand ?? firstDue(taken)}`.execute(
    tx,
  );
  const [known] = rows;
  if (known === undefined) {
    await postponeBlockedDeliveries(place, taken);
    return null;
  }
  const secret = openSecret(vault, vaultNameOfWebhook(tenantId, id), known.sealed);
  const scope = known.on ? await scopeOfUser(place, known.user_id) : null;
  if (secret === null || scope === null) {
    // A manual delivery shows the failure to the user directly.
    if (byHand === undefined)
      await sql`
        update webhook_turn set rests_until = now() + ${PAUSE}::interval
        where tenant_id = ${tenantId} and webhook_id = ${id}`.execute(tx);
    return null;
  }
  return { known, scope, secret, isSeen: await isSeen(place, known, scope) };
}

/** Returns true if the application finds the document in the list with the details. */
async function isSeen(
  { tx, tenantId }: WebhookTenantTx,
  { event, document_id: documentId, scopes }: AddressedDelivery,
  scope: Scope,
): Promise<boolean> {
  if (event === TRIAL_EVENT) return true;
  const path = `/openapi/${webhookList(event)}`;
  const list = openLists.find(({ call }) => call.path === path);
  if (list === undefined || !scopes.includes(webhookScope(event)) || !mayRead(scope, list.table))
    return false;
  const { rows } = await sql`
    select from document d
    where d.tenant_id = ${tenantId} and d.id = ${documentId} and ${visibleDocuments(scope, 'd')}`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Event id for receivers; unchanged by resending. */
const eventId = (tenantId: string, { id }: WebhookDeliveryRow): string => `${tenantId}-${id}`;

async function postDelivery(
  { carriers }: Pick<Kernel, 'carriers'>,
  { tenantId }: WebhookRef,
  { known, secret }: Letter,
): Promise<DeliveryResult> {
  const { event, number, at: time, url } = known;
  const id = eventId(tenantId, known);
  const link = event === TRIAL_EVENT ? '' : webhookLink(event, number);
  const body = JSON.stringify({ id, event, time, number, link });
  const headers = { ...signedHeaders(secret, body), 'x-event': event, 'x-event-id': id };
  const answer = await postText(new URL(url), { ...carriers, most: READ }, { body, headers });
  if (answer === null) return { outcome: 'noAnswer', status: null, answer: '' };
  const { status, text } = answer;
  return {
    outcome: status >= 200 && status <= 299 ? 'delivered' : 'refused',
    status,
    answer: [...text.replaceAll(/[\p{C}\s]+/gu, ' ').trim()].slice(0, ANSWER_KEPT).join(''),
  };
}

/** Records the outcome: the delivery is done, waits for the next attempt, or is dropped. */
async function recordDeliveryOutcome(
  kernel: Kernel,
  { tenantId, id }: WebhookRef,
  { known, scope }: Letter,
  came: DeliveryResult,
): Promise<void> {
  const { outcome, status, answer } = came;
  const failed = outcome === 'refused' || outcome === 'noAnswer';
  const pause = failed ? pauseAfter(known.tries + 1) : null;
  const state = outcome === 'delivered' ? 'delivered' : pause === null ? 'dropped' : 'waiting';
  const off = await inTenant(kernel.db, tenantId, 'begin', async (tx) => {
    await sql`
      update webhook_delivery set state = ${state}, tries = tries + 1, answered_at = now(), outcome = ${outcome},
        status = ${status}, answer = ${answer}, next_at = now() + make_interval(mins => ${pause ?? 0}::int)
      where tenant_id = ${tenantId} and id = ${known.id} and state = 'waiting'`.execute(tx);
    if (outcome === 'hidden') return false;
    if (state === 'dropped') await tellPushFailed({ tx, tenantId }, known);
    const now = new Date();
    const { rows } = await sql<{ since: string | null }>`
      update webhook_turn set answered_at = now(), outcome = ${outcome}, status = ${status}, answer = ${answer},
        failing_since = ${failed ? sql`coalesce(failing_since, ${now.toISOString()}::timestamptz)` : sql`null`},
        rests_until = ${isDown(came) ? sql`now() + ${REST}::interval` : sql`null`}
      where tenant_id = ${tenantId} and webhook_id = ${id} returning failing_since as since`.execute(
      tx,
    );
    const since = rows[0]?.since ?? null;
    return since !== null && now.getTime() - Date.parse(since) > MOST_HOURS_FAILING * HOUR;
  });
  if (off) await switchOff(kernel, id, scope);
}

/** Notifies the creator of the document whose delivery is given up. */
async function tellPushFailed(
  place: WebhookTenantTx,
  { id, name, number, document_id: documentId }: AddressedDelivery,
): Promise<void> {
  const { tx, tenantId } = place;
  const document = await tx
    .selectFrom('document')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', documentId)
    .select(['creator_id', 'kind'])
    .$narrowType<{ kind: AnyKindCode }>()
    .executeTakeFirst();
  if (document === undefined) return;
  await notifyUsers(place, {
    readers: [document.creator_id],
    type: 'pushFailed',
    text: `${number} · ${name}`,
    openType: 'component',
    openPage: documentKinds[document.kind].url ?? '',
    subject: number,
    eventKey: `pushFailed:${id}`,
  });
}

/** Records the outcome of a manual delivery: acceptance and answer; waiting deliveries keep their times. */
async function notedByHand(
  kernel: Kernel,
  { tenantId, id }: WebhookRef,
  { known }: Letter,
  { outcome, status, answer }: DeliveryResult,
): Promise<void> {
  const done = outcome === 'delivered';
  await inTenant(kernel.db, tenantId, 'begin', async (tx) => {
    await sql`
      update webhook_delivery set state = ${done ? 'delivered' : sql`state`}, answered_at = now(),
        tries = tries + (${done} or state <> 'waiting')::int, outcome = ${outcome}, status = ${status}, answer = ${answer}
      where tenant_id = ${tenantId} and id = ${known.id}`.execute(tx);
    if (done)
      // Deliveries that waited for this delivery are due.
      await sql`
        update webhook_delivery set next_at = now()
        where tenant_id = ${tenantId} and webhook_id = ${id} and document_id = ${known.document_id}
          and state = 'waiting' and tries = 0`.execute(tx);
    if (outcome !== 'hidden')
      await sql`
        update webhook_turn set answered_at = now(), outcome = ${outcome}, status = ${status}, answer = ${answer}
          ${done ? sql`, failing_since = null, rests_until = null` : sql``}
        where tenant_id = ${tenantId} and webhook_id = ${id}`.execute(tx);
  });
}

/** Switches off a webhook if the address accepted nothing for long, and notifies the administrators. */
async function switchOff(kernel: Kernel, id: string, scope: Scope): Promise<void> {
  await ownCall(kernel, scope, 'zh-cn', LONGEST).transact(async (context) => {
    const { tx, tenantId } = context;
    const { rows } = await sql<{ name: string; version: number }>`
      update webhook set enabled = false, version = version + 1
      where tenant_id = ${tenantId} and id = ${id} and enabled returning name, version`.execute(tx);
    const [off] = rows;
    if (off === undefined) return null;
    logChange(context, {
      action: 'disable',
      subject: 'webhook',
      subjectId: id,
      number: off.name,
      before: { enabled: true },
      after: { enabled: false },
    });
    const readers = await readersOf(context, openApiPage, { button: '1' });
    await notifyUsers(context, {
      readers: readers.map((reader) => reader.id),
      type: 'webhookOff',
      text: off.name,
      openType: 'url',
      openPage: `${openApiPage}?part=webhooks`,
      subject: id,
      eventKey: `webhookOff:${id}:${off.version}`,
    });
    return null;
  });
}

/** Resends a delivery under the original id, after earlier deliveries about the document. */
export async function resendWebhookDelivery(
  kernel: Kernel,
  { id }: InputOf<typeof resendDelivery>,
  call: EndpointCall,
): Promise<DeliveryResult> {
  const webhookId = await call.transact(async (context) => {
    const { tx, tenantId } = context;
    const { rows } = await sql<{
      webhook_id: string;
      number: string;
      name: string;
      held: boolean;
    }>`
      select d.webhook_id, d.number, w.name, exists (select ${earlierDeliveriesSql(tenantId)}) as held
      from webhook_delivery d join webhook w on w.tenant_id = ${tenantId} and w.id = d.webhook_id
      where d.tenant_id = ${tenantId} and d.id = ${id}`.execute(tx);
    const { webhook_id, number, name, held } = orRefuseMissing(rows[0]);
    await mayTell(context, webhook_id);
    if (held) refuseWith('webhook.held');
    logChange(context, {
      action: 'push',
      subject: 'webhook',
      subjectId: webhook_id,
      number: name,
      after: { number },
    });
    return webhook_id;
  });
  const taken = { tenantId: call.scope.tenantId, id: webhookId };
  return (await sendOne(kernel, taken, id)) ?? refuseWith('webhook.stopped');
}

/** Sends a trial event; by no clock. */
export async function sendTrialEvent(
  kernel: Kernel,
  { id }: InputOf<typeof tryWebhook>,
  call: EndpointCall,
): Promise<DeliveryResult> {
  const deliveryId = await call.transact(async (context) => {
    await mayTell(context, id);
    const { tx, tenantId } = context;
    const { rows } = await sql<{ id: string }>`
      insert into webhook_delivery (tenant_id, webhook_id, event, state)
      values (${tenantId}, ${id}, ${TRIAL_EVENT}, 'dropped') returning id`.execute(tx);
    return orRefuseMissing(rows[0]).id;
  });
  const taken = { tenantId: call.scope.tenantId, id };
  return (await sendOne(kernel, taken, deliveryId)) ?? refuseWith('webhook.stopped');
}

/** Requires that a manual sender reaches everything the application reaches. */
async function mayTell(context: Context, id: string): Promise<void> {
  const { tx, tenantId } = context;
  const { rows } = await sql<{ user_id: string }>`
    select a.user_id from webhook w join oauth_app a on a.tenant_id = ${tenantId} and a.id = w.app_id
    where w.tenant_id = ${tenantId} and w.id = ${id} for key share of w`.execute(tx);
  await requireScopeWithinOwn(context, orRefuseMissing(rows[0]).user_id);
}
