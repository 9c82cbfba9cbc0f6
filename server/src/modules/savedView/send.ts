import { viewQuery } from '@tradehouse/contract';
import type { ListView, ScheduleOutcome, TableDeclaration } from '@tradehouse/contract';
import type { Database } from '@tradehouse/database';
import type { DomainError, ErrorKey } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { isReadable } from '../../kernel/access/index.ts';
import { ownCall, refusalFromError, scopeOfUser } from '../../kernel/http/index.ts';
import { workDueRows } from '../../kernel/live/index.ts';
import { exportPage, listTableById } from '../../kernel/table/index.ts';
import { inTenant, logChange } from '../../kernel/tx/index.ts';
import type { Context, Kernel, Language, Scope } from '../../kernel/access/index.ts';
import type { JobHandlers, Lease, LeasedQueue, RecurringWork } from '../../kernel/live/index.ts';
import { dropSent, keepSent } from '../file/index.ts';
import { notifyUsers } from '../message/index.ts';
import { collectFileBody } from './collected.ts';
import { momentSql, nextSql } from './schedule.ts';
import type { Moment, ScheduleRhythm } from './schedule.ts';
import { isUsable } from './usable.ts';

const SWEEP = 'view:sweep';
/** Every night, by the job runner's clock. */
export const viewFileSweeping = `37 19 * * * ${SWEEP}`;

/** Deletes old sent files, in every company. */
export const savedViewHandlers = (db: Kysely<Database>): JobHandlers => ({
  [SWEEP]: async () => {
    const { rows } = await sql<{ id: string }>`select id from tenant order by id`.execute(db);
    for (const { id } of rows) await inTenant(db, id, 'begin', (tx) => dropSent(tx, id));
  },
});

/** Sends due views, in every process. */
export const viewSending = (kernel: Kernel): RecurringWork => ({
  every: 20_000,
  work: (pool, stopping) => sendDue(kernel, pool, null, stopping),
});

/** Milliseconds for writing a file: well within the lease. */
const LONGEST = 60_000;
/** Attempts before waiting for the next scheduled time. */
const MOST_TRIES = 4;

const scheduleQueue: LeasedQueue = {
  table: 'view_schedule',
  key: 'id',
  due: 'queued.next_at <= now()',
  joins: '',
  order: 'queued.next_at',
  leaseSeconds: 300,
  atOnce: 1,
  roundLimit: Infinity,
};

interface LeasedSchedule extends ScheduleRhythm {
  readonly id: string;
  readonly tenantId: string;
  readonly viewId: string;
  readonly userId: string;
  readonly format: 'xlsx' | 'csv';
  readonly language: Language;
  /** Due time to the millisecond: each due time is settled once. */
  readonly nextAt: string;
  readonly tries: number;
}

/**
 * Sends all due views, in sequence. Settling moves the schedule on in the transaction of the file and the
 * message, therefore concurrent or crashed processes send once.
 *
 * @param at present instant @returns number of schedules taken
 */
export const sendDue = (
  kernel: Kernel,
  pool: pg.Pool,
  at: Moment = null,
  stopping?: AbortSignal,
): Promise<number> =>
  workDueRows(pool, scheduleQueue, (lease) => attemptSchedule(kernel, lease, at), { at, stopping });

/** Counts an attempt, then sends; a schedule changed since the lease waits for its new time. */
async function attemptSchedule(
  kernel: Kernel,
  { tenantId, id, takenUntil }: Lease,
  at: Moment,
): Promise<number> {
  const { rows } = await inTenant(kernel.db, tenantId, 'begin', (tx) =>
    sql<Omit<LeasedSchedule, 'tenantId'>>`
      update view_schedule s set tries = s.tries + 1
      where s.tenant_id = ${tenantId} and s.id = ${id} and s.taken_until = ${takenUntil}::timestamptz
      returning s.id, s.view_id as "viewId", s.user_id as "userId", s.every, s.on_day as "onDay", s.hour, s.format,
        s.language, s.next_at as "nextAt", s.tries`.execute(tx),
  );
  for (const row of rows) await sendScheduledView(kernel, { ...row, tenantId }, at);
  return 1;
}

