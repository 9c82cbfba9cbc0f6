import { timingSafeEqual } from 'node:crypto';
import { CLOCK_SKEW } from '@tradehouse/contract';
import type { InputOf, ReplyOf, openToken } from '@tradehouse/contract';
import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { isReadable, openSecret, refuseWith } from '../../kernel/access/index.ts';
import { comesFrom, networkOf, newToken } from '../../kernel/http/index.ts';
import { inTenant, logRowsSql } from '../../kernel/tx/index.ts';
import type { Kernel, Vault } from '../../kernel/access/index.ts';
import type { Knock, SharedThrottle } from '../../kernel/http/index.ts';
import {
  endOldestSessions,
  guardSignIn,
  insertSessionSql,
  knownSources,
} from '../session/index.ts';
import { signTokenRequest, vaultNameOfApplication } from './applications.ts';

type TokenRequest = InputOf<typeof openToken>;
type TokenReply = ReplyOf<typeof openToken>;

/** Maximum of tokens per program; the oldest are deleted. */
const MOST_TOKENS = 20;

interface TokenApplication {
  readonly id: string;
  readonly name: string;
  readonly userId: string;
  readonly addresses: readonly string[];
  readonly secretId: string;
  readonly sealed: string;
  /** Lifetime of a token in seconds, at most the secret's. */
  readonly lasts: number;
}

/**
 * Issues a token for a valid signature. Invalid signatures give one refusal and count like failed sign-ins;
 * late and replayed ones are named.
 */
export async function openTokenFor(
  { db, vault }: Kernel,
  throttles: { readonly byName: SharedThrottle; readonly bySource: SharedThrottle },
  asked: TokenRequest,
  knock: Knock,
): Promise<TokenReply> {
  // Only the clock is checked, so the refusal reveals nothing of a secret.
  if (Math.abs(Date.now() - asked.timestamp) > CLOCK_SKEW * 1000)
    refuseWith('application.late', { seconds: CLOCK_SKEW });
  const attempt = async (): Promise<TokenReply | null> => {
    const [tenantId] = parseAppId(asked.app_id);
    if (tenantId === undefined) return null;
    return inTenant(db, tenantId, 'begin', (tx) => issueToken(tx, tenantId, vault, asked, knock));
  };
  const isKnownHere = (): Promise<boolean> => knownHere(db, asked.app_id, knock);
  const who = { name: asked.app_id, address: knock.address, isKnownHere };
  return (await guardSignIn(throttles, who, attempt)) ?? refuseWith('application.sign');
}

/** Splits an application id into company and key; empty if invalid. */
const parseAppId = (appId: string): readonly string[] =>
  /^(\d{1,18})-([0-9a-f]{32})$/.exec(appId)?.slice(1) ?? [];

/**
 * True if the application got a token from this source before: wrong signatures elsewhere then lock no one
 * out here.
 */
async function knownHere(
  db: Kysely<Database>,
  appId: string,
  { address }: Knock,
): Promise<boolean> {
  const [tenantId, key] = parseAppId(appId);
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

async function issueToken(
  tx: Transaction<Database>,
  tenantId: string,
  vault: Vault,
  { app_id, timestamp, sign }: TokenRequest,
  { address, client }: Knock,
): Promise<TokenReply | null> {
  const { rows } = await sql<TokenApplication>`
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
  if (!(await isFirst(tx, tenantId, known, timestamp))) refuseWith('application.replayed');
  const token = newToken();
  const { id: applicationId, userId, name, lasts } = known;
  const logged = logRowsSql({ tenantId, scope: { userId }, address }, [
    { action: 'login', subject: 'oauth_app', subjectId: applicationId, number: name },
  ]);
  const session = { tenantId, userId, applicationId, address, client, lasts: `${lasts} seconds` };
  await sql`
    with logged as (${logged}), used as (
      update oauth_app set last_used_at = now(), known_sources = ${knownSources(networkOf(address))}
      where tenant_id = ${tenantId} and id = ${applicationId}
    )
    ${insertSessionSql(token, session)}`.execute(tx);
  await endOldestSessions({ tx, tenantId }, sql`application_id = ${applicationId}`, MOST_TOKENS);
  return { access_token: token, token_type: 'Bearer', expires_in: lasts };
}

/** Checks a signature; secrets sealed with a lost key sign nothing, and the program needs a new one. */
function isSigned(
  vault: Vault,
  { sealed }: TokenApplication,
  appId: string,
  timestamp: number,
  sign: string,
): boolean {
  const secret = openSecret(vault, vaultNameOfApplication(appId), sealed);
  if (secret === null) return false;
  const right = Buffer.from(signTokenRequest(secret, appId, timestamp), 'hex');
  const given = Buffer.from(sign, 'hex');
  return right.length === given.length && timingSafeEqual(right, given);
}

/** Allows a single token per timestamp, so an intercepted signature is useless. */
async function isFirst(
  tx: Transaction<Database>,
  tenantId: string,
  { id }: TokenApplication,
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
