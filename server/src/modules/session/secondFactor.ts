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
import { log, found, refuse } from '../../kernel/index.ts';
import type { Call, Context, SharedThrottle } from '../../kernel/index.ts';
import { fits } from './password.ts';
import { guess } from './guess.ts';
import { platformValue } from './platformValue.ts';
import { whoseSecret } from './sealSecrets.ts';
import { takeCode } from './secondStep.ts';
import type { Keep } from './secondStep.ts';
import { newRecoveryCodes, newSecret, bare, recoveryHash, stepOf, uriOf } from './totp.ts';

interface Kept {
  readonly loginName: string;
  readonly passwordHash: string;
  readonly secret: string | null;
  readonly pending: string | null;
  readonly left: number;
}

async function keptOf(db: Kysely<Database>, { scope }: Call): Promise<Kept> {
  const { rows } = await sql<Kept>`
    select login_name as "loginName", password_hash as "passwordHash", totp_secret as secret,
      totp_pending as pending, cardinality(recovery_hashes) as left
    from login where tenant_id = ${scope.tenantId} and user_id = ${scope.userId}`.execute(db);
  return found(rows[0]);
}

/** What is guessed is counted each for itself: a right password says nothing of the codes. */
export interface Guesses {
  readonly passwords: SharedThrottle;
  readonly codes: SharedThrottle;
}

/** Is it on, and how many recovery codes are left? */
export async function secondFactorOf(
  db: Kysely<Database>,
  call: Call,
): Promise<ReplyOf<typeof secondFactor>> {
  if (call.scope.readOnly === 'viewing') refuse('session.viewing');
  const { secret, left } = await keptOf(db, call);
  return { on: secret !== null, recoveryCodes: left };
}

/** Draws a secret that waits for its first code. A repeat of the call answers the same. */
export async function startSetUp(
  { db, vault }: Keep,
  guesses: Guesses,
  { password }: InputOf<typeof startSecondFactor>,
  call: Call,
): Promise<ReplyOf<typeof startSecondFactor>> {
  const right = await guess(guesses.passwords, call.scope);
  const { loginName, passwordHash, secret } = await keptOf(db, call);
  if (!(await fits(passwordHash, password))) refuse('password.wrong', {}, { field: 'password' });
  await right();
  if (secret !== null) refuse('secondFactor.on');
  const drawn = vault.seal(newSecret(), whoseSecret(call.scope));
  await call.transact(async ({ tx, tenantId, scope }) => {
    await sql`
      update login set totp_pending = ${drawn}
      where tenant_id = ${tenantId} and user_id = ${scope.userId} and totp_secret is null`.execute(
      tx,
    );
    // The answer that is kept for a repeat holds no secret.
    return {};
  });
  const { pending } = await keptOf(db, call);
  if (pending === null) return refuse('secondFactor.on');
  const issuer = await platformValue(db, 'platform_name');
  const told = vault.open(pending, whoseSecret(call.scope));
  return { secret: told, uri: uriOf(issuer || 'Tradehouse', loginName, told) };
}

/** Switches it on with the first code of the drawn secret. Answers the recovery codes, of which only hashes are kept. */
export async function confirmSetUp(
  { db, vault }: Keep,
  guesses: Guesses,
  { code }: InputOf<typeof confirmSecondFactor>,
  call: Call,
): Promise<ReplyOf<typeof confirmSecondFactor>> {
  const right = await guess(guesses.codes, call.scope);
  const { loginName, secret, pending } = await keptOf(db, call);
  if (secret !== null) refuse('secondFactor.on');
  if (pending === null) return refuse('secondFactor.notStarted');
  const step = stepOf(vault.open(pending, whoseSecret(call.scope)), bare(code), 0);
  if (step === null) return refuse('secondFactor.wrong', {}, { field: 'code' });
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
    if (rows.length === 0) refuse('secondFactor.on');
    tell(context, 'secondFactorOn', userId, loginName);
    return { first: mine };
  });
  // A repeat of the request: the codes that count were told the first time.
  if (first !== mine) refuse('secondFactor.on');
  return { recoveryCodes };
}

/** Switches it off, with the password and a code of either sort. */
export async function stopUsing(
  keep: Keep,
  guesses: Guesses,
  { password, code }: InputOf<typeof stopSecondFactor>,
  call: Call,
): Promise<Record<string, never>> {
  const rightPassword = await guess(guesses.passwords, call.scope);
  const { tenantId, userId } = call.scope;
  const { loginName, passwordHash, secret } = await keptOf(keep.db, call);
  if (secret === null) refuse('secondFactor.off');
  if (!(await fits(passwordHash, password))) refuse('password.wrong', {}, { field: 'password' });
  await rightPassword();
  const rightCode = await guess(guesses.codes, call.scope);
  if (!(await takeCode(keep, { tenantId, userId }, code)))
    refuse('secondFactor.wrong', {}, { field: 'code' });
  await rightCode();
  return call.transact(async (context) => {
    await clear(context, userId);
    tell(context, 'secondFactorOff', userId, loginName);
    return {};
  });
}

/**
 * Takes a user's second factor away, where there is one: part of an administrator's reset, for who has lost the phone
 * and the recovery codes. Inside the transaction of the reset.
 */
export async function clearSecondFactor(context: Context, userId: string): Promise<void> {
  const loginName = await clear(context, userId);
  if (loginName !== null) tell(context, 'secondFactorOff', userId, loginName);
}

async function clear({ tx, tenantId }: Context, userId: string): Promise<string | null> {
  const { rows } = await sql<{ login_name: string }>`
    update login set totp_secret = null, totp_pending = null, totp_step = 0, recovery_hashes = '{}'
    where tenant_id = ${tenantId} and user_id = ${userId} and (totp_secret is not null or totp_pending is not null)
    returning login_name`.execute(tx);
  return rows[0]?.login_name ?? null;
}

function tell(context: Context, action: LogAction, userId: string, loginName: string): void {
  log(context, { action, subject: 'app_user', subjectId: userId, number: loginName });
}
