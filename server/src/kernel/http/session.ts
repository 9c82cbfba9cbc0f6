import { createHash, randomBytes } from 'node:crypto';
import type { Mask } from '@tradehouse/contract';
import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Context, Scope } from '../access/context.ts';
import { isReadable } from '../access/term.ts';
import { inTenant } from '../tx/transaction.ts';

export interface LiveSession {
  readonly tokenHash: string;
  readonly scope: Scope;
  /** Program that owns the token and works as the user; null: the user is present. */
  readonly application: Application | null;
}

/** Program, with the facts that decide its calls. */
export interface Application {
  readonly id: string;
  readonly scopes: readonly string[];
  /** Only addresses allowed to call; empty: any. */
  readonly addresses: readonly string[];
}

/** Finds a token's session. Rights are read again: none known is older than `FRESH_FOR`. */
export interface Sessions {
  readonly find: (token: string) => Promise<LiveSession | null>;
  /** Forgets a tenant's sessions, so that the next request reads again. */
  readonly forgetTenant: (tenantId: string) => void;
  readonly forgetAll: () => void;
  readonly forget: (tokenHash: string) => void;
}

/** Milliseconds for which a session's rights are trusted: well below the promised second. */
export const FRESH_FOR = 700;
const MOST_KEPT = 20_000;

export const TOKEN_DAYS = 7;
/** Returns true if the session `s` is alive: not expired and, for user sessions, used within the last day. */
export const isLive = sql<boolean>`(s.expires_at > now()
  and (s.application_id is not null or s.seen_at > now() - interval '24 hours'))`;
/** 256 random bits in hex. */
export const newToken = (): string => randomBytes(32).toString('hex');
/** Hashes a token for storage, in hex. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

interface CachedSession {
  readonly since: number;
  readonly session: Promise<LiveSession | null>;
}

export function createSessions(
  db: Kysely<Database>,
  now: () => number = () => performance.now(),
): Sessions {
  const known = new Map<string, CachedSession>();
  // A token never changes its tenant, so caching the tenant is safe and saves a round trip.
  const tenants = new Map<string, string>();

  async function load(tokenHash: string): Promise<LiveSession | null> {
    const tenantId = tenants.get(tokenHash) ?? (await readSessionTenant(db, tokenHash));
    if (tenantId === null) return null;
    const session = await loadSession(db, tokenHash, tenantId);
    if (session === null) tenants.delete(tokenHash);
    else tenants.set(tokenHash, tenantId);
    return session;
  }

  return {
    async find(token) {
      if (!/^[0-9a-f]{64}$/.test(token)) return null;
      const tokenHash = hashOf(token);
      const before = known.get(tokenHash);
      if (before !== undefined && now() - before.since < FRESH_FOR) return before.session;
      if (known.size > MOST_KEPT) known.clear();
      if (tenants.size > MOST_KEPT) tenants.clear();
      const session = load(tokenHash);
      known.set(tokenHash, { since: now(), session });
      session.catch(() => known.delete(tokenHash));
      return session;
    },
    forgetTenant(tenantId) {
      for (const [hash, id] of tenants) if (id === tenantId) known.delete(hash);
    },
    forgetAll: () => known.clear(),
    forget(tokenHash) {
      known.delete(tokenHash);
      tenants.delete(tokenHash);
    },
  };
}

async function readSessionTenant(db: Kysely<Database>, tokenHash: string): Promise<string | null> {
  const session = await db
    .selectFrom('session')
    .select('tenant_id')
    .where('token_hash', '=', Buffer.from(tokenHash, 'hex'))
    .executeTakeFirst();
  return session?.tenant_id ?? null;
}

interface SessionRow {
  readonly user_id: string;
  readonly institution_id: string | null;
  readonly operator: boolean;
  readonly owner: boolean;
  readonly hide_amounts: boolean;
  readonly distributor: boolean;
  readonly must_change: boolean;
  readonly viewer_id: string | null;
  readonly application: Application | null;
  readonly expired: boolean | null;
  /** The session's last use was written more than a minute ago. */
  readonly unseen: boolean;
  readonly data_scope: 'all' | 'institution' | 'own' | null;
  readonly hidden_amounts: string[] | null;
  readonly approval_limit: string | null;
  readonly institution_ids: string[] | null;
  readonly warehouse_ids: string[] | null;
  readonly customer_ids: string[] | null;
  readonly pages:
    | {
        readonly url: string;
        readonly offered: readonly string[];
        readonly buttons: readonly string[];
      }[]
    | null;
}

