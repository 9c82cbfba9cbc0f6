import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/**
 * Returns true if both the database, which computes days, and Node, which shows times, know the time zone.
 */
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
