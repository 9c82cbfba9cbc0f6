import type { InputOf, ReplyOf, viewAs } from '@tradehouse/contract';
import { sql } from 'kysely';
import { log, found, hashOf, newToken, refuse } from '../../kernel/index.ts';
import type { Call } from '../../kernel/index.ts';
import { sessionUser } from '../session/index.ts';
import { reached } from './reach.ts';

/** How long a view through other eyes lasts at most. */
const LASTS = '1 hour';

/** Opens a session that sees what a user sees and changes nothing. It is written down under the one who looks. */
export async function lookThrough(
  { id }: InputOf<typeof viewAs>,
  { transact }: Call,
): Promise<ReplyOf<typeof viewAs>> {
  // Tokens are kept nowhere, so a repeated request can't be given the first one again.
  const token = newToken();
  let opened = false;
  const user = await transact(async (context) => {
    opened = true;
    const { tx, tenantId, scope, address } = context;
    if (id === scope.userId) refuse('user.self');
    await reached(context, id);
    const seen = found(await sessionUser(tx, tenantId, id));
    await sql`
      insert into session (token_hash, tenant_id, user_id, viewer_id, address, expires_at)
      select ${Buffer.from(hashOf(token), 'hex')}, ${tenantId}, seen.id, ${scope.userId}, ${address},
        now() + ${LASTS}::interval
      from app_user seen where seen.tenant_id = ${tenantId} and seen.id = ${id} for key share`.execute(
      tx,
    );
    log(context, {
      action: 'viewAs',
      subject: 'app_user',
      subjectId: id,
      number: seen.loginName,
    });
    return { ...seen, mustChangePassword: false };
  });
  if (!opened) refuse('request.keyReused');
  return { token, user };
}
