import type { InputOf, login } from '@tradehouse/contract';
import type { Database } from '@tradehouse/database';
import type { Kysely } from 'kysely';
import { createTurns, refuse } from '../../kernel/index.ts';
import type { Knock } from '../../kernel/index.ts';
import { newChallenge } from './challenge.ts';
import { guarded } from './guarded.ts';
import type { Throttles } from './guarded.ts';
import { countFailure, loginOf } from './logins.ts';
import type { LoginRow } from './logins.ts';
import { openSession } from './openSession.ts';
import type { SignedIn } from './openSession.ts';
import { fits } from './password.ts';

/**
 * Opens a session. Whatever is wrong (name, password, user, company) takes the same time and gets the same answer,
 * `login.failed`; a second factor is asked for with `secondFactor.needed`; too many failures of a source are refused
 * before anything is compared. A right password counts against no one, also where it opens nothing.
 */
export async function signIn(
  db: Kysely<Database>,
  throttles: Throttles,
  { loginName, password }: InputOf<typeof login>,
  knock: Knock,
): Promise<SignedIn> {
  const name = loginName.trim();
  const { address } = knock;
  const isKnownHere = async (): Promise<boolean> =>
    (await loginOf(db, name, knock))?.knownHere === true;
  const attempt = (): Promise<Opened | null> => opening(db, name, password, knock);
  const opened = await guarded(throttles, { name, address, isKnownHere }, attempt, isComplete);
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

/** So few at once that a crowd of strangers leaves connections and turns to others; who belongs goes before them. */
const atTheDoor = createTurns(4, 100);

async function opening(
  db: Kysely<Database>,
  name: string,
  password: string,
  knock: Knock,
): Promise<Opened | null> {
  const row = await loginOf(db, name, knock);
  return atTheDoor(() => compared(db, row, password, knock), row?.knownHere === true);
}

async function compared(
  db: Kysely<Database>,
  row: LoginRow | null,
  password: string,
  knock: Knock,
): Promise<Opened | null> {
  const right = await fits(row?.passwordHash ?? null, password);
  if (right && row !== null && !row.locked) {
    if (row.outdated) refuse('password.outdated');
    const opened = await admit(db, row, knock);
    if (opened !== null) return opened;
  }
  await countFailure(db, right ? null : row, knock);
  return right ? refuse('login.failed') : null;
}
