import type { Database } from '@tradehouse/database';
import { documentKinds } from '@tradehouse/domain';
import type { Transaction } from 'kysely';
import { emptyJournal, ownerScope, writeDown } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';

const buttons: ReadonlySet<string> = new Set(['1', '2', '3', '7']);
const urls = Object.values(documentKinds).flatMap(({ url }) => url ?? []);

/** A context for work inside `tx`, in which the company has been set already, in its owner's name. */
export const ownerContext = (
  tx: Transaction<Database>,
  tenantId: string,
  userId: string,
): Context => ({
  tx,
  tenantId,
  scope: ownerScope(tenantId, userId, new Map(urls.map((url) => [url, buttons]))),
  language: 'zh-cn',
  address: 'import',
  journal: emptyJournal(),
});

/** Writes the log rows that have gathered in a context, and empties its journal; programs are told of nothing. */
export async function keepJournal(context: Context): Promise<void> {
  context.journal.told.clear();
  await writeDown(context, null, null);
  context.journal.log.length = 0;
  context.journal.events.length = 0;
}
