import type { Database } from '@tradehouse/database';
import type { Kysely } from 'kysely';
import { found } from '../../kernel/index.ts';

/** What the platform's people have set under a key; '' where nothing is. */
export async function platformValue(db: Kysely<Database>, key: string): Promise<string> {
  const row = await db
    .selectFrom('platform_config')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.value ?? '';
}

/** The same for anyone who has not signed in: only keys that are public are there for them. */
export async function publicValue(db: Kysely<Database>, key: string): Promise<string> {
  const row = await db
    .selectFrom('platform_config')
    .select('value')
    .where('key', '=', key)
    .where('public', '=', true)
    .executeTakeFirst();
  return found(row).value;
}