/**
 * Loads a session in one round trip: the tenant can only be set by digits in the text, and the token's hash
 * is hex.
 */
async function loadSession(
  db: Kysely<Database>,
  tokenHash: string,
  tenantId: string,
): Promise<LiveSession | null> {
  const [row] = await inTenant(db, tenantId, 'begin read only', (tx) =>
    rightsRows(tx, tenantId, bySession(tokenHash, tenantId)),
  );
  if (row?.unseen === true) await recordSessionSeen(db, tokenHash);
  return row === undefined
    ? null
    : { tokenHash, scope: scopeFromSessionRow(tenantId, row), application: row.application };
}

/** Records a session's use, once a minute at most: enough to tell a used session from an abandoned one. */
async function recordSessionSeen(db: Kysely<Database>, tokenHash: string): Promise<void> {
  await sql`
    update session set seen_at = now() where token_hash = ${Buffer.from(tokenHash, 'hex')}`.execute(
    db,
  );
}

/** Rights that a user may gain without any grant. */
export interface Prospects {
  /** The user's role is enabled again, if disabled. */
  readonly roleOn: boolean;
  /** The user switches between institutions: the rights in any of the institutions. */
  readonly everywhere: boolean;
}

const none: Prospects = { roleOn: false, everywhere: false };

/** Returns a user's rights once signed in, even while the user is disabled; null without the user. */
export async function scopeOfUser(
  { tx, tenantId }: Pick<Context, 'tx' | 'tenantId'>,
  userId: string,
  prospects: Prospects = none,
): Promise<Scope | null> {
  const [row] = await rightsRows(tx, tenantId, byUser(userId, tenantId), prospects);
  return row === undefined ? null : scopeFromSessionRow(tenantId, row);
}

const ofUser = sql`u.id, u.owner, u.hide_amounts, u.distributor, u.role_id, u.all_warehouses, u.all_customers,
  t.function_urls, t.sort = 'platform' as operator`;

/** A viewer of another user's account must be enabled, and has no password to change there. */
const bySession = (tokenHash: string, tenantId: string): RawBuilder<unknown> => sql`
  select ${ofUser}, l.must_change and s.viewer_id is null and s.application_id is null as must_change, s.viewer_id,
    case when s.application_id is not null then
      jsonb_build_object('id', a.id::text, 'scopes', a.scopes, 'addresses', a.addresses) end as application,
    t.expires_at <= now() as expired, s.seen_at < now() - interval '1 minute' as unseen, coalesce((
      select chosen.institution_id from user_institution chosen
      where chosen.tenant_id = ${tenantId} and chosen.user_id = u.id
        and chosen.institution_id = s.institution_id), u.institution_id) as institution_id
  from session s
  join tenant t on t.id = s.tenant_id
  join login l on l.tenant_id = s.tenant_id and l.user_id = s.user_id
  join app_user u on u.tenant_id = ${tenantId} and u.id = s.user_id
  left join oauth_app a on a.tenant_id = ${tenantId} and a.id = s.application_id
  where s.token_hash = ${Buffer.from(tokenHash, 'hex')} and s.tenant_id = ${tenantId}
    and ${isLive} and u.enabled and (s.application_id is null or a.enabled and a.user_id = u.id)
    and ${isReadable}
    and (s.viewer_id is null or exists (
      select from app_user viewer
      where viewer.tenant_id = ${tenantId} and viewer.id = s.viewer_id and viewer.enabled))`;

const byUser = (userId: string, tenantId: string): RawBuilder<unknown> => sql`
  select ${ofUser}, false as must_change, null::bigint as viewer_id, null::jsonb as application, false as expired, false as unseen, u.institution_id
  from app_user u
  join tenant t on t.id = u.tenant_id
  where u.tenant_id = ${tenantId} and u.id = ${userId}`;