/** Content and recipient, or the reason for not sending. */
type ScheduledDelivery =
  | { readonly outcome: ScheduleOutcome }
  | {
      readonly scope: Scope;
      readonly table: TableDeclaration;
      readonly page: string;
      readonly name: string;
      readonly value: ListView;
      readonly today: string;
    };

async function sendScheduledView(kernel: Kernel, taken: LeasedSchedule, at: Moment): Promise<void> {
  const what = await readScheduledDelivery(kernel, taken, at);
  if ('outcome' in what) return moveOn(kernel, taken, what.outcome, at);
  const { scope, table, page, name, value, today } = what;
  const call = ownCall(kernel, scope, taken.language, LONGEST);
  const query = viewQuery(table, value, today, [...scope.hidden]);
  const write = kernel.exports.get(table.exportPath ?? '');
  if (write === undefined) return moveOn(kernel, taken, 'noRight', at);
  try {
    const { entry, write: writing } = await write(call, { ...query, format: taken.format });
    const file = await writing();
    const bytes = await collectFileBody(file.body);
    if (bytes === null) return await moveOn(kernel, taken, 'tooLarge', at);
    await call.transact(async (context) => {
      if (!(await movedOn(context, taken, 'sent', at))) return null;
      logChange(context, entry);
      const written = file.name.replace(table.id, () => name);
      const id = await keepSent(context, { list: table.id, name: written, type: file.type, bytes });
      await notifyUsers(context, {
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
    if (busy.has(refusalFromError(error).key)) return postponeSchedule(kernel, taken, at);
    const outcome = outcomeOf(error, taken);
    if (outcome === null) throw error;
    await moveOn(kernel, taken, outcome, at);
  }
}

/** Errors for a temporary lack of capacity. */
const busy: ReadonlySet<ErrorKey> = new Set(['request.tooMany', 'server.busy']);
/** Delay before the next look. */
const PAUSE = '1 minute';

/** Postpones a schedule without counting an attempt. */
async function postponeSchedule(
  { db }: Kernel,
  { tenantId, id, nextAt }: LeasedSchedule,
  at: Moment,
): Promise<void> {
  await inTenant(db, tenantId, 'begin', (tx) =>
    sql`
      update view_schedule set taken_until = ${momentSql(at)} + ${PAUSE}::interval, tries = tries - 1
      where tenant_id = ${tenantId} and id = ${id} and next_at = ${nextAt}::timestamptz`.execute(
      tx,
    ),
  );
}

/** Maps an error to the outcome; null: another attempt follows after the lease. */
function outcomeOf(error: unknown, { tries }: LeasedSchedule): ScheduleOutcome | null {
  const { key }: DomainError = refusalFromError(error);
  if (key === 'access.denied') return 'noRight';
  if (key === 'request.unknownName' || key === 'request.field') return 'hidden';
  if (key === 'server.tooLong') return 'tooLarge';
  return tries >= MOST_TRIES ? 'failed' : null;
}

/** Reads the recipient and the present access rights. */
function readScheduledDelivery(
  { db }: Kernel,
  { tenantId, userId, viewId }: LeasedSchedule,
  at: Moment,
): Promise<ScheduledDelivery> {
  return inTenant(db, tenantId, 'begin', async (tx): Promise<ScheduledDelivery> => {
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
    const table = listTableById(view.list);
    const page = table === undefined ? null : exportPage(scope, table);
    if (table === undefined || page === null) return { outcome: 'noRight' };
    return { scope, table, page, name: view.name, value: view.value, today: user.today };
  });
}

/** Records the outcome, and waits for the next scheduled time. */
async function moveOn(
  { lanes }: Kernel,
  taken: LeasedSchedule,
  outcome: ScheduleOutcome,
  at: Moment,
): Promise<void> {
  const { tenantId } = taken;
  await inTenant(lanes.short, tenantId, 'begin', (tx) =>
    movedOn({ tx, tenantId }, taken, outcome, at),
  );
}

/** Records the outcome; false if another process was faster, or the schedule changed. */
async function movedOn(
  { tx, tenantId }: Pick<Context, 'tx' | 'tenantId'>,
  taken: LeasedSchedule,
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
