import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../kernel/access/index.ts';

type Who = Pick<Context, 'tenantId'> & { readonly userId: string };

/** Role of a user, for views shared with the role. */
export const userRoleSql = ({ tenantId, userId }: Who): RawBuilder<string | null> => sql<
  string | null
>`(
  select me.role_id from app_user me where me.tenant_id = ${tenantId} and me.id = ${userId})`;

/** Condition for a usable view `v`: the user's own, or shared with the user's role. */
export const isUsable = (who: Who): RawBuilder<boolean> => sql<boolean>`(
  v.user_id = ${who.userId} or exists (
    select from saved_view_role shared
    where shared.tenant_id = ${who.tenantId} and shared.view_id = v.id and shared.role_id = ${userRoleSql(who)}))`;
