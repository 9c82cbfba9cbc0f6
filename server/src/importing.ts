// Importing: the writer for programs that bring documents from elsewhere, in a transaction of their own.
import type { Database } from '@tradehouse/database';
import { documentKinds } from '@tradehouse/domain';
import type { Transaction } from 'kysely';
import type { Context, Scope } from './kernel/context.ts';
import { emptyJournal } from './kernel/journal.ts';
import { writeDown } from './kernel/writeDown.ts';

export { saveDocument, saveInternalDocument } from './modules/document/index.ts';
export type { DocumentInput, SavedDocument } from './modules/document/index.ts';
export { sentenceOf } from './kernel/answer.ts';
export { mnemonicOf } from './modules/catalog/index.ts';
export type { Context } from './kernel/context.ts';

/** The owner of a company, who may do everything in it. */
function ownerScope(tenantId: string, userId: string): Scope {
  const buttons: ReadonlySet<string> = new Set(['1', '2', '3', '7']);
  const urls = Object.values(documentKinds).flatMap(({ url }) => url ?? []);
  return {
    tenantId,
    userId,
    institutionId: null,
    operator: false,
    owner: true,
    documents: { of: 'all' },
    warehouseIds: null,
    customerIds: null,
    pages: new Map(urls.map((url) => [url, buttons])),
    hidden: new Set(),
    readOnly: null,
    approvalLimit: null,
    mustChangePassword: false,
    viewerId: null,
  };
}

/** A context for work inside `tx`, in which the company has been set already, in its owner's name. */
export const ownerContext = (
  tx: Transaction<Database>,
  tenantId: string,
  userId: string,
): Context => ({
  tx,
  tenantId,
  scope: ownerScope(tenantId, userId),
  language: 'zh-cn',
  address: 'import',
  journal: emptyJournal(),
});

/** Writes the audit rows that have gathered in a context, and empties its journal. */
export async function keepJournal(context: Context): Promise<void> {
  await writeDown(context, null, null);
  context.journal.audits.length = 0;
  context.journal.events.length = 0;
}
