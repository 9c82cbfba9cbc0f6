import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** The channel on which processes tell each other that people have new messages. */
export const NEWS = 'tradehouse_news';

/** Whom news are for: users of a company, or all of it. */
export interface News {
  readonly tenantId: string;
  readonly userIds: ReadonlySet<string> | null;
}

/** A notice holds less than 8,000 bytes; more people than fit are told as a company. */
const LONGEST = 7_000;

/**
 * Says with the commit that these users (null: everybody) have new messages. One notice for however many: notices make
 * transactions wait for each other. It is a hint that carries no content; the rows are the truth.
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

/** What a notice says; null when it is none of ours. */
export function newsOf(payload: string): News | null {
  const [, tenantId, ids] = /^(\d{1,18})(?::(\d{1,18}(?:,\d{1,18})*))?$/.exec(payload) ?? [];
  if (tenantId === undefined) return null;
  return { tenantId, userIds: ids === undefined ? null : new Set(ids.split(',')) };
}
