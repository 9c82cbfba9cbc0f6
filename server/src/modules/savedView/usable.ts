import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../kernel/index.ts';

type Who = Pick<Context, 'tenantId'> & { readonly userId: string };

/** The role of a user: views that are shared with it are for them. */
export const roleOf = ({ tenantId, userId }: Who): RawBuilder<string | null> => sql<string | null>`(
  select me.role_id from app_user me where me.tenant_id = ${tenantId} and me.id = ${userId})`;

/** May the user use the view `v`: is it theirs, or shared with their role? */
export const isUsable = (who: Who): RawBuilder<boolean> => sql<boolean>`(
  v.user_id = ${who.userId} or exists (
    select from saved_view_role shared
    where shared.tenant_id = ${who.tenantId} and shared.view_id = v.id and shared.role_id = ${roleOf(who)}))`;
