import { roleTable } from '@tradehouse/contract';
import type { ReplyOf, RoleFields, roleChoices, roles } from '@tradehouse/contract';
import { sql } from 'kysely';
import { refuseWith } from '../../kernel/access/index.ts';
import { bindTable } from '../../kernel/table/index.ts';
import type { Context, Scope } from '../../kernel/access/index.ts';
import type { StoredResourceRow, Writer } from '../../kernel/table/index.ts';
import { refuseUnknownLanding } from '../system/index.ts';
import { amountsWithin, limitWithin, pagesWithin, rightsMoved } from './reach.ts';

export const roleRows = bindTable(roleTable, ({ tx, tenantId }) =>
  tx
    .selectFrom('role')
    .where('tenant_id', '=', tenantId)
    .select([
      'id',
      'version',
      'name',
      'type',
      'data_scope as dataScope',
      'hidden_amounts as hiddenAmounts',
      'approval_limit as approvalLimit',
      sql<number>`(select count(*)::integer from app_user u
        where u.tenant_id = ${tenantId} and u.role_id = role.id)`.as('users'),
      'remark',
      'sort',
      'enabled',
      'created_at as createTime',
    ]),
);

export const roleWriter: Writer<typeof roles> = {
  table: 'role',
  list: roleRows,
  toRow: (fields: RoleFields) => ({
    name: fields.name,
    type: fields.type,
    data_scope: fields.dataScope,
    hidden_amounts: fields.hiddenAmounts,
    approval_limit: fields.approvalLimit,
    landing_url: fields.landingUrl,
    remark: fields.remark,
    sort: fields.sort,
    enabled: fields.enabled,
  }),
  before: async (context, _, existing, { landingUrl }) => {
    await refuseUnknownLanding(context, landingUrl);
    if (existing !== null) await mustHoldRole(context, existing);
  },
  after: async (context, _, after) => {
    if (after !== null) {
      await mustHoldRole(context, after);
      await refuseRoleNeedingInstitution(context, after);
    }
    await rightsMoved(context);
  },
  mayDelete: (context, row) => mustHoldRole(context, row),
};

/** Refuses a role exceeding the caller's rights. */
export async function mustHoldRole(context: Context, role: StoredResourceRow): Promise<void> {
  if (context.scope.owner) return;
  const pages = await pagesOfRoles(context, [role.id]);
  if (!holdsRole(context.scope, role, pages.get(role.id) ?? new Map()))
    refuseWith('rights.exceeded');
  if (await widensOthers(context, role)) refuseWith('rights.exceeded');
}

const ranks: Readonly<Record<string, number>> = { own: 0, institution: 1, institutions: 1, all: 2 };

function holdsRole(
  scope: Scope,
  role: Pick<StoredResourceRow, string>,
  pages: Scope['pages'],
): boolean {
  const asked = ranks[String(role['data_scope'])] ?? 2;
  // SAFETY: the role columns hold a list of texts, and an exact number in text form.
  return (
    scope.owner ||
    (asked <= (ranks[scope.documents.of] ?? 0) &&
      amountsWithin(scope.hidden, new Set(role['hidden_amounts'] as string[])) &&
      limitWithin(scope.approvalLimit, role['approval_limit'] as string | null) &&
      pagesWithin(scope.pages, pages))
  );
}

/** True if users of invisible institutions would gain their institutions' data. */
async function widensOthers(
  { tx, tenantId, scope }: Context,
  role: StoredResourceRow,
): Promise<boolean> {
  const { documents } = scope;
  if (role['data_scope'] !== 'institution' || documents.of !== 'institutions') return false;
  const { rows } = await sql`
    select from app_user
    where tenant_id = ${tenantId} and role_id = ${role.id} and institution_id <> all(${documents.ids}::bigint[])
    limit 1`.execute(tx);
  return rows.length > 0;
}

/** Refuses "own institution" data for users without institution. */
async function refuseRoleNeedingInstitution(
  { tx, tenantId }: Context,
  role: StoredResourceRow,
): Promise<void> {
  if (role['data_scope'] !== 'institution') return;
  const { rows } = await sql`
    select from app_user
    where tenant_id = ${tenantId} and role_id = ${role.id} and institution_id is null and not owner
    limit 1`.execute(tx);
  if (rows.length > 0) refuseWith('role.needsInstitution', {}, { field: 'dataScope' });
}

/** Reads the effective pages of roles in the company, with buttons. */
async function pagesOfRoles(
  { tx, tenantId, scope }: Context,
  ids: readonly string[],
): Promise<Map<string, Map<string, Set<string>>>> {
  const { rows } = await sql<{ role_id: string; url: string; buttons: string[] }>`
    select g.role_id, f.url, array(select unnest(f.buttons) intersect select unnest(g.buttons)) as buttons
    from role_function g
    join function f on f.url = g.function_url and f.enabled and (${scope.operator} or not f.platform_only)
    join tenant t on t.id = ${tenantId} and (t.function_urls is null or f.url = any(t.function_urls))
    where g.tenant_id = ${tenantId} and g.role_id = any(${ids}::bigint[])`.execute(tx);
  const roles = new Map<string, Map<string, Set<string>>>(ids.map((id) => [id, new Map()]));
  for (const { role_id, url, buttons } of rows) roles.get(role_id)?.set(url, new Set(buttons));
  return roles;
}

/** Returns enabled roles in display order, and marks roles that the caller may grant. */
export async function roleOffers(context: Context): Promise<ReplyOf<typeof roleChoices>> {
  const { tx, tenantId, scope } = context;
  const rows = await tx
    .selectFrom('role')
    .where('tenant_id', '=', tenantId)
    .where('enabled', '=', true)
    .orderBy('sort')
    .orderBy('id')
    .select(['id', 'name', 'type', 'data_scope', 'hidden_amounts', 'approval_limit'])
    .execute();
  const pages = await pagesOfRoles(
    context,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, name, type, ...role }) => ({
    id,
    name,
    type,
    mayGive: holdsRole(scope, role, pages.get(id) ?? new Map()),
  }));
}
