import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from './database.generated.ts';

export interface NameHolder {
  readonly tenantId: string;
  readonly userId: string;
}

/**
 * Finds the holder of an equal or visually confusable login name in the installation; null: none. In
 * writing transactions, requests for the same name wait for each other.
 */
export async function holderOfName(
  db: Kysely<Database>,
  name: string,
  wanted: 'asked' | 'taken',
): Promise<NameHolder | null> {
  if (wanted === 'taken')
    await sql`select pg_advisory_xact_lock(hashtextextended('login name ' || look_of(${name}), 0))`.execute(
      db,
    );
  const { rows } = await sql<NameHolder>`
    select tenant_id as "tenantId", user_id as "userId" from login
    where look_of(login_name) = look_of(${name}) order by login_name <> ${name} limit 1`.execute(
    db,
  );
  return rows[0] ?? null;
}
