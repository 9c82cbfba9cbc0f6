import { createHash } from 'node:crypto';
import type { InputOf, ReplyOf, login } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '@tradehouse/database';
import { TOKEN_DAYS, hashOf, inTenant, newToken, refuse } from '../../kernel/index.ts';
import type { Knock } from '../../kernel/index.ts';
import { fits } from './password.ts';
import { sessionUser } from './sessionUser.ts';
import type { Throttle } from './throttle.ts';

export interface Throttles {
  readonly byName: Throttle;
  readonly bySource: Throttle;
}

interface LoginRow {
  readonly tenant_id: string;
  readonly user_id: string;
  readonly password_hash: string;
  readonly locked: boolean;
}

/**
 * Opens a session. Whatever is wrong (name, password, user, company) takes the same time and gets the same answer,
 * `login.failed`; too many failures of a name or a source are refused before anything is compared.
 */
export async function signIn(
  db: Kysely<Database>,
  throttles: Throttles,
  { loginName, password }: InputOf<typeof login>,
  knock: Knock,
): Promise<ReplyOf<typeof login>> {
  const name = loginName.trim();
  const keys = [
    [throttles.byName, createHash('sha256').update(name).digest('hex')],
    [throttles.bySource, knock.address],
  ] as const;
  if (keys.some(([throttle, key]) => throttle.isShut(key))) refuse('login.throttled');
  for (const [throttle, key] of keys) throttle.tried(key);
  const opened = await opening(db, name, password, knock).catch((error: unknown) => {
    // Nothing was compared to the end: that is nobody's failure.
    for (const [throttle, key] of keys) throttle.excused(key);
    throw error;
  });
  if (opened === null) return refuse('login.failed');
  throttles.byName.forget(keys[0][1]);
  throttles.bySource.excused(knock.address);
  return opened;
}

async function opening(
  db: Kysely<Database>,
  name: string,
  password: string,
  knock: Knock,
): Promise<ReplyOf<typeof login> | null> {
  const found = await loginOf(db, name);
  const right = await fits(found?.password_hash ?? null, password);
  const opened = right && found !== null && !found.locked ? await open(db, found, knock) : null;
  if (opened === null && found !== null) await countFailure(db, name);
  return opened;
}

async function loginOf(db: Kysely<Database>, loginName: string): Promise<LoginRow | null> {
  const { rows } = await sql<LoginRow>`
    select l.tenant_id, l.user_id, l.password_hash, coalesce(l.locked_until > now(), false) as locked
    from login l join tenant t on t.id = l.tenant_id
    where l.login_name = ${loginName} and t.enabled and (t.expires_at is null or t.expires_at > now())`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Every process counts here, so a guesser gains nothing by asking several: twenty failures lock for a minute and more. */
async function countFailure(db: Kysely<Database>, loginName: string): Promise<void> {
  await sql`
    update login set failures = failures + 1,
      locked_until = case when failures >= 19
        then now() + least(failures - 18, 15) * interval '1 minute' else locked_until end
    where login_name = ${loginName}`.execute(db);
}

async function open(
  db: Kysely<Database>,
  { tenant_id, user_id }: LoginRow,
  { address, client }: Knock,
): Promise<ReplyOf<typeof login> | null> {
  const token = newToken();
  return inTenant(db, tenant_id, 'begin', async (tx) => {
    const user = await sessionUser(tx, tenant_id, user_id);
    if (user === null) return null;
    await sql`
      with signed_in as (
        update login set failures = 0, locked_until = null
        where tenant_id = ${tenant_id} and user_id = ${user_id} and (failures > 0 or locked_until is not null)
      ), expired as (
        delete from session where tenant_id = ${tenant_id} and user_id = ${user_id} and expires_at < now()
      ), logged as (
        insert into audit_log (tenant_id, user_id, action, subject, subject_id, number, address)
        values (${tenant_id}, ${user_id}, 'login', 'session', ${user_id}, ${user.loginName}, ${address})
      )
      insert into session (token_hash, tenant_id, user_id, address, client, expires_at)
      values (${Buffer.from(hashOf(token), 'hex')}, ${tenant_id}, ${user_id}, ${address}, ${client},
        now() + ${TOKEN_DAYS} * interval '1 day')`.execute(tx);
    return { token, user };
  });
}
