import type { InputOf, ReplyOf, viewAs } from '@tradehouse/contract';
import { sql } from 'kysely';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import { newToken } from '../../kernel/http/index.ts';
import { logChange } from '../../kernel/tx/index.ts';
import type { EndpointCall } from '../../kernel/http/index.ts';
import { insertSessionSql, sessionUser } from '../session/index.ts';
import { requireScopeWithinOwn } from './reach.ts';

/** Longest duration of a view through a user's eyes. */
const LASTS = '1 hour';

/** Opens a read-only session with a user's view, logged under the viewing user. */
export async function lookThrough(
  { id }: InputOf<typeof viewAs>,
  { transact }: EndpointCall,
): Promise<ReplyOf<typeof viewAs>> {
  // Tokens are not stored, so a repeated request cannot return the first token.
  const token = newToken();
  let opened = false;
  const user = await transact(async (context) => {
    opened = true;
    const { tx, tenantId, scope, address } = context;
    if (id === scope.userId) refuseWith('user.self');
    await requireScopeWithinOwn(context, id);
    const seen = orRefuseMissing(await sessionUser(tx, tenantId, id));
    const { rows } = await sql`
      select from app_user where tenant_id = ${tenantId} and id = ${id} for key share`.execute(tx);
    orRefuseMissing(rows[0]);
    const view = { tenantId, userId: id, viewerId: scope.userId, address, lasts: LASTS };
    await insertSessionSql(token, view).execute(tx);
    logChange(context, {
      action: 'viewAs',
      subject: 'app_user',
      subjectId: id,
      number: seen.loginName,
    });
    return { ...seen, mustChangePassword: false };
  });
  if (!opened) refuseWith('request.keyReused');
  return { token, user };
}
