import type { InputOf, loginSecondStep } from '@tradehouse/contract';
import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { refuse } from '../../kernel/index.ts';
import type { Kernel, Knock } from '../../kernel/index.ts';
import { endChallenge, tryChallenge } from './challenge.ts';
import type { Challenged } from './challenge.ts';
import { guarded } from './guarded.ts';
import type { Throttles } from './guarded.ts';
import { countFailure } from './logins.ts';
import { openSession } from './openSession.ts';
import type { Known, SignedIn } from './openSession.ts';
import { whoseSecret } from './sealSecrets.ts';
import { bare, recoveryHash, stepOf } from './totp.ts';

/** The database, and what opens the secrets in it. */
export type Keep = Pick<Kernel, 'db' | 'vault'>;

/**
 * Opens the session that a right password left waiting for a code. Wrong codes count as wrong passwords do: for the
 * name, for the source, and over all processes.
 */
export async function signInWithCode(
  keep: Keep,
  throttles: Throttles,
  { challenge, code }: InputOf<typeof loginSecondStep>,
  knock: Knock,
): Promise<SignedIn> {
  const waiting = await tryChallenge(keep.db, challenge, knock);
  if (waiting === null) return refuse('secondFactor.expired');
  const { loginName: name, knownHere } = waiting;
  const from = { name, address: knock.address, isKnownHere: async () => knownHere };
  const attempt = (): Promise<SignedIn | null> => opening(keep, waiting, code, knock);
  const opened = await guarded(throttles, from, attempt);
  if (opened === null) return refuse('secondFactor.wrong', {}, { field: 'code' });
  await endChallenge(keep.db, challenge);
  return opened;
}

async function opening(
  keep: Keep,
  waiting: Challenged,
  code: string,
  knock: Knock,
): Promise<SignedIn | null> {
  // While it is locked no code is compared, so none is known to be wrong.
  if (waiting.locked || waiting.guessed) refuse('secondFactor.wrong', {}, { field: 'code' });
  const right = await takeCode(keep, waiting, code);
  const opened = right ? await openSession(keep.db, waiting, knock) : null;
  if (opened === null) await countFailure(keep.db, waiting, knock);
  return opened;
}

/** Takes a code of the app or a recovery code, each once; false when it is neither. */
export async function takeCode(keep: Keep, who: Known, code: string): Promise<boolean> {
  const given = bare(code);
  return /^\d{6}$/.test(given)
    ? takeAppCode(keep, who, given)
    : takeRecoveryCode(keep.db, who, given);
}

async function takeAppCode({ db, vault }: Keep, who: Known, code: string): Promise<boolean> {
  const { tenantId, userId } = who;
  const kept = await db
    .selectFrom('login')
    .select(['totp_secret', 'totp_step'])
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (kept === undefined || kept.totp_secret === null) return false;
  const step = stepOf(vault.open(kept.totp_secret, whoseSecret(who)), code, Number(kept.totp_step));
  if (step === null) return false;
  // Of two at once with the same code, one is first.
  const { rows } = await sql`
    update login set totp_step = ${step}
    where tenant_id = ${tenantId} and user_id = ${userId} and totp_secret = ${kept.totp_secret} and totp_step < ${step}
    returning user_id`.execute(db);
  return rows.length === 1;
}

async function takeRecoveryCode(
  db: Kysely<Database>,
  { tenantId, userId }: Known,
  code: string,
): Promise<boolean> {
  const hash = recoveryHash(tenantId, userId, code);
  const { rows } = await sql`
    update login set recovery_hashes = array_remove(recovery_hashes, ${hash})
    where tenant_id = ${tenantId} and user_id = ${userId} and ${hash} = any(recovery_hashes)
    returning user_id`.execute(db);
  return rows.length === 1;
}
