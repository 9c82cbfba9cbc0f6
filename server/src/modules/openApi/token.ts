import { timingSafeEqual } from 'node:crypto';
import { CLOCK_SKEW } from '@tradehouse/contract';
import type { InputOf, ReplyOf, openToken } from '@tradehouse/contract';
import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import {
  comesFrom,
  hashOf,
  inTenant,
  isReadable,
  networkOf,
  newToken,
  refuse,
} from '../../kernel/index.ts';
import type { Kernel, Knock, SharedThrottle, Vault } from '../../kernel/index.ts';
import { guarded, knownSources } from '../session/index.ts';
import { signOf, whoseSecret } from './applications.ts';

type Asked = InputOf<typeof openToken>;
type Opened = ReplyOf<typeof openToken>;

/** A program has no more of them; the oldest end. */
const MOST_TOKENS = 20;

interface Known {
  readonly id: string;
  readonly name: string;
  readonly userId: string;
  readonly addresses: readonly string[];
  readonly secretId: string;
  readonly sealed: string;
  /** Seconds that a token lasts, no longer than its secret. */
  readonly lasts: number;
}

/**
 * A token for a sign. A wrong sign is told in one sentence, whatever is wrong with it, and counts as a failed sign-in; a late
 * one and a right one that came before are told as such.
 */
export async function openTokenFor(
  { db, vault }: Kernel,
  throttles: { readonly byName: SharedThrottle; readonly bySource: SharedThrottle },
  asked: Asked,
  knock: Knock,
): Promise<Opened> {
  // The clock alone says so: nothing of a secret is told, and nothing is guessed.
  if (Math.abs(Date.now() - asked.timestamp) > CLOCK_SKEW * 1000)
    refuse('application.late', { seconds: CLOCK_SKEW });
  const attempt = async (): Promise<Opened | null> => {
    const [tenantId] = partsOf(asked.app_id);
    if (tenantId === undefined) return null;
    return inTenant(db, tenantId, 'begin', (tx) => opened(tx, tenantId, vault, asked, knock));
  };
  const isKnownHere = (): Promise<boolean> => knownHere(db, asked.app_id, knock);
  const who = { name: asked.app_id, address: knock.address, isKnownHere };
  return (await guarded(throttles, who, attempt)) ?? refuse('application.sign');
}

/** The company and the key of an application's id; neither where it is none. */
const partsOf = (appId: string): readonly string[] =>
  /^(\d{1,18})-([0-9a-f]{32})$/.exec(appId)?.slice(1) ?? [];

/** Was the application given a token from this source before? Then wrong signs of others there do not shut it out. */
async function knownHere(
  db: Kysely<Database>,
  appId: string,
  { address }: Knock,
): Promise<boolean> {
  const [tenantId, key] = partsOf(appId);
  if (tenantId === undefined) return false;
  const { rows } = await inTenant(db, tenantId, 'begin read only', (tx) =>
    sql`
      select from oauth_app
      where tenant_id = ${tenantId} and key = ${key} and ${networkOf(address)} = any(known_sources)`.execute(
      tx,
    ),
  );
  return rows.length > 0;
}

async function opened(
  tx: Transaction<Database>,
  tenantId: string,
  vault: Vault,
  { app_id, timestamp, sign }: Asked,
  { address, client }: Knock,
): Promise<Opened | null> {
  const { rows } = await sql<Known>`
    select a.id::text as id, a.name, a.user_id::text as "userId", a.addresses, s.id::text as "secretId", s.sealed,
      floor(least(a.valid_minutes * 60, extract(epoch from s.until - now())))::int as lasts
    from oauth_app a
    join oauth_secret s on s.tenant_id = ${tenantId} and s.app_id = a.id and (s.until is null or s.until > now())
    join app_user u on u.tenant_id = ${tenantId} and u.id = a.user_id and u.enabled
    join tenant t on t.id = a.tenant_id and ${isReadable} and (t.expires_at is null or t.expires_at > now())
    where a.tenant_id = ${tenantId} and a.key = ${app_id.split('-')[1]} and a.enabled
    for key share of a`.execute(tx);
  const known = rows.find(
    (row) => comesFrom(row.addresses, address) && isSigned(vault, row, app_id, timestamp, sign),
  );
  if (known === undefined) return null;
  if (!(await isFirst(tx, tenantId, known, timestamp))) refuse('application.replayed');
  const token = newToken();
  await sql`
    with logged as (
      insert into audit_log (tenant_id, user_id, action, subject, subject_id, number, address)
      values (${tenantId}, ${known.userId}, 'login', 'oauth_app', ${known.id}, ${known.name}, ${address})
    ), used as (
      update oauth_app set last_used_at = now(), known_sources = ${knownSources(networkOf(address))}
      where tenant_id = ${tenantId} and id = ${known.id}
    )
    insert into session (token_hash, tenant_id, user_id, application_id, address, client, expires_at)
    values (${Buffer.from(hashOf(token), 'hex')}, ${tenantId}, ${known.userId}, ${known.id}, ${address}, ${client},
      now() + ${known.lasts} * interval '1 second')`.execute(tx);
  await sql`
    delete from session where tenant_id = ${tenantId} and application_id = ${known.id} and token_hash not in (
      select token_hash from session where tenant_id = ${tenantId} and application_id = ${known.id}
      order by created_at desc, token_hash limit ${MOST_TOKENS})`.execute(tx);
  return { access_token: token, token_type: 'Bearer', expires_in: known.lasts };
}

/** What was sealed with a key that is gone signs nothing any more: its program is given a new secret. */
function isSigned(
  vault: Vault,
  { sealed }: Known,
  appId: string,
  timestamp: number,
  sign: string,
): boolean {
  try {
    const right = signOf(vault.open(sealed, whoseSecret(appId)), appId, timestamp);
    return timingSafeEqual(Buffer.from(right, 'hex'), Buffer.from(sign, 'hex'));
  } catch {
    return false;
  }
}

/** Each moment opens one token: who listened in has nothing of a sign. */
async function isFirst(
  tx: Transaction<Database>,
  tenantId: string,
  { id }: Known,
  timestamp: number,
): Promise<boolean> {
  await sql`
    delete from oauth_sign
    where tenant_id = ${tenantId} and app_id = ${id} and asked_at < ${Date.now() - 2 * CLOCK_SKEW * 1000}`.execute(
    tx,
  );
  const { rows } = await sql`
    insert into oauth_sign (tenant_id, app_id, asked_at) values (${tenantId}, ${id}, ${timestamp})
    on conflict (tenant_id, app_id, asked_at) do nothing returning asked_at`.execute(tx);
  return rows.length > 0;
}
