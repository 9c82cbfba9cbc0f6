import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** Is the time zone known to the database, which computes days, and to Node, which shows them? */
export async function isKnownZone(tx: Transaction<Database>, zone: string): Promise<boolean> {
  if (!isNodeZone(zone)) return false;
  const { rows } = await sql`select from pg_timezone_names where name = ${zone}`.execute(tx);
  return rows.length > 0;
}

function isNodeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
