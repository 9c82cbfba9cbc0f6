import type { InputOf, login } from '@tradehouse/contract';
import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { isReadable, refuse } from '../../kernel/index.ts';
import type { Knock } from '../../kernel/index.ts';
import { newChallenge } from './challenge.ts';
import { guarded } from './guarded.ts';
import type { Throttles } from './guarded.ts';
import { openSession } from './openSession.ts';
import type { Known, SignedIn } from './openSession.ts';
import { fits } from './password.ts';

/** What is kept of a login name. */
export interface LoginRow extends Known {
  readonly passwordHash: string;
  /** Is a code asked for after the password? */
  readonly secondFactor: boolean;
  readonly locked: boolean;
}

/**
 * Opens a session. Whatever is wrong (name, password, user, company) takes the same time and gets the same answer,
 * `login.failed`; a second factor is asked for with `secondFactor.needed`; too many failures of a name or a source are
 * refused before anything is compared.
 */
export async function signIn(
  db: Kysely<Database>,
  throttles: Throttles,
  { loginName, password }: InputOf<typeof login>,
  knock: Knock,
): Promise<SignedIn> {
  const name = loginName.trim();
  const attempt = (): Promise<Opened | null> => opening(db, name, password, knock);
  const opened = await guarded(throttles, name, knock.address, attempt, isComplete);
  return opened === null ? refuse('login.failed') : complete(opened);
}

/** A session, or the challenge that a code has to answer before there is one. */
export type Opened = SignedIn | { readonly challenge: string };

export const isComplete = (opened: Opened): opened is SignedIn => 'token' in opened;

/** The session, or the refusal that tells the challenge. */
export const complete = (opened: Opened): SignedIn =>
  isComplete(opened) ? opened : refuse('secondFactor.needed', { challenge: opened.challenge });

/** What a user whose identity is proven gets; null when they may not work here (any more). */
export async function admit(
  db: Kysely<Database>,
  row: LoginRow,
  knock: Knock,
): Promise<Opened | null> {
  if (!row.secondFactor) return openSession(db, row, knock);
  const challenge = await newChallenge(db, row);
  return challenge === null ? null : { challenge };
}

async function opening(
  db: Kysely<Database>,
  name: string,
  password: string,
  knock: Knock,
): Promise<Opened | null> {
  const row = await loginOf(db, name);
  const right = await fits(row?.passwordHash ?? null, password);
  const opened = right && row !== null && !row.locked ? await admit(db, row, knock) : null;
  if (opened === null) await countFailure(db, name);
  return opened;
}

/** The login of this name, null where nobody has it or its company is off or long over. */
export async function loginOf(db: Kysely<Database>, loginName: string): Promise<LoginRow | null> {
  const { rows } = await sql<LoginRow>`
    select l.tenant_id as "tenantId", l.user_id as "userId", l.password_hash as "passwordHash",
      l.totp_secret is not null as "secondFactor", coalesce(l.locked_until > now(), false) as locked
    from login l join tenant t on t.id = l.tenant_id
    where l.login_name = ${loginName} and ${isReadable}`.execute(db);
  return rows[0] ?? null;
}

/**
 * Every process counts here, so a guesser gains nothing by asking several: twenty failures lock for a minute and more.
 * Nobody waits for the disk, or a name that exists would be told by the time that takes.
 */
export async function countFailure(db: Kysely<Database>, loginName: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local synchronous_commit = off`.execute(tx);
    await sql`
      update login set failures = failures + 1,
        locked_until = case when failures >= 19
          then now() + least(failures - 18, 15) * interval '1 minute' else locked_until end
      where login_name = ${loginName}`.execute(tx);
  });
}
