import type { InputOf, savePreference } from '@tradehouse/contract';
import { sql } from 'kysely';
import { refuseWith } from '../../kernel/access/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { EndpointCall } from '../../kernel/http/index.ts';

const LARGEST = 20_000;
const MOST = 500;
/** Deepest nesting of a stored preference: usual values have few levels; thousands cannot be serialized. */
const DEEPEST = 30;

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1)));

/** Page settings of the signed-in user, by name of the setting. */
export async function preferencesOf({
  tx,
  tenantId,
  scope,
}: Context): Promise<Record<string, unknown>> {
  const rows = await tx
    .selectFrom('user_preference')
    .select(['name', 'value'])
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', scope.userId)
    .execute();
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** Stores a preference; at most 500 names of 20 kB each. Nesting is checked before any processing. */
export async function keepPreference(
  { transact }: EndpointCall,
  { name, value }: InputOf<typeof savePreference>,
): Promise<Record<string, never>> {
  if (isDeeper(value, DEEPEST)) refuseWith('request.field', { field: 'value' }, { field: 'value' });
  const json = JSON.stringify(value);
  if (json.length > LARGEST) refuseWith('request.tooLarge');
  return transact((context) => storePreference(context, name, json));
}

async function storePreference(
  { tx, tenantId, scope }: Context,
  name: string,
  json: string,
): Promise<Record<string, never>> {
  const { rows } = await sql`
    insert into user_preference (tenant_id, user_id, name, value)
    select ${tenantId}, ${scope.userId}, ${name}, ${json}::jsonb
    where (select count(*) from user_preference p where p.tenant_id = ${tenantId} and p.user_id = ${scope.userId}) < ${MOST}
    on conflict (tenant_id, user_id, name) do update set value = excluded.value
    returning name`.execute(tx);
  if (rows.length === 0) refuseWith('request.tooMany');
  return {};
}
