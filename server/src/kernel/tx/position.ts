import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Position in the database's log of changes, in bytes: everything before was written earlier. */
export type Position = bigint;

const WORDS = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i;

/** Parses PostgreSQL's notation of a position, `16/B374D848`; null for anything else. */
export function positionOf(text: unknown): Position | null {
  const [, high, low] = (typeof text === 'string' ? WORDS.exec(text) : null) ?? [];
  if (high === undefined || low === undefined) return null;
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

export const positionText = (position: Position): string =>
  `${(position >> 32n).toString(16)}/${(position & 0xff_ff_ff_ffn).toString(16)}`.toUpperCase();

export const laterPosition = (one: Position, other: Position): Position =>
  one > other ? one : other;

/** Reads the current end of the primary's log, after everything reported as done. */
export async function endOfLog(db: Kysely<Database>): Promise<Position> {
  const { rows } = await sql<{ position: string }>`
    select pg_current_wal_insert_lsn()::text as position`.execute(db);
  const end = positionOf(rows[0]?.position);
  if (end === null) throw new Error('the database did not say where its log ends');
  return end;
}
