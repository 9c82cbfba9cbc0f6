import type { InputOf, ReplyOf, endOwnSession, ownSessions } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import { isLive } from '../../kernel/http/index.ts';
import { logChange, rightsChanged } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { EndpointCall } from '../../kernel/http/index.ts';
import { endUserSessions } from './sessionRows.ts';

/** Public session id, useless for looking up a token. */
const id = sql<string>`encode(sha256(token_hash), 'hex')`;

const tokenHashFromCall = ({ tokenHash }: EndpointCall): Buffer => Buffer.from(tokenHash, 'hex');

/** Lists the user's sessions. Refused for viewers through the user's eyes. */
export async function sessionsOf(call: EndpointCall): Promise<ReplyOf<typeof ownSessions>> {
  const { scope, read } = call;
  if (scope.readOnly === 'viewing') refuseWith('session.viewing');
  return read(async ({ tx, tenantId }) => {
    const { rows } = await sql<ReplyOf<typeof ownSessions>[number]>`
      select ${id} as id, address, client, created_at as since, token_hash = ${tokenHashFromCall(call)} as current
      from session s
      where tenant_id = ${tenantId} and user_id = ${scope.userId} and viewer_id is null and application_id is null and ${isLive}
      order by created_at desc, token_hash`.execute(tx);
    return rows;
  });
}

/** Ends another session of the user; the present ends by signing out. */
export function endOne(
  call: EndpointCall,
  { id: wanted }: InputOf<typeof endOwnSession>,
): Promise<{ changed: number }> {
  return call.transact(async (context) => {
    const changed = await endOwnSessions(
      context,
      call,
      sql`viewer_id is null and ${id} = ${wanted}`,
    );
    return { changed: orRefuseMissing(changed === 0 ? null : changed) };
  });
}

/** Ends all further sessions of the user, including views through another user's eyes. */
export const endOthers = (call: EndpointCall): Promise<{ changed: number }> =>
  call.transact(async (context) => ({ changed: await endOwnSessions(context, call, sql`true`) }));

async function endOwnSessions(
  context: Context,
  call: EndpointCall,
  which: RawBuilder<unknown>,
): Promise<number> {
  const { userId } = context.scope;
  const others = sql`token_hash <> ${tokenHashFromCall(call)} and ${which}`;
  const ended = await endUserSessions(context, userId, others);
  if (ended === 0) return 0;
  // Every process forgets the company's sessions, therefore ended sessions fail on the next click.
  await rightsChanged(context);
  logChange(context, {
    action: 'endSessions',
    subject: 'session',
    subjectId: userId,
    after: { ended },
  });
  return ended;
}
