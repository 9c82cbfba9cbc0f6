import type { Database } from '@tradehouse/database';
import type { Kysely } from 'kysely';
import { orRefuseMissing } from '../../kernel/access/index.ts';

/** Reads a platform setting; '' if unset. */
export async function platformValue(db: Kysely<Database>, key: string): Promise<string> {
  const row = await db
    .selectFrom('platform_config')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.value ?? '';
}

/** Reads a platform setting for anonymous callers: public keys only. */
export async function publicValue(db: Kysely<Database>, key: string): Promise<string> {
  const row = await db
    .selectFrom('platform_config')
    .select('value')
    .where('key', '=', key)
    .where('public', '=', true)
    .executeTakeFirst();
  return orRefuseMissing(row).value;
}
