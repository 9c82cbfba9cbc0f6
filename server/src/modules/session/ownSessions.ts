import type { InputOf, ReplyOf, endOwnSession, ownSessions } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { log, found, isLive, refuse, rightsChanged } from '../../kernel/index.ts';
import type { Call, Context } from '../../kernel/index.ts';

/** What a session is called outside: nothing that a token could be looked up by. */
const id = sql<string>`encode(sha256(token_hash), 'hex')`;

const tokenOf = ({ tokenHash }: Call): Buffer => Buffer.from(tokenHash, 'hex');

/** Where the user is signed in. Anyone who looks through their eyes is not told. */
export async function sessionsOf(call: Call): Promise<ReplyOf<typeof ownSessions>> {
  const { scope, read } = call;
  if (scope.readOnly === 'viewing') refuse('session.viewing');
  return read(async ({ tx, tenantId }) => {
    const { rows } = await sql<ReplyOf<typeof ownSessions>[number]>`
      select ${id} as id, address, client, created_at as since, token_hash = ${tokenOf(call)} as current
      from session s
      where tenant_id = ${tenantId} and user_id = ${scope.userId} and viewer_id is null and application_id is null and ${isLive}
      order by created_at desc, token_hash`.execute(tx);
    return rows;
  });
}

/** Ends one of the user's other sessions; the own one ends by signing out. */
export function endOne(
  call: Call,
  { id: wanted }: InputOf<typeof endOwnSession>,
): Promise<{ changed: number }> {
  return call.transact(async (context) => {
    const changed = await end(context, call, sql`viewer_id is null and ${id} = ${wanted}`);
    return { changed: found(changed === 0 ? null : changed) };
  });
}

/** Ends all the others, also those in which this user looks through another's eyes. */
export const endOthers = (call: Call): Promise<{ changed: number }> =>
  call.transact(async (context) => ({ changed: await end(context, call, sql`true`) }));

async function end(context: Context, call: Call, which: RawBuilder<unknown>): Promise<number> {
  const { tx, tenantId, scope } = context;
  const { rows } = await sql<{ id: string }>`
    delete from session
    where tenant_id = ${tenantId} and (user_id = ${scope.userId} or viewer_id = ${scope.userId})
      and token_hash <> ${tokenOf(call)} and ${which}
    returning user_id as id`.execute(tx);
  if (rows.length === 0) return 0;
  // Every process forgets the company's sessions, so that the ended ones are dead on their next click.
  await rightsChanged(context);
  log(context, {
    action: 'endSessions',
    subject: 'session',
    subjectId: scope.userId,
    after: { ended: rows.length },
  });
  return rows.length;
}
