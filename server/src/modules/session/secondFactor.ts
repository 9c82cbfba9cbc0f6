import type {
  InputOf,
  ReplyOf,
  confirmSecondFactor,
  secondFactor,
  startSecondFactor,
  stopSecondFactor,
} from '@tradehouse/contract';
import type { LogAction } from '@tradehouse/contract';
import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import { logChange } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { EndpointCall, SharedThrottle } from '../../kernel/http/index.ts';
import { verifyPassword } from './password.ts';
import { throttleGuess } from './guess.ts';
import { platformValue } from './platformValue.ts';
import { vaultNameOfSecondFactor } from './sealSecrets.ts';
import { takeCode } from './secondStep.ts';
import type { Keep } from './secondStep.ts';
import {
  newRecoveryCodes,
  generateTotpSecret,
  normalizeRecoveryCode,
  recoveryHash,
  findTotpStep,
  uriOf,
} from './totp.ts';

interface StoredSecondFactor {
  readonly loginName: string;
  readonly passwordHash: string;
  readonly secret: string | null;
  readonly pending: string | null;
  readonly left: number;
}

async function readSecondFactor(
  db: Kysely<Database>,
  { scope }: EndpointCall,
): Promise<StoredSecondFactor> {
  const { rows } = await sql<StoredSecondFactor>`
    select login_name as "loginName", password_hash as "passwordHash", totp_secret as secret,
      totp_pending as pending, cardinality(recovery_hashes) as left
    from login where tenant_id = ${scope.tenantId} and user_id = ${scope.userId}`.execute(db);
  return orRefuseMissing(rows[0]);
}

/** Throttles of passwords and of codes, separate because a correct password does not prove the code. */
export interface Guesses {
  readonly passwords: SharedThrottle;
  readonly codes: SharedThrottle;
}

/** Returns the second factor's state, and the number of recovery codes left. */
export async function secondFactorOf(
  db: Kysely<Database>,
  call: EndpointCall,
): Promise<ReplyOf<typeof secondFactor>> {
  if (call.scope.readOnly === 'viewing') refuseWith('session.viewing');
  const { secret, left } = await readSecondFactor(db, call);
  return { on: secret !== null, recoveryCodes: left };
}

/** Draws a secret pending the first code. A repeated call returns the equal secret. */
export async function startSetUp(
  { db, vault }: Keep,
  guesses: Guesses,
  { password }: InputOf<typeof startSecondFactor>,
  call: EndpointCall,
): Promise<ReplyOf<typeof startSecondFactor>> {
  const right = await throttleGuess(guesses.passwords, call.scope);
  const { loginName, passwordHash, secret } = await readSecondFactor(db, call);
  if (!(await verifyPassword(passwordHash, password)))
    refuseWith('password.wrong', {}, { field: 'password' });
  await right();
  if (secret !== null) refuseWith('secondFactor.on');
  const drawn = vault.seal(generateTotpSecret(), vaultNameOfSecondFactor(call.scope));
  await call.transact(async ({ tx, tenantId, scope }) => {
    await sql`
      update login set totp_pending = ${drawn}
      where tenant_id = ${tenantId} and user_id = ${scope.userId} and totp_secret is null`.execute(
      tx,
    );
    // The answer stored for repeats holds no secret.
    return {};
  });
  const { pending } = await readSecondFactor(db, call);
  if (pending === null) return refuseWith('secondFactor.on');
  const issuer = await platformValue(db, 'platform_name');
  const pendingSecret = vault.open(pending, vaultNameOfSecondFactor(call.scope));
  return { secret: pendingSecret, uri: uriOf(issuer || 'Tradehouse', loginName, pendingSecret) };
}

/**
 * Activates the second factor by the first code of the drawn secret. Returns the recovery codes; only
 * hashes are stored.
 */
export async function confirmSetUp(
  { db, vault }: Keep,
  guesses: Guesses,
  { code }: InputOf<typeof confirmSecondFactor>,
  call: EndpointCall,
): Promise<ReplyOf<typeof confirmSecondFactor>> {
  const right = await throttleGuess(guesses.codes, call.scope);
  const { loginName, secret, pending } = await readSecondFactor(db, call);
  if (secret !== null) refuseWith('secondFactor.on');
  if (pending === null) return refuseWith('secondFactor.notStarted');
  const step = findTotpStep(
    vault.open(pending, vaultNameOfSecondFactor(call.scope)),
    normalizeRecoveryCode(code),
    0,
  );
  if (step === null) return refuseWith('secondFactor.wrong', {}, { field: 'code' });
  await right();
  const { tenantId, userId } = call.scope;
  const recoveryCodes = newRecoveryCodes();
  const hashes = recoveryCodes.map((one) => recoveryHash(tenantId, userId, one));
  const [mine] = hashes;
  const { first } = await call.transact(async (context) => {
    const { rows } = await sql`
      update login set totp_secret = totp_pending, totp_pending = null, totp_step = ${step},
        recovery_hashes = ${hashes}::text[]
      where tenant_id = ${tenantId} and user_id = ${userId} and totp_secret is null and totp_pending = ${pending}
      returning user_id`.execute(context.tx);
    if (rows.length === 0) refuseWith('secondFactor.on');
    logSecondFactorChange(context, 'secondFactorOn', userId, loginName);
    return { first: mine };
  });
  // Repeated request: the valid codes were returned the first time.
  if (first !== mine) refuseWith('secondFactor.on');
  return { recoveryCodes };
}

/** Deactivates the second factor, by password and a code of the app or a recovery code. */
export async function stopUsing(
  keep: Keep,
  guesses: Guesses,
  { password, code }: InputOf<typeof stopSecondFactor>,
  call: EndpointCall,
): Promise<Record<string, never>> {
  const rightPassword = await throttleGuess(guesses.passwords, call.scope);
  const { tenantId, userId } = call.scope;
  const { loginName, passwordHash, secret } = await readSecondFactor(keep.db, call);
  if (secret === null) refuseWith('secondFactor.off');
  if (!(await verifyPassword(passwordHash, password)))
    refuseWith('password.wrong', {}, { field: 'password' });
  await rightPassword();
  const rightCode = await throttleGuess(guesses.codes, call.scope);
  if (!(await takeCode(keep, { tenantId, userId }, code)))
    refuseWith('secondFactor.wrong', {}, { field: 'code' });
  await rightCode();
  return call.transact(async (context) => {
    await resetSecondFactor(context, userId);
    logSecondFactorChange(context, 'secondFactorOff', userId, loginName);
    return {};
  });
}

/**
 * Removes a user's second factor, if any: part of an administrator's reset, for a lost phone and lost
 * recovery codes. Runs in the transaction of the reset.
 */
export async function clearSecondFactor(context: Context, userId: string): Promise<void> {
  const loginName = await resetSecondFactor(context, userId);
  if (loginName !== null) logSecondFactorChange(context, 'secondFactorOff', userId, loginName);
}

async function resetSecondFactor(
  { tx, tenantId }: Context,
  userId: string,
): Promise<string | null> {
  const { rows } = await sql<{ login_name: string }>`
    update login set totp_secret = null, totp_pending = null, totp_step = 0, recovery_hashes = '{}'
    where tenant_id = ${tenantId} and user_id = ${userId} and (totp_secret is not null or totp_pending is not null)
    returning login_name`.execute(tx);
  return rows[0]?.login_name ?? null;
}

function logSecondFactorChange(
  context: Context,
  action: LogAction,
  userId: string,
  loginName: string,
): void {
  logChange(context, { action, subject: 'app_user', subjectId: userId, number: loginName });
}
