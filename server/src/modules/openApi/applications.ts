import { createHmac } from 'node:crypto';
import { applications } from '@tradehouse/contract';
import type { InputOf, ReplyOf, newApplicationSecret } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import { isAddressOrNetwork } from '../../kernel/http/index.ts';
import { recordWriter } from '../../kernel/table/index.ts';
import { logChange, rightsChanged } from '../../kernel/tx/index.ts';
import type { Context, Vault } from '../../kernel/access/index.ts';
import type { EndpointCall } from '../../kernel/http/index.ts';
import { requireScopeWithinOwn } from '../identity/index.ts';
import { endSessionsWhere, shortenSessions } from '../session/index.ts';
import { requirePlanRoom } from '../system/index.ts';
import { generateOpenApiSecret, sealOpenApiSecret } from './sealed.ts';

/** Public id of a program: company id and key. */
const appIdOf = (tenantId: string, key: string): string => `${tenantId}-${key}`;

/** Vault name of the application's secrets. */
export const vaultNameOfApplication = (appId: string): string => `application ${appId}`;

export const signTokenRequest = (secret: string, appId: string, timestamp: number): string =>
  createHmac('sha256', secret).update(`${appId}${timestamp}`).digest('hex');

const applicationUserSql = ({ tenantId }: Context): RawBuilder<unknown> => sql`(
  select u.name from app_user u where u.tenant_id = ${tenantId} and u.id = row.user_id)`;

export const applicationWriter = recordWriter(applications, {
  reads: {
    appId: ({ tenantId }) => sql`${tenantId}::text || '-' || row.key`,
    userName: applicationUserSql,
    secretAt: ({ tenantId }) => sql`(
      select secret.created_at from oauth_secret secret
      where secret.tenant_id = ${tenantId} and secret.app_id = row.id and secret.until is null)`,
  },
  lists: { addresses: () => sql`array_to_string(row.addresses, ', ')` },
  row: (columns, { addresses }) => {
    const wrong = addresses.find((address) => !isAddressOrNetwork(address));
    if (wrong !== undefined)
      refuseWith('application.address', { value: wrong }, { field: 'addresses' });
    return columns;
  },
  mayDelete: async (context, { id, user_id }) => {
    const { tx, tenantId } = context;
    await requireScopeWithinOwn(context, String(user_id));
    const { rows } = await sql`
      select from webhook where tenant_id = ${tenantId} and app_id = ${id} and enabled limit 1`.execute(
      tx,
    );
    if (rows.length > 0) refuseWith('application.webhookOn');
  },
  // Requires the caller to have all rights of the program.
  after: async (context, before, after) => {
    // Includes the former user: otherwise the caller would take over program and secret.
    for (const one of [before, after])
      if (one !== null) await requireScopeWithinOwn(context, String(one['user_id']));
    if (before === null) {
      await refuseTooManyApplications(context);
      await requirePlanRoom(context, 'applications');
    }
    // A disabled or deleted program loses all tokens.
    if (before !== null && after?.['enabled'] !== true)
      await endSessionsWhere(context, sql`application_id = ${before.id}`);
    await rightsChanged(context);
  },
});

/** Applications of a company. */
const MOST = 50;

async function refuseTooManyApplications({ tx, tenantId }: Context): Promise<void> {
  const { rows } = await sql`
    select from oauth_app where tenant_id = ${tenantId} limit ${MOST + 1}`.execute(tx);
  if (rows.length > MOST) refuseWith('application.tooMany', { most: MOST });
}

/** Creates a secret. The former secret, and tokens opened by the former, last a day more. */
export async function drawSecret(
  vault: Vault,
  { id }: InputOf<typeof newApplicationSecret>,
  { transact }: EndpointCall,
): Promise<ReplyOf<typeof newApplicationSecret>> {
  // Never stored in clear, so a repeated request cannot return the first secret.
  const secret = generateOpenApiSecret();
  let drawn = false;
  const appId = await transact(async (context) => {
    drawn = true;
    const { tx, tenantId } = context;
    const { rows } = await sql<{ key: string; name: string; userId: string }>`
      select key, name, user_id::text as "userId" from oauth_app
      where tenant_id = ${tenantId} and id = ${id} for update`.execute(tx);
    const { key, name, userId } = orRefuseMissing(rows[0]);
    await requireScopeWithinOwn(context, userId);
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
      values (${tenantId}, ${id}, ${sealOpenApiSecret(vault, vaultNameOfApplication(known), secret)})`.execute(
      tx,
    );
    await shortenSessions(context, id, '1 day');
    logChange(context, { action: 'newSecret', subject: 'oauth_app', subjectId: id, number: name });
    return known;
  });
  if (!drawn) refuseWith('request.keyReused');
  return { appId, secret };
}
