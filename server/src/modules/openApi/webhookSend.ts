// Sends what programs are told: signed, at least once, what concerns one document in its order.
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
import { MOST_HOURS_FAILING, pauseAfter } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type pg from 'pg';
import {
  found,
  inTenant,
  log,
  mayRead,
  ownCall,
  postText,
  refuse,
  scopeOfUser,
  signedHeaders,
  visibleDocuments,
  withinTime,
} from '../../kernel/index.ts';
import type { Call, Context, Kernel, Round, Scope } from '../../kernel/index.ts';
import { reached } from '../identity/index.ts';
import { readersOf, tell } from '../message/index.ts';
import { whoseSigns } from './webhooks.ts';

type Came = ReplyOf<typeof tryWebhook>;
type Place = Pick<Context, 'tx' | 'tenantId'>;

/** A process sends for a webhook within this lease; after it the process is taken for dead. */
const LEASE = '30 seconds';
/** Milliseconds after which a turn that has not ended is given up: within the lease. */
const TURN_LIMIT = 25_000;
/** Milliseconds that a process sends before it looks around: for one webhook, and in all. */
const LONGEST = 10_000;
/** Number of webhooks that are sent for at once. */
const AT_ONCE = 2;
/** Bytes of an answer that are read. */
const READ = 2048;
/** A webhook that did not accept something is left alone so long, whatever else waits for it. */
const REST = '1 minute';
const HOUR = 3_600_000;
/** How long it is left alone where its application may not work. */
const PAUSE = '10 minutes';

/** Sends what waits, in every process. */
export const webhookSending = (kernel: Kernel): Round => ({
  every: 2_000,
  work: async (pool) => {
    await sendWaiting(kernel, pool);
  },
});

/** A webhook that this process sends for. */
interface Taken {
  readonly tenantId: string;
  readonly id: string;
}

/** A webhook with the lease that this process sends under. */
interface Leased extends Taken {
  /** The end of the lease, as the database writes it: it names the lease. */
  readonly takenUntil: string;
}

/**
 * Sends what waits, until nothing does or its time is over; companies that were sent for longest ago come first, each with one
 * webhook at a time.
 *
 * @returns how many deliveries it sent
 */
export async function sendWaiting(kernel: Kernel, pool: pg.Pool): Promise<number> {
  const until = Date.now() + LONGEST;
  const busy = new Set<string>();
  const failures = new Map<string, unknown>();
  const sendingOne = async (): Promise<number> => {
    let sent = 0;
    while (Date.now() < until) {
      const taken = await takeNext(pool, busy, [...failures.keys()]);
      if (taken === null) break;
      // A turn that does not end keeps its lease.
      const turn = turnOf(kernel, taken).finally(() => leave(pool, taken));
      try {
        sent += await withinTime(turn, TURN_LIMIT);
      } catch (failure) {
        // A webhook whose turn fails waits for the next round, and holds up no other webhook.
        failures.set(taken.id, failure);
      } finally {
        busy.delete(taken.tenantId);
      }
    }
    return sent;
  };
  const sent = await Promise.allSettled(Array.from({ length: AT_ONCE }, sendingOne));
  // One that breaks holds up no other.
  for (const one of sent) if (one.status === 'rejected') throw one.reason;
  for (const failure of failures.values()) throw failure;
  return sent.reduce((sum, one) => sum + (one.status === 'fulfilled' ? one.value : 0), 0);
}

const FREE = `(t.taken_until is null or t.taken_until <= now()) and (t.rests_until is null or t.rests_until <= now())`;

async function takeNext(
  pool: pg.Pool,
  busy: Set<string>,
  failed: readonly string[],
): Promise<Leased | null> {
  const { rows } = await pool.query<{ tenant_id: string; webhook_id: string }>({
    name: 'webhooks to send for',
    text: `
      select t.tenant_id, t.webhook_id from webhook_turn t
      join webhook w on w.tenant_id = t.tenant_id and w.id = t.webhook_id and w.enabled
      join (select tenant_id, max(taken_until) as sent_at from webhook_turn group by tenant_id) company
        on company.tenant_id = t.tenant_id
      where ${FREE} and t.tenant_id <> all($1::bigint[]) and t.webhook_id <> all($2::bigint[]) and exists (
        select from webhook_delivery d
        where d.tenant_id = t.tenant_id and d.webhook_id = t.webhook_id and d.state = 'waiting' and d.next_at <= now())
      order by company.sent_at nulls first, t.taken_until nulls first limit 20`,
    values: [[...busy], failed],
  });
  for (const { tenant_id: tenantId, webhook_id: id } of rows) {
    // The other who sends here may have taken one of the company's meanwhile.
    if (busy.has(tenantId)) continue;
    busy.add(tenantId);
    const taken = await pool.query<{ taken_until: string }>({
      name: 'take webhook',
      text: `
        update webhook_turn t set taken_until = now() + interval '${LEASE}'
        where t.tenant_id = $1 and t.webhook_id = $2 and ${FREE}
        returning t.taken_until::text as taken_until`,
      values: [tenantId, id],
    });
    const [lease] = taken.rows;
    if (lease !== undefined) return { tenantId, id, takenUntil: lease.taken_until };
    busy.delete(tenantId);
  }
  return null;
}

