import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** Channel for new messages, between processes. */
export const NEWS = 'tradehouse_news';

/** Recipients of a new message: the listed users of a company, or all its users (null). */
export interface News {
  readonly tenantId: string;
  readonly userIds: ReadonlySet<string> | null;
}

/** Longest payload: PostgreSQL allows 8,000 bytes; a longer list of users is sent as all users. */
const LONGEST = 7_000;

/**
 * Notifies the users (null: all) of new messages with the commit. Any number of users share one notice,
 * because notices make transactions wait for each other. A notice is a hint without content; the rows are
 * the truth.
 */
export async function tellNews(
  tx: Transaction<Database>,
  tenantId: string,
  userIds: readonly string[] | null,
): Promise<void> {
  if (userIds?.length === 0) return;
  const named = userIds === null ? '' : `:${userIds.join(',')}`;
  const payload = tenantId + (named.length > LONGEST ? '' : named);
  await sql`select pg_notify(${NEWS}, ${payload})`.execute(tx);
}

/** Parses a notice; null for an unknown payload. */
export function newsOf(payload: string): News | null {
  const [, tenantId, ids] = /^(\d{1,18})(?::(\d{1,18}(?:,\d{1,18})*))?$/.exec(payload) ?? [];
  if (tenantId === undefined) return null;
  return { tenantId, userIds: ids === undefined ? null : new Set(ids.split(',')) };
}
