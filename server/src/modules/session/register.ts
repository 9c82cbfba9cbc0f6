import type { InputOf, ReplyOf, registerCompany } from '@tradehouse/contract';
import { createTenantIn, usualSettings } from '@tradehouse/database';
import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { refuseWith } from '../../kernel/access/index.ts';
import { networkOf } from '../../kernel/http/index.ts';
import { isKnownZone } from '../../kernel/table/index.ts';
import { logRowsSql } from '../../kernel/tx/index.ts';
import type { Knock, Throttle } from '../../kernel/http/index.ts';
import { refuseGuessable } from './guessable.ts';
import { refuseLoginName } from './loginNames.ts';
import { hashPassword } from './password.ts';
import { platformValue } from './platformValue.ts';

const FALLBACK_LIMIT = 3;
/** Key for counting all registrations together. */
const EVERYBODY = '*';

/** Registrations allowed per process, by source and in total. */
export interface Registrations {
  readonly bySource: Throttle;
  readonly byAll: Throttle;
}

/** Creates a company on the free plan, with the owner and the records for a first document. */
export async function registerNewCompany(
  db: Kysely<Database>,
  { bySource, byAll }: Registrations,
  { loginName, password, companyName, samples = false, timeZone }: InputOf<typeof registerCompany>,
  { address, language }: Knock,
): Promise<ReplyOf<typeof registerCompany>> {
  if ((await platformValue(db, 'register_flag')) !== '1') refuseWith('register.off');
  const source = networkOf(address);
  if (bySource.isShut(source) || byAll.isShut(EVERYBODY)) refuseWith('request.tooMany');
  bySource.tried(source);
  await refuseGuessable(password, loginName, companyName);
  const userLimit = parseRegistrationLimit(await platformValue(db, 'register_user_limit'));
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (tx) => {
    await refuseLoginName(tx, loginName);
    await refuseDuplicateRegistration(tx, loginName, companyName);
    const { tenantId, ownerId } = await createTenantIn(tx, {
      code: loginName,
      name: companyName,
      plan: 'free',
      userLimit,
      samples,
      language,
      settings: { ...usualSettings[language], ...(await browserZone(tx, timeZone)) },
      owner: { loginName, name: loginName, passwordHash },
    });
    await logRowsSql({ tenantId, scope: { userId: ownerId }, address }, [
      { action: 'register', subject: 'tenant', subjectId: tenantId, number: companyName },
    ]).execute(tx);
  });
  byAll.tried(EVERYBODY);
  return { loginName };
}

/** Returns the browser's time zone if known to the server; else the company's default stays. */
const browserZone = async (
  tx: Transaction<Database>,
  timeZone: string | undefined,
): Promise<{ readonly time_zone?: string }> =>
  timeZone !== undefined && (await isKnownZone(tx, timeZone)) ? { time_zone: timeZone } : {};

const parseRegistrationLimit = (value: string): number =>
  /^[1-9]\d{0,5}$/.test(value) ? Number(value) : FALLBACK_LIMIT;

/**
 * Refuses names in use. Concurrent registrations of equal names are sequential, therefore the second finds
 * the first.
 */
async function refuseDuplicateRegistration(
  tx: Transaction<Database>,
  loginName: string,
  companyName: string,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('tradehouse register'))`.execute(tx);
  const { rows } = await sql<{ login: boolean; company: boolean }>`
    select exists (select from tenant where look_of(code) = look_of(${loginName})) as login,
      exists (select from tenant where lower(name) = lower(${companyName})) as company`.execute(tx);
  const [taken] = rows;
  if (taken?.login === true) refuseWith('login.taken', {}, { field: 'loginName' });
  if (taken?.company === true)
    refuseWith('name.taken', { name: companyName }, { field: 'companyName' });
}