/**
 * Ends the lease: the webhook may be taken again at once, behind those that were sent for longer ago. A lease that another
 * process has by now is left alone.
 */
async function leave(pool: pg.Pool, { tenantId, id, takenUntil }: Leased): Promise<void> {
  await pool.query({
    name: 'leave webhook',
    text: `
      update webhook_turn set taken_until = now()
      where tenant_id = $1 and webhook_id = $2 and taken_until = $3::timestamptz`,
    values: [tenantId, id, takenUntil],
  });
}

/** Nothing else would be accepted now either: no answer came, or it is too busy or out of order. */
const isDown = ({ outcome, status }: Came): boolean =>
  outcome === 'noAnswer' || (outcome === 'refused' && (status === 429 || (status ?? 0) >= 500));

/** Sends what waits for one webhook, until its time is over or its address is down. */
async function turnOf(kernel: Kernel, taken: Taken): Promise<number> {
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

/** What concerned the document of the delivery `d` before, and still waits. */
const earlier = (tenantId: string): RawBuilder<unknown> => sql`
  from webhook_delivery earlier
  where earlier.tenant_id = ${tenantId} and earlier.webhook_id = d.webhook_id
    and earlier.document_id = d.document_id and earlier.id < d.id and earlier.state = 'waiting'`;

const due = ({ tenantId, id }: Taken): RawBuilder<unknown> =>
  sql`d.tenant_id = ${tenantId} and d.webhook_id = ${id} and d.state = 'waiting' and d.next_at <= now()`;

/** What of a webhook is due; what concerns a document waits for what concerned it before. */
const firstDue = (taken: Taken): RawBuilder<unknown> => sql`(
  select d.id from webhook_delivery d
  where ${due(taken)} and not exists (select ${earlier(taken.tenantId)})
  order by d.next_at, d.id limit 1)`;

/** Where all that is due waits for something that is not, it is due with that: no one looks for it again and again. */
async function putOff({ tx }: Place, taken: Taken): Promise<void> {
  await sql`
    update webhook_delivery d set next_at = (select max(earlier.next_at) ${earlier(taken.tenantId)})
    where ${due(taken)} and exists (select ${earlier(taken.tenantId)})`.execute(tx);
}

interface Delivery {
  readonly id: string;
  readonly event: WebhookEvent | typeof TRIAL_EVENT;
  readonly document_id: string | null;
  readonly number: string;
  /** ISO, in UTC. */
  readonly at: string;
  readonly tries: number;
}

interface Known extends Delivery {
  readonly name: string;
  readonly url: string;
  readonly sealed: string | null;
  readonly user_id: string;
  readonly scopes: readonly OpenScope[];
  /** It is sent for, and its application may work. */
  readonly on: boolean;
}

/** What is to be sent; `null`: nothing, or it can't be. */
interface Letter {
  readonly known: Known;
  readonly scope: Scope;
  readonly secret: string;
  readonly isSeen: boolean;
}

/**
 * Sends what is due first, or one by hand, and notes what came of it; null: there is none, or its application may not
 * work now.
 */
async function sendOne(kernel: Kernel, taken: Taken, byHand?: string): Promise<Came | null> {
  const letter = await inTenant(kernel.db, taken.tenantId, 'begin', (tx) =>
    letterOf(kernel, { tx, tenantId: taken.tenantId }, taken, byHand),
  );
  if (letter === null) return null;
  const came = letter.isSeen ? await posted(kernel, taken, letter) : HIDDEN;
  if (byHand === undefined) await noted(kernel, taken, letter, came);
  else await notedByHand(kernel, taken, letter, came);
  return came;
}

const HIDDEN: Came = { outcome: 'hidden', status: null, answer: '' };

async function letterOf(
  { vault }: Pick<Kernel, 'vault'>,
  place: Place,
  taken: Taken,
  byHand: string | undefined,
): Promise<Letter | null> {
  const { tx, tenantId } = place;
  const { id } = taken;
  const { rows } = await sql<Known>`
    select d.id, d.event, d.document_id, d.number, d.tries,
      to_char(d.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
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
    await putOff(place, taken);
    return null;
  }
  const secret = opened(vault, known.sealed, whoseSigns(tenantId, id));
  const scope = known.on ? await scopeOfUser(place, known.user_id) : null;
  if (secret === null || scope === null) {
    // Who sends by hand is told so.
    if (byHand === undefined)
      await sql`
        update webhook_turn set rests_until = now() + ${PAUSE}::interval
        where tenant_id = ${tenantId} and webhook_id = ${id}`.execute(tx);
    return null;
  }
  return { known, scope, secret, isSeen: await isSeen(place, known, scope) };
}

/** Null: it was sealed with a key that is gone, or for another company; a new one is drawn. */
function opened(vault: Kernel['vault'], sealed: string | null, whose: string): string | null {
  try {
    return sealed === null ? null : vault.open(sealed, whose);
  } catch {
    return null;
  }
}

/** Would the application find it in the list that tells the rest? */
async function isSeen(
  { tx, tenantId }: Place,
  { event, document_id: documentId, scopes }: Known,
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

/** What a receiver knows it by: the same however often it is sent. */
const eventId = (tenantId: string, { id }: Delivery): string => `${tenantId}-${id}`;

async function posted(
  { carriers }: Pick<Kernel, 'carriers'>,
  { tenantId }: Taken,
  { known, secret }: Letter,
): Promise<Came> {
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

/** Notes what came of it: it is done, waits for its next time, or is given up. */
async function noted(
  kernel: Kernel,
  { tenantId, id }: Taken,
  { known, scope }: Letter,
  came: Came,
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

/** Notes what came of what was sent by hand: that it was accepted, and what was answered; what waits keeps its times. */
async function notedByHand(
  kernel: Kernel,
  { tenantId, id }: Taken,
  { known }: Letter,
  { outcome, status, answer }: Came,
): Promise<void> {
  const done = outcome === 'delivered';
  await inTenant(kernel.db, tenantId, 'begin', async (tx) => {
    await sql`
      update webhook_delivery set state = ${done ? 'delivered' : sql`state`}, answered_at = now(),
        tries = tries + (${done} or state <> 'waiting')::int, outcome = ${outcome}, status = ${status}, answer = ${answer}
      where tenant_id = ${tenantId} and id = ${known.id}`.execute(tx);
    if (done)
      // What waited for it is due.
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

/** Sends nothing more to an address that accepted nothing for long, and says so to those who look after it. */
async function switchOff(kernel: Kernel, id: string, scope: Scope): Promise<void> {
  await ownCall(kernel, scope, 'zh-cn', LONGEST).transact(async (context) => {
    const { tx, tenantId } = context;
    const { rows } = await sql<{ name: string; version: number }>`
      update webhook set enabled = false, version = version + 1
      where tenant_id = ${tenantId} and id = ${id} and enabled returning name, version`.execute(tx);
    const [off] = rows;
    if (off === undefined) return null;
    log(context, {
      action: 'disable',
      subject: 'webhook',
      subjectId: id,
      number: off.name,
      before: { enabled: true },
      after: { enabled: false },
    });
    const readers = await readersOf(context, openApiPage, '1');
    await tell(context, {
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

/** Sends one again, with the id that it had; not before what concerned its document earlier. */
export async function resent(
  kernel: Kernel,
  { id }: InputOf<typeof resendDelivery>,
  call: Call,
): Promise<Came> {
  const webhookId = await call.transact(async (context) => {
    const { tx, tenantId } = context;
    const { rows } = await sql<{
      webhook_id: string;
      number: string;
      name: string;
      held: boolean;
    }>`
      select d.webhook_id, d.number, w.name, exists (select ${earlier(tenantId)}) as held
      from webhook_delivery d join webhook w on w.tenant_id = ${tenantId} and w.id = d.webhook_id
      where d.tenant_id = ${tenantId} and d.id = ${id}`.execute(tx);
    const { webhook_id, number, name, held } = found(rows[0]);
    await mayTell(context, webhook_id);
    if (held) refuse('webhook.held');
    log(context, {
      action: 'push',
      subject: 'webhook',
      subjectId: webhook_id,
      number: name,
      after: { number },
    });
    return webhook_id;
  });
  const taken = { tenantId: call.scope.tenantId, id: webhookId };
  return (await sendOne(kernel, taken, id)) ?? refuse('webhook.stopped');
}

/** Sends a trial event; by no clock. */
export async function tried(
  kernel: Kernel,
  { id }: InputOf<typeof tryWebhook>,
  call: Call,
): Promise<Came> {
  const deliveryId = await call.transact(async (context) => {
    await mayTell(context, id);
    const { tx, tenantId } = context;
    const { rows } = await sql<{ id: string }>`
      insert into webhook_delivery (tenant_id, webhook_id, event, state)
      values (${tenantId}, ${id}, ${TRIAL_EVENT}, 'dropped') returning id`.execute(tx);
    return found(rows[0]).id;
  });
  const taken = { tenantId: call.scope.tenantId, id };
  return (await sendOne(kernel, taken, deliveryId)) ?? refuse('webhook.stopped');
}

/** Who has something sent reaches what the application does. */
async function mayTell(context: Context, id: string): Promise<void> {
  const { tx, tenantId } = context;
  const { rows } = await sql<{ user_id: string }>`
    select a.user_id from webhook w join oauth_app a on a.tenant_id = ${tenantId} and a.id = w.app_id
    where w.tenant_id = ${tenantId} and w.id = ${id} for key share of w`.execute(tx);
  await reached(context, found(rows[0]).user_id);
}
