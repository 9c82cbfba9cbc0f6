import type { InputOf, ReplyOf, registerCompany } from '@tradehouse/contract';
import { createTenantIn, usualSettings } from '@tradehouse/database';
import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { networkOf, refuse } from '../../kernel/index.ts';
import type { Knock, Throttle } from '../../kernel/index.ts';
import { refuseGuessable } from './guessable.ts';
import { refuseLoginName } from './loginNames.ts';
import { hashPassword } from './password.ts';
import { platformValue } from './platformValue.ts';

const FALLBACK_LIMIT = 3;
/** The key under which everybody's registrations are counted together. */
const EVERYBODY = '*';

/** How many companies a process lets be made, by one source and by all. */
export interface Registrations {
  readonly bySource: Throttle;
  readonly byAll: Throttle;
}

/** Makes a company on the free plan, with its owner and what its first document needs. */
export async function register(
  db: Kysely<Database>,
  { bySource, byAll }: Registrations,
  { loginName, password, companyName, samples = false }: InputOf<typeof registerCompany>,
  { address, language }: Knock,
): Promise<ReplyOf<typeof registerCompany>> {
  if ((await platformValue(db, 'register_flag')) !== '1') refuse('register.off');
  const source = networkOf(address);
  if (bySource.isShut(source) || byAll.isShut(EVERYBODY)) refuse('request.tooMany');
  bySource.tried(source);
  await refuseGuessable(password, loginName, companyName);
  const userLimit = limitOf(await platformValue(db, 'register_user_limit'));
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (tx) => {
    await refuseLoginName(tx, loginName);
    await refuseTaken(tx, loginName, companyName);
    const { tenantId, ownerId } = await createTenantIn(tx, {
      code: loginName,
      name: companyName,
      plan: 'free',
      userLimit,
      samples,
      language,
      settings: usualSettings[language],
      owner: { loginName, name: loginName, passwordHash },
    });
    await sql`
      insert into audit_log (tenant_id, user_id, action, subject, subject_id, number, address)
      values (${tenantId}, ${ownerId}, 'register', 'tenant', ${tenantId}, ${companyName}, ${address})`.execute(
      tx,
    );
  });
  byAll.tried(EVERYBODY);
  return { loginName };
}

const limitOf = (value: string): number =>
  /^[1-9]\d{0,5}$/.test(value) ? Number(value) : FALLBACK_LIMIT;

/** Two at once with the same names wait for each other, so that the second finds the first. */
async function refuseTaken(
  tx: Transaction<Database>,
  loginName: string,
  companyName: string,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('tradehouse register'))`.execute(tx);
  const { rows } = await sql<{ login: boolean; company: boolean }>`
    select exists (select from tenant where look_of(code) = look_of(${loginName})) as login,
      exists (select from tenant where lower(name) = lower(${companyName})) as company`.execute(tx);
  const [taken] = rows;
  if (taken?.login === true) refuse('login.taken', {}, { field: 'loginName' });
  if (taken?.company === true)
    refuse('name.taken', { name: companyName }, { field: 'companyName' });
}
