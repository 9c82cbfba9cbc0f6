import { sql } from 'kysely';
import type { Context } from '../../kernel/index.ts';

/**
 * Lets those who add users of a company, choose leaders or change how many there may be go one after the other, each
 * until its commit: two at once would both find the last place free.
 */
export async function holdUsers({ tx }: Context, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('users of ' || ${tenantId}, 0))`.execute(
    tx,
  );
}
