import { viewQuery } from '@tradehouse/contract';
import type { ListView, ScheduleOutcome, Table } from '@tradehouse/contract';
import type { Database } from '@tradehouse/database';
import type { DomainError, ErrorKey } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import {
  exportPage,
  inTenant,
  isReadable,
  listOf,
  log,
  ownCall,
  refusalOf,
  scopeOfUser,
} from '../../kernel/index.ts';
import type { Context, JobHandlers, Kernel, Language, Round, Scope } from '../../kernel/index.ts';
import { dropSent, keepSent } from '../file/index.ts';
import { tell } from '../message/index.ts';
import { collected } from './collected.ts';
import { momentSql, nextSql } from './schedule.ts';
import type { Moment, Rhythm } from './schedule.ts';
import { isUsable } from './usable.ts';

const SWEEP = 'view:sweep';
/** Every night, by the job runner's clock. */
export const viewFileSweeping = `37 19 * * * ${SWEEP}`;

/** What was sent long ago goes, in every company. */
export const savedViewHandlers = (db: Kysely<Database>): JobHandlers => ({
  [SWEEP]: async () => {
    const { rows } = await sql<{ id: string }>`select id from tenant order by id`.execute(db);
    for (const { id } of rows) await inTenant(db, id, 'begin', (tx) => dropSent(tx, id));
  },
});

/** Sends what is due, in every process. */
export const viewSending = (kernel: Kernel): Round => ({
  every: 20_000,
  work: async (pool) => {
    await sendDue(kernel, pool);
  },
});

/** Who takes a schedule has it for so long: after that they are taken for dead, and it is another's. */
const LEASE = '5 minutes';
/** How long the writing of one file may take, in milliseconds: well within that. */
const LONGEST = 60_000;
/** How often it is tried before it is left until its next time. */
const MOST_TRIES = 4;

/** A schedule that this process has taken. */
interface Taken extends Rhythm {
  readonly id: string;
  readonly tenantId: string;
  readonly viewId: string;
  readonly userId: string;
  readonly format: 'xlsx' | 'csv';
  readonly language: Language;
  /** To the millisecond: what it is due for is settled once. */
  readonly nextAt: string;
  readonly tries: number;
}

/**
 * Sends all that is due, one after the other. Who settles what is due for a moment moves the schedule on in the same
 * transaction as the file and its message, so two that meet, and one that dies, send it once.
 *
 * @param at what counts as now
 * @returns how many it took
 */
export async function sendDue(kernel: Kernel, pool: pg.Pool, at: Moment = null): Promise<number> {
  let failure: unknown;
  for (let count = 0; ; count += 1) {
    const taken = await takeNext(pool, at);
    if (taken === null) {
      if (failure !== undefined) throw failure;
      return count;
    }
    // One that breaks holds up no other.
    await settle(kernel, taken, at).catch((error: unknown) => {
      failure = error;
    });
  }
}

/** So many are looked at together, without a lock: then each is taken from its own company. */
const AT_ONCE = 20;

async function takeNext(pool: pg.Pool, at: Moment): Promise<Taken | null> {
  const { rows } = await pool.query<{ tenant_id: string; id: string }>({
    name: 'view schedules due',
    text: `
      select s.tenant_id, s.id from view_schedule s
      where s.next_at <= coalesce($1::timestamptz, now())
        and (s.taken_until is null or s.taken_until <= coalesce($1::timestamptz, now()))
      order by s.next_at limit ${AT_ONCE}`,
    values: [at],
  });
  for (const { tenant_id, id } of rows) {
    const taken = await take(pool, tenant_id, id, at);
    if (taken !== null) return taken;
  }
  return null;
}

/** Null: another was quicker. */
async function take(
  pool: pg.Pool,
  tenantId: string,
  id: string,
  at: Moment,
): Promise<Taken | null> {
  const now = at === null ? 'now()' : '$3::timestamptz';
  const { rows } = await pool.query<Omit<Taken, 'tenantId'>>({
    name: `take view schedule ${at === null ? 'now' : 'then'}`,
    text: `
      update view_schedule s
      set taken_until = ${now} + interval '${LEASE}', tries = s.tries + 1
      where s.tenant_id = $1 and s.id = $2 and s.next_at <= ${now}
        and (s.taken_until is null or s.taken_until <= ${now})
      returning s.id, s.view_id as "viewId", s.user_id as "userId", s.every, s.on_day as "onDay", s.hour, s.format,
        s.language, s.next_at as "nextAt", s.tries`,
    values: [tenantId, id, ...(at === null ? [] : [at])],
  });
  const [taken] = rows;
  return taken === undefined ? null : { ...taken, tenantId };
}

/** What is sent, to whom: or why it is not. */
type Found =
  | { readonly outcome: ScheduleOutcome }
  | {
      readonly scope: Scope;
      readonly table: Table;
      readonly page: string;
      readonly name: string;
      readonly value: ListView;
      readonly today: string;
    };

