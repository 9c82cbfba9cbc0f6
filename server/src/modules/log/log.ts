import { logTable, platformLogTable } from '@tradehouse/contract';
import type { LogAction, LogSubject } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { orRefuseMissing, seesAmounts } from '../../kernel/access/index.ts';
import { bindTable } from '../../kernel/table/index.ts';
import type { Context, Scope } from '../../kernel/access/index.ts';
import { planNameSql } from '../system/index.ts';
import { changesBetween } from './changes.ts';
import type { FieldChange } from './changes.ts';

interface LogEntryDetail {
  readonly changes: readonly FieldChange[];
  readonly hidden: boolean;
}

/**
 * The log names every document, customer and warehouse: users without sight of all read only their own
 * actions.
 */
const readableLogSql = ({
  documents,
  customerIds,
  warehouseIds,
  userId,
}: Scope): RawBuilder<boolean> =>
  documents.of === 'all' && customerIds === null && warehouseIds === null
    ? sql<boolean>`true`
    : sql<boolean>`log.user_id = ${userId}`;

/** The name of a promotion reveals prices of sales. */
const loggedNameSql = (scope: Scope): RawBuilder<string> =>
  seesAmounts(scope, 'sale')
    ? sql<string>`log.number`
    : sql<string>`case when log.subject = 'promotion' then '' else log.number end`;

/** User names are looked up for shown rows only; counting uses an index. */
export const logRows = bindTable(
  logTable,
  ({ tenantId, scope }) =>
    sql<Record<Exclude<keyof typeof logTable.columns, 'loginName' | 'userName'>, unknown>>`(
      select log.id, log.subject, log.action, ${loggedNameSql(scope)} as "objectName", log.user_id, log.address, log.at as time
      from audit_log log
      where log.tenant_id = ${tenantId} and ${readableLogSql(scope)})`,
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

/** Log rows of all companies; requires a transaction outside the companies' isolation. */
export const platformLogRows = bindTable(
  platformLogTable,
  ({ language }) =>
    sql<Record<keyof typeof platformLogTable.columns, unknown>>`(
      select log.id, log.subject, log.action, log.number as "objectName",
        coalesce(l.login_name, '') as "loginName", coalesce(l.login_name, '') as "userName", log.address,
        log.at as time, tenant.id as "tenantId", tenant.code as "tenantCode", tenant.name as "tenantName",
        coalesce(${planNameSql(language)}, tenant.plan) as plan
      from audit_log log
      join tenant on tenant.id = log.tenant_id
      left join plan p on p.code = tenant.plan
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

/** Reads the changes of a log entry; `record.missing` if hidden from the caller. */
export async function logDetail(context: Context, id: string): Promise<LogEntryDetail> {
  const { tx, tenantId, scope } = context;
  const { rows } = await sql<States>`
    select log.before, log.after from audit_log log
    where log.tenant_id = ${tenantId} and log.id = ${id} and ${readableLogSql(scope)}`.execute(tx);
  const { before, after } = orRefuseMissing(rows[0]);
  // Any field may hold amounts: with any amount hidden, the reader sees no changes.
  if (scope.hidden.size > 0) return { changes: [], hidden: true };
  return { changes: changesBetween(before, after), hidden: false };
}

interface States {
  readonly before: unknown;
  readonly after: unknown;
}

/** Action on a record, for the record's page. */
export interface Done {
  readonly id: string;
  readonly at: string;
  readonly userName: string;
  readonly subject: LogSubject;
  readonly action: LogAction;
  readonly changes: readonly FieldChange[];
}

const MOST_DONE = 200;

/** Reads actions on a visible record under these subjects, newest first. The caller removes hidden fields. */
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
