import type { Database } from '@tradehouse/database';
import { documentKinds } from '@tradehouse/domain';
import type { Transaction } from 'kysely';
import { ownerScope } from '../../kernel/access/index.ts';
import { emptyJournal, writeDown } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';

const buttons: ReadonlySet<string> = new Set(['1', '2', '3', '7']);
const urls = Object.values(documentKinds).flatMap(({ url }) => url ?? []);

/** Builds a context for work in `tx` in the owner's name; the company is already set in `tx`. */
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

/** Writes a context's log rows and empties the journal; programs are not notified. */
export async function keepJournal(context: Context): Promise<void> {
  context.journal.programEvents.clear();
  await writeDown(context, null, null);
  context.journal.log.length = 0;
  context.journal.events.length = 0;
}
