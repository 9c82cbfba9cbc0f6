import type { InputOf, savePreference } from '@tradehouse/contract';
import { sql } from 'kysely';
import { refuse } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';

const LARGEST = 20_000;
const MOST = 500;

/** This user's page settings, by name. */
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

/** Remembers one; at most 500 names of 20 kB each. */
export async function keepPreference(
  { tx, tenantId, scope }: Context,
  { name, value }: InputOf<typeof savePreference>,
): Promise<Record<string, never>> {
  const json = JSON.stringify(value);
  if (json.length > LARGEST) refuse('request.tooLarge');
  const { rows } = await sql`
    insert into user_preference (tenant_id, user_id, name, value)
    select ${tenantId}, ${scope.userId}, ${name}, ${json}::jsonb
    where (select count(*) from user_preference p where p.tenant_id = ${tenantId} and p.user_id = ${scope.userId}) < ${MOST}
    on conflict (tenant_id, user_id, name) do update set value = excluded.value
    returning name`.execute(tx);
  if (rows.length === 0) refuse('request.tooMany');
  return {};
}