async function settle(kernel: Kernel, taken: Taken, at: Moment): Promise<void> {
  const what = await look(kernel, taken, at);
  if ('outcome' in what) return moveOn(kernel, taken, what.outcome, at);
  const { scope, table, page, name, value, today } = what;
  const call = ownCall(kernel, scope, taken.language, LONGEST);
  const query = viewQuery(table, value, today, [...scope.hidden]);
  const write = kernel.exports.get(table.exportPath ?? '');
  if (write === undefined) return moveOn(kernel, taken, 'noRight', at);
  try {
    const { entry, write: writing } = await write(call, { ...query, format: taken.format });
    const file = await writing();
    const bytes = await collected(file.body);
    if (bytes === null) return await moveOn(kernel, taken, 'tooLarge', at);
    await call.transact(async (context) => {
      if (!(await movedOn(context, taken, 'sent', at))) return null;
      log(context, entry);
      const written = file.name.replace(table.id, () => name);
      const id = await keepSent(context, { list: table.id, name: written, type: file.type, bytes });
      await tell(context, {
        readers: [scope.userId],
        type: 'viewArrived',
        text: `${name} · ${today}`,
        openType: 'file',
        openPage: page,
        subject: id,
        eventKey: null,
      });
      return null;
    });
  } catch (error) {
    if (busy.has(refusalOf(error).key)) return putOff(kernel, taken, at);
    const outcome = outcomeOf(error, taken);
    if (outcome === null) throw error;
    await moveOn(kernel, taken, outcome, at);
  }
}

/** There is no room for it just now. */
const busy: ReadonlySet<ErrorKey> = new Set(['request.tooMany', 'server.busy']);
/** So much later it is looked at again. */
const PAUSE = '1 minute';

/** Leaves a schedule for a while, as if it had not been tried. */
async function putOff({ db }: Kernel, { tenantId, id, nextAt }: Taken, at: Moment): Promise<void> {
  await inTenant(db, tenantId, 'begin', (tx) =>
    sql`
      update view_schedule set taken_until = ${momentSql(at)} + ${PAUSE}::interval, tries = tries - 1
      where tenant_id = ${tenantId} and id = ${id} and next_at = ${nextAt}::timestamptz`.execute(
      tx,
    ),
  );
}

/** What an error means for this time; null: it is tried again, once no one has it any more. */
function outcomeOf(error: unknown, { tries }: Taken): ScheduleOutcome | null {
  const { key }: DomainError = refusalOf(error);
  if (key === 'access.denied') return 'noRight';
  if (key === 'request.unknownName' || key === 'request.field') return 'hidden';
  if (key === 'server.tooLong') return 'tooLarge';
  return tries >= MOST_TRIES ? 'failed' : null;
}

/** Who it is for and what they may have of it, as it is now. */
function look({ db }: Kernel, { tenantId, userId, viewId }: Taken, at: Moment): Promise<Found> {
  return inTenant(db, tenantId, 'begin', async (tx): Promise<Found> => {
    const { rows } = await sql<{ on: boolean; today: string }>`
      select u.enabled and ${isReadable} as on, (${momentSql(at)} at time zone setting.time_zone)::date::text as today
      from app_user u
      join tenant t on t.id = ${tenantId}
      join tenant_setting setting on setting.tenant_id = ${tenantId}
      where u.tenant_id = ${tenantId} and u.id = ${userId}`.execute(tx);
    const [user] = rows;
    const scope = user?.on === true ? await scopeOfUser({ tx, tenantId }, userId) : null;
    if (user === undefined || scope === null) return { outcome: 'userOff' };
    const { rows: views } = await sql<{ list: string; name: string; value: ListView }>`
      select v.list, v.name, v.value from saved_view v
      where v.tenant_id = ${tenantId} and v.id = ${viewId} and ${isUsable({ tenantId, userId })}`.execute(
      tx,
    );
    const [view] = views;
    if (view === undefined) return { outcome: 'notShared' };
    const table = listOf(view.list);
    const page = table === undefined ? null : exportPage(scope, table);
    if (table === undefined || page === null) return { outcome: 'noRight' };
    return { scope, table, page, name: view.name, value: view.value, today: user.today };
  });
}

/** Notes what came of it, and waits for the next time. */
async function moveOn(
  { lanes }: Kernel,
  taken: Taken,
  outcome: ScheduleOutcome,
  at: Moment,
): Promise<void> {
  const { tenantId } = taken;
  await inTenant(lanes.short, tenantId, 'begin', (tx) =>
    movedOn({ tx, tenantId }, taken, outcome, at),
  );
}

/** The same; false where another was quicker, or it was changed meanwhile. */
async function movedOn(
  { tx, tenantId }: Pick<Context, 'tx' | 'tenantId'>,
  taken: Taken,
  outcome: ScheduleOutcome,
  at: Moment,
): Promise<boolean> {
  const { rows: times } = await sql<{ next: string }>`
    select ${nextSql(tenantId, taken, at)} as next`.execute(tx);
  const { rows } = await sql`
    update view_schedule set next_at = ${times[0]?.next ?? null}::timestamptz, taken_until = null, tries = 0,
      outcome = ${outcome}, outcome_at = ${momentSql(at)}
    where tenant_id = ${tenantId} and id = ${taken.id} and next_at = ${taken.nextAt}::timestamptz
    returning id`.execute(tx);
  return rows.length > 0;
}
