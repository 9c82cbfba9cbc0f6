import { logTable, platformLogTable } from '@tradehouse/contract';
import type { LogAction, LogSubject } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { found, source } from '../../kernel/index.ts';
import type { Context, Scope } from '../../kernel/index.ts';
import { changesBetween } from './changes.ts';
import type { Change } from './changes.ts';

interface Detail {
  readonly changes: readonly Change[];
  readonly hidden: boolean;
}

/**
 * The log names every document, customer and warehouse: anyone who does not see all of them reads what they did themselves.
 */
const readable = ({ documents, customerIds, warehouseIds, userId }: Scope): RawBuilder<boolean> =>
  documents.of === 'all' && customerIds === null && warehouseIds === null
    ? sql<boolean>`true`
    : sql<boolean>`log.user_id = ${userId}`;

/** Who did it is looked up for the rows that are shown: an index counts the others. */
export const logRows = source(
  logTable,
  ({ tenantId, scope }) =>
    sql<Record<Exclude<keyof typeof logTable.columns, 'loginName' | 'userName'>, unknown>>`(
      select log.id, log.subject, log.action, log.number as "objectName", log.user_id, log.address, log.at as time
      from audit_log log
      where log.tenant_id = ${tenantId} and ${readable(scope)})`,
  {
    beside: ({ tenantId }) => ({
      joins: sql`left join app_user on app_user.tenant_id = ${tenantId} and app_user.id = "row".user_id`,
      columns: {
        loginName: sql`coalesce(app_user.login_name, '')`,
        userName: sql`coalesce(app_user.name, '')`,
      },
    }),
  },
);

/** The rows of all companies; only within a transaction that was let through their walls. */
export const platformLogRows = source(
  platformLogTable,
  () =>
    sql<Record<keyof typeof platformLogTable.columns, unknown>>`(
      select log.id, log.subject, log.action, log.number as "objectName",
        coalesce(l.login_name, '') as "loginName", coalesce(l.login_name, '') as "userName", log.address,
        log.at as time, tenant.id as "tenantId", tenant.code as "tenantCode", tenant.name as "tenantName", tenant.plan
      from audit_log log
      join tenant on tenant.id = log.tenant_id
      left join login l on l.tenant_id = log.tenant_id and l.user_id = log.user_id)`,
  {
    meaning: async (context, filters) => {
      await readEveryLog(context);
      return filters;
    },
  },
);

/** Opens the logs of all companies, and nothing else of theirs, to the rest of this transaction. */
async function readEveryLog({ tx }: Context): Promise<void> {
  await sql`set local app.reads_every_log = 'on'`.execute(tx);
}

/** What one entry changed; `record.missing` where the caller may not read it. */
export async function logDetail(context: Context, id: string): Promise<Detail> {
  const { tx, tenantId, scope } = context;
  const { rows } = await sql<States>`
    select log.before, log.after from audit_log log
    where log.tenant_id = ${tenantId} and log.id = ${id} and ${readable(scope)}`.execute(tx);
  const { before, after } = found(rows[0]);
  // Amounts stand in any field: who may not see some of them is told none.
  if (scope.hidden.size > 0) return { changes: [], hidden: true };
  return { changes: changesBetween(before, after), hidden: false };
}

interface States {
  readonly before: unknown;
  readonly after: unknown;
}

/** What was done to something, as its own page tells of it. */
export interface Done {
  readonly id: string;
  readonly at: string;
  readonly userName: string;
  readonly subject: LogSubject;
  readonly action: LogAction;
  readonly changes: readonly Change[];
}

const MOST_DONE = 200;

/**
 * What was done to something that the caller sees, under any of these subjects, the newest first. The caller leaves out what
 * its reader may not see of it.
 */
export async function doneTo(
  { tx, tenantId }: Context,
  subjects: readonly LogSubject[],
  { id, number }: { readonly id: string; readonly number: string },
): Promise<Done[]> {
  const { rows } = await sql<Omit<Done, 'at' | 'changes'> & States & { at: Date | string }>`
    select log.id, log.at, log.subject, log.action, log.before, log.after, coalesce(app_user.name, '') as "userName"
    from audit_log log
    left join app_user on app_user.tenant_id = ${tenantId} and app_user.id = log.user_id
    where log.tenant_id = ${tenantId} and log.subject = any(${subjects}::text[]) and log.subject_id = ${id}
      and log.number = ${number}
    order by log.id desc limit ${MOST_DONE}`.execute(tx);
  return rows.map(({ at, before, after, ...entry }) => ({
    ...entry,
    at: new Date(at).toISOString(),
    changes: changesBetween(before, after),
  }));
}
