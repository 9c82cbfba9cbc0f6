import type { InputOf, loginSecondStep } from '@tradehouse/contract';
import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { refuseWith } from '../../kernel/access/index.ts';
import type { Kernel } from '../../kernel/access/index.ts';
import type { Knock } from '../../kernel/http/index.ts';
import { endChallenge, tryChallenge } from './challenge.ts';
import type { Challenged } from './challenge.ts';
import { guardSignIn } from './guarded.ts';
import type { Throttles } from './guarded.ts';
import { countFailure } from './logins.ts';
import { openSession } from './openSession.ts';
import type { ProvenUser, SignedIn } from './openSession.ts';
import { vaultNameOfSecondFactor } from './sealSecrets.ts';
import { normalizeRecoveryCode, recoveryHash, findTotpStep } from './totp.ts';

/** Database, and the vault for the secrets. */
export type Keep = Pick<Kernel, 'db' | 'vault'>;

/**
 * Opens a session pending a code after a right password. Wrong codes count like wrong passwords: for the
 * name, for the source, and across all processes.
 */
export async function signInWithCode(
  keep: Keep,
  throttles: Throttles,
  { challenge, code }: InputOf<typeof loginSecondStep>,
  knock: Knock,
): Promise<SignedIn> {
  const waiting = await tryChallenge(keep.db, challenge, knock);
  if (waiting === null) return refuseWith('secondFactor.expired');
  const { loginName: name, knownHere } = waiting;
  const from = { name, address: knock.address, isKnownHere: async () => knownHere };
  const attempt = (): Promise<SignedIn | null> => trySecondFactor(keep, waiting, code, knock);
  const opened = await guardSignIn(throttles, from, attempt);
  if (opened === null) return refuseWith('secondFactor.wrong', {}, { field: 'code' });
  await endChallenge(keep.db, challenge);
  return opened;
}

async function trySecondFactor(
  keep: Keep,
  waiting: Challenged,
  code: string,
  knock: Knock,
): Promise<SignedIn | null> {
  // During a lock no code is compared, therefore none is known to be wrong.
  if (waiting.locked || waiting.guessed) refuseWith('secondFactor.wrong', {}, { field: 'code' });
  const right = await takeCode(keep, waiting, code);
  const opened = right ? await openSession(keep.db, waiting, knock) : null;
  if (opened === null) await countFailure(keep.db, waiting, knock);
  return opened;
}

/** Consumes a code of the app or a recovery code, each once; false for neither. */
export async function takeCode(keep: Keep, who: ProvenUser, code: string): Promise<boolean> {
  const given = normalizeRecoveryCode(code);
  return /^\d{6}$/.test(given)
    ? takeAppCode(keep, who, given)
    : takeRecoveryCode(keep.db, who, given);
}

async function takeAppCode({ db, vault }: Keep, who: ProvenUser, code: string): Promise<boolean> {
  const { tenantId, userId } = who;
  const kept = await db
    .selectFrom('login')
    .select(['totp_secret', 'totp_step'])
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (kept === undefined || kept.totp_secret === null) return false;
  const step = findTotpStep(
    vault.open(kept.totp_secret, vaultNameOfSecondFactor(who)),
    code,
    Number(kept.totp_step),
  );
  if (step === null) return false;
  // Among concurrent uses of a code, only the first succeeds.
  const { rows } = await sql`
    update login set totp_step = ${step}
    where tenant_id = ${tenantId} and user_id = ${userId} and totp_secret = ${kept.totp_secret} and totp_step < ${step}
    returning user_id`.execute(db);
  return rows.length === 1;
}

async function takeRecoveryCode(
  db: Kysely<Database>,
  { tenantId, userId }: ProvenUser,
  code: string,
): Promise<boolean> {
  const hash = recoveryHash(tenantId, userId, code);
  const { rows } = await sql`
    update login set recovery_hashes = array_remove(recovery_hashes, ${hash})
    where tenant_id = ${tenantId} and user_id = ${userId} and ${hash} = any(recovery_hashes)
    returning user_id`.execute(db);
  return rows.length === 1;
}