/** Reads a user with all sources of rights, in one statement; no row if any part is disabled or expired. */
async function rightsRows(
  db: Kysely<Database>,
  tenantId: string,
  signedIn: RawBuilder<unknown>,
  { roleOn, everywhere }: Prospects = none,
): Promise<readonly SessionRow[]> {
  const beside = sql`
      union
      select g.institution_id from signed_in me join user_institution g
        on g.tenant_id = ${tenantId} and g.user_id = me.id`;
  const { rows } = await sql<SessionRow>`
    with recursive signed_in as (${signedIn}
    ), below as (
      select institution_id as id from signed_in${everywhere ? beside : sql``}
      union
      select i.id from institution i join below on i.parent_id = below.id
      where i.tenant_id = ${tenantId}
    )
    select me.id as user_id, me.institution_id, me.operator, me.owner, me.hide_amounts, me.distributor,
      me.must_change, me.viewer_id, me.application, me.expired, me.unseen, r.data_scope, r.hidden_amounts, r.approval_limit,
      (select array_agg(id::text) from below where id is not null) as institution_ids,
      case when setting.warehouse_grants and not me.owner and not me.all_warehouses then array(
        select warehouse_id::text from user_warehouse g
        where g.tenant_id = ${tenantId} and g.user_id = me.id) end as warehouse_ids,
      case when not me.owner and (me.distributor or setting.customer_grants and not me.all_customers) then array(
        select partner_id::text from user_customer g
        where g.tenant_id = ${tenantId} and g.user_id = me.id) end as customer_ids,
      (select json_agg(json_build_object('url', f.url, 'offered', f.buttons, 'buttons',
          case when me.owner then f.buttons
          else array(select unnest(f.buttons) intersect select unnest(g.buttons)) end))
        from function f
        left join role_function g
          on g.tenant_id = ${tenantId} and g.role_id = r.id and g.function_url = f.url
        where f.enabled and (me.operator or not f.platform_only)
          and (me.function_urls is null or f.url = any(me.function_urls))
          and (me.owner or g.role_id is not null)) as pages
    from signed_in me
    left join role r on r.tenant_id = ${tenantId} and r.id = me.role_id${roleOn ? sql`` : sql` and r.enabled`}
    left join tenant_setting setting on setting.tenant_id = ${tenantId}`.execute(db);
  return rows;
}

const allMasks: readonly Mask[] = ['cost', 'purchase', 'retail', 'sale', 'money', 'kind'];

function scopeFromSessionRow(tenantId: string, row: SessionRow): Scope {
  const hidden = row.hide_amounts ? allMasks : [...(row.hidden_amounts ?? []), ...hiddenFrom(row)];
  return {
    tenantId,
    userId: row.user_id,
    institutionId: row.institution_id,
    operator: row.operator,
    owner: row.owner,
    documents: documentScopeOf(row),
    warehouseIds: row.warehouse_ids,
    customerIds: row.customer_ids,
    pages: new Map((row.pages ?? []).map((page) => [page.url, allowedButtonsOf(page)])),
    hidden: new Set(allMasks.filter((mask) => hidden.includes(mask))),
    approvalLimit: row.owner ? null : row.approval_limit,
    readOnly: row.viewer_id !== null ? 'viewing' : row.expired === true ? 'expired' : null,
    viewerId: row.viewer_id,
    mustChangePassword: row.must_change,
  };
}

const EXPORT = '3';

/** A page without an export button withholds no export: its list is open to all who may open the page. */
function allowedButtonsOf({
  offered,
  buttons,
}: NonNullable<SessionRow['pages']>[number]): Set<string> {
  return new Set(offered.includes(EXPORT) ? buttons : [...buttons, EXPORT]);
}

/** Distributors may not see the cost of goods. */
const hiddenFrom = ({ distributor, owner }: SessionRow): readonly Mask[] =>
  distributor && !owner ? ['cost', 'purchase'] : [];

/** A user without a role, or of an institution's role without an institution, sees no more than their own. */
function documentScopeOf(row: SessionRow): Scope['documents'] {
  const { owner, data_scope, distributor, institution_ids } = row;
  if (owner) return { of: 'all' };
  if (distributor) return { of: 'own' };
  if (data_scope === 'all') return { of: 'all' };
  if (data_scope === 'institution' && institution_ids !== null) {
    return { of: 'institutions', ids: institution_ids };
  }
  return { of: 'own' };
}
