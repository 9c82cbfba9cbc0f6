import type { InputOf, login } from '@tradehouse/contract';
import type { Database } from '@tradehouse/database';
import type { Kysely } from 'kysely';
import { refuseWith } from '../../kernel/access/index.ts';
import { createTurns } from '../../kernel/http/index.ts';
import type { Knock } from '../../kernel/http/index.ts';
import { newChallenge } from './challenge.ts';
import { guardSignIn } from './guarded.ts';
import type { Throttles } from './guarded.ts';
import { countFailure, loginOf } from './logins.ts';
import type { LoginRow } from './logins.ts';
import { openSession } from './openSession.ts';
import type { SignedIn } from './openSession.ts';
import { verifyPassword } from './password.ts';

/**
 * Opens a session. Any fault (name, password, user, company) takes equal time and gets the equal answer
 * `login.failed`. A second factor is requested by `secondFactor.needed`; a source with too many failures is
 * refused before any comparison. A right password counts against no one, even without access.
 */
export async function signInWithPassword(
  db: Kysely<Database>,
  throttles: Throttles,
  { loginName, password }: InputOf<typeof login>,
  knock: Knock,
): Promise<SignedIn> {
  const name = loginName.trim();
  const { address } = knock;
  const isKnownHere = async (): Promise<boolean> =>
    (await loginOf(db, name, knock))?.knownHere === true;
  const attempt = (): Promise<SignInResult | null> => tryPasswordSignIn(db, name, password, knock);
  const opened = await guardSignIn(
    throttles,
    { name, address, isKnownHere },
    attempt,
    isSignInComplete,
  );
  return opened === null ? refuseWith('login.failed') : requireCompleteSignIn(opened);
}

/** Session, or the challenge to be answered by a code first. */
export type SignInResult = SignedIn | { readonly challenge: string };

export const isSignInComplete = (opened: SignInResult): opened is SignedIn => 'token' in opened;

/** Returns the session, or refuses with the challenge. */
export const requireCompleteSignIn = (opened: SignInResult): SignedIn =>
  isSignInComplete(opened)
    ? opened
    : refuseWith('secondFactor.needed', { challenge: opened.challenge });

/** Opens a session or a challenge for a proven user; null if the user may not work here (any more). */
export async function admitUser(
  db: Kysely<Database>,
  row: LoginRow,
  knock: Knock,
): Promise<SignInResult | null> {
  if (!row.secondFactor) return openSession(db, row, knock);
  const challenge = await newChallenge(db, row);
  return challenge === null ? null : { challenge };
}

/**
 * Concurrent sign-ins, few enough to leave connections and slots in a rush of strangers; known users go
 * first.
 */
const atTheDoor = createTurns(4, 100);

async function tryPasswordSignIn(
  db: Kysely<Database>,
  name: string,
  password: string,
  knock: Knock,
): Promise<SignInResult | null> {
  const row = await loginOf(db, name, knock);
  return atTheDoor(() => admitWithPassword(db, row, password, knock), row?.knownHere === true);
}

async function admitWithPassword(
  db: Kysely<Database>,
  row: LoginRow | null,
  password: string,
  knock: Knock,
): Promise<SignInResult | null> {
  const right = await verifyPassword(row?.passwordHash ?? null, password);
  if (right && row !== null && !row.locked) {
    if (row.outdated) refuseWith('password.outdated');
    const opened = await admitUser(db, row, knock);
    if (opened !== null) return opened;
  }
  await countFailure(db, right ? null : row, knock);
  return right ? refuseWith('login.failed') : null;
}
