import { createHmac } from 'node:crypto';
import { applications } from '@tradehouse/contract';
import type { InputOf, ReplyOf, newApplicationSecret } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import {
  found,
  isAddressOrNetwork,
  log,
  recordWriter,
  refuse,
  rightsChanged,
} from '../../kernel/index.ts';
import type { Call, Context, Vault } from '../../kernel/index.ts';
import { reached } from '../identity/index.ts';
import { newSecret, sealedFor } from './sealed.ts';

/** What a program is known by outside: its company, and a key of its own. */
const appIdOf = (tenantId: string, key: string): string => `${tenantId}-${key}`;

/** How its secrets are called in the vault. */
export const whoseSecret = (appId: string): string => `application ${appId}`;

export const signOf = (secret: string, appId: string, timestamp: number): string =>
  createHmac('sha256', secret).update(`${appId}${timestamp}`).digest('hex');

const user = ({ tenantId }: Context): RawBuilder<unknown> => sql`(
  select u.name from app_user u where u.tenant_id = ${tenantId} and u.id = row.user_id)`;

export const applicationWriter = recordWriter(applications, {
  reads: {
    appId: ({ tenantId }) => sql`${tenantId}::text || '-' || row.key`,
    userName: user,
    secretAt: ({ tenantId }) => sql`(
      select secret.created_at from oauth_secret secret
      where secret.tenant_id = ${tenantId} and secret.app_id = row.id and secret.until is null)`,
  },
  lists: { addresses: () => sql`array_to_string(row.addresses, ', ')` },
  row: (columns, { addresses }) => {
    const wrong = addresses.find((address) => !isAddressOrNetwork(address));
    if (wrong !== undefined)
      refuse('application.address', { value: wrong }, { field: 'addresses' });
    return columns;
  },
  mayDelete: async (context, { id, user_id }) => {
    const { tx, tenantId } = context;
    await reached(context, String(user_id));
    const { rows } = await sql`
      select from webhook where tenant_id = ${tenantId} and app_id = ${id} and enabled limit 1`.execute(
      tx,
    );
    if (rows.length > 0) refuse('application.webhookOn');
  },
  // Anyone who makes or changes a program, or switches it, reaches themselves all that it reaches.
  after: async (context, before, after) => {
    const { tx, tenantId } = context;
    // Also of the user whose it was: or they would take it over, with its secret.
    for (const one of [before, after])
      if (one !== null) await reached(context, String(one['user_id']));
    if (before === null) await refuseMore(context);
    // One that is stopped or gone has no tokens.
    if (before !== null && after?.['enabled'] !== true)
      await sql`delete from session where tenant_id = ${tenantId} and application_id = ${before.id}`.execute(
        tx,
      );
    await rightsChanged(context);
  },
});

/** Applications of a company. */
const MOST = 50;

async function refuseMore({ tx, tenantId }: Context): Promise<void> {
  const { rows } = await sql`
    select from oauth_app where tenant_id = ${tenantId} limit ${MOST + 1}`.execute(tx);
  if (rows.length > MOST) refuse('application.tooMany', { most: MOST });
}

/** Draws a secret. The one before is good for a day more, and so are the tokens that it opened. */
export async function drawSecret(
  vault: Vault,
  { id }: InputOf<typeof newApplicationSecret>,
  { transact }: Call,
): Promise<ReplyOf<typeof newApplicationSecret>> {
  // Kept nowhere in clear, so a repeated request can't be given the first one again.
  const secret = newSecret();
  let drawn = false;
  const appId = await transact(async (context) => {
    drawn = true;
    const { tx, tenantId } = context;
    const { rows } = await sql<{ key: string; name: string; userId: string }>`
      select key, name, user_id::text as "userId" from oauth_app
      where tenant_id = ${tenantId} and id = ${id} for update`.execute(tx);
    const { key, name, userId } = found(rows[0]);
    await reached(context, userId);
    const known = appIdOf(tenantId, key);
    await sql`
      delete from oauth_secret where tenant_id = ${tenantId} and app_id = ${id} and until is not null`.execute(
      tx,
    );
    await sql`
      update oauth_secret set until = now() + interval '1 day'
      where tenant_id = ${tenantId} and app_id = ${id}`.execute(tx);
    await sql`
      insert into oauth_secret (tenant_id, app_id, sealed)
      values (${tenantId}, ${id}, ${sealedFor(vault, whoseSecret(known), secret)})`.execute(tx);
    await sql`
      update session set expires_at = least(expires_at, now() + interval '1 day')
      where tenant_id = ${tenantId} and application_id = ${id}`.execute(tx);
    log(context, { action: 'newSecret', subject: 'oauth_app', subjectId: id, number: name });
    return known;
  });
  if (!drawn) refuse('request.keyReused');
  return { appId, secret };
}
