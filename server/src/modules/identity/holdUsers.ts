import { sql } from 'kysely';
import type { Context } from '../../kernel/access/index.ts';

/**
 * Serializes adding users, choosing leaders and changing the user limit until the commit: two at once would
 * both take the last place.
 */
export async function holdUsers({ tx }: Context, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('users of ' || ${tenantId}, 0))`.execute(
    tx,
  );
}
