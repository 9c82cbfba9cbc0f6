import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { hashOf, isLive } from '../../kernel/http/index.ts';
import type { Context } from '../../kernel/access/index.ts';

interface NewSession {
  readonly tenantId: string;
  readonly userId: string;
  readonly address: string;
  readonly client?: string;
  /** Duration as an interval of PostgreSQL. */
  readonly lasts: string;
  readonly viewerId?: string;
  readonly applicationId?: string;
}

/** Statement that stores a session by the hash of its token. */
export const insertSessionSql = (
  token: string,
  { tenantId, userId, address, client = '', lasts, viewerId, applicationId }: NewSession,
): RawBuilder<unknown> => sql`
  insert into session (token_hash, tenant_id, user_id, viewer_id, application_id, address, client, expires_at)
  values (${Buffer.from(hashOf(token), 'hex')}, ${tenantId}, ${userId}, ${viewerId ?? null}, ${applicationId ?? null},
    ${address}, ${client}, now() + ${lasts}::interval)`;

interface SessionsOfCompany {
  readonly tx: Kysely<Database>;
  readonly tenantId: string;
}

/** Ends a company's sessions that meet a condition; returns their number. */
export async function endSessionsWhere(
  { tx, tenantId }: SessionsOfCompany,
  condition: RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await sql`
    delete from session where tenant_id = ${tenantId} and ${condition} returning 1 as ended`.execute(
    tx,
  );
  return rows.length;
}

/** Ends sessions that meet a condition and are expired or not among the latest. */
export const endOldestSessions = (
  company: SessionsOfCompany,
  condition: RawBuilder<unknown>,
  most: number,
): Promise<number> =>
  endSessionsWhere(
    company,
    sql`${condition} and token_hash not in (
      select s.token_hash from session s
      where s.tenant_id = ${company.tenantId} and ${condition} and ${isLive}
      order by s.created_at desc, s.token_hash limit ${most})`,
  );

/** Ends a user's sessions, and the user's views through others' eyes. */
export const endUserSessions = (
  company: SessionsOfCompany,
  userId: string,
  condition: RawBuilder<unknown> = sql`true`,
): Promise<number> =>
  endSessionsWhere(company, sql`(user_id = ${userId} or viewer_id = ${userId}) and ${condition}`);

/** Moves a user's session to another institution. */
export async function moveSession(
  { tx, tenantId, scope }: Context,
  tokenHash: string,
  institutionId: string,
): Promise<void> {
  await sql`
    update session set institution_id = ${institutionId}
    where tenant_id = ${tenantId} and user_id = ${scope.userId}
      and token_hash = ${Buffer.from(tokenHash, 'hex')}`.execute(tx);
}

/** Limits the rest of an application's sessions to an interval. */
export async function shortenSessions(
  { tx, tenantId }: Context,
  applicationId: string,
  rest: string,
): Promise<void> {
  await sql`
    update session set expires_at = least(expires_at, now() + ${rest}::interval)
    where tenant_id = ${tenantId} and application_id = ${applicationId}`.execute(tx);
}
