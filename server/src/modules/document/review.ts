import { DomainError, documentKinds, expectAllowed, inForce, mayClose } from '@tradehouse/domain';
import type { AnyKindCode, Document, DocumentAction } from '@tradehouse/domain';
import type { Button } from '@tradehouse/contract';
import type { Context } from '../../kernel/context.ts';
import { found, refuse } from '../../kernel/refuse.ts';
import { mayOpen } from '../../kernel/scope.ts';
import { post } from '../posting/index.ts';
import { countDays, dayChanges } from './days.ts';
import type { DayChange } from './days.ts';
import { record } from './journal.ts';
import { checkNothingStandsOn, countLinks, stateFacts } from './links.ts';
import { lockHeads, visibleIds, withLines } from './load.ts';
import type { DocumentRow } from './load.ts';
import { writePrices } from './prices.ts';
import { readSettings } from './references.ts';
import type { Settings } from './references.ts';
import { checkWarehouses } from './save.ts';
import { checkOpeningCovers, countSettled } from './settle.ts';
import type { Stored } from './stored.ts';
import { untold } from './untold.ts';
import { updateHead } from './write.ts';

type BatchAction = Extract<DocumentAction, 'delete' | 'audit' | 'reverseAudit' | 'forceClose'>;

/** What an action makes of a document, and the button it takes. */
interface Step {
  readonly button: Button;
  readonly to: (stored: Stored, userId: string) => Stored;
}

const withDocument = ({ document, head }: Stored, change: Partial<Document>): Stored => ({
  document: { ...document, ...change },
  head,
});

const steps: Readonly<Record<BatchAction, Step>> = {
  delete: { button: '1', to: (stored) => withDocument(stored, { deleted: true }) },
  forceClose: { button: '1', to: (stored) => withDocument(stored, { closed: true }) },
  audit: {
    button: '2',
    to: ({ document, head }, userId) => ({
      document: { ...document, review: 'audited' },
      head: { ...head, auditorId: userId, auditedAt: new Date().toISOString() },
    }),
  },
  reverseAudit: {
    button: '7',
    to: ({ document, head }) => ({
      document: { ...document, review: 'unreviewed' },
      head: { ...head, auditorId: null, auditedAt: null },
    }),
  },
};

/**
 * Takes documents through one step together: all of them or none, and a refusal names the document that caused it. Their
 * goods are checked against stock as one call, so two of them can't both take the last unit. Documents of other `kinds`
 * are as good as missing.
 */
export async function changeDocuments(
  context: Context,
  ids: readonly string[],
  action: BatchAction,
  kinds: readonly string[],
): Promise<{ changed: number }> {
  const wanted = [...new Set(ids)];
  const heads = await lockHeads(context, wanted, []);
  const visible = await visibleIds(context, wanted);
  const rows = wanted.map((id) => found(visible.has(id) ? heads.get(id) : undefined));
  if (!rows.every(({ kind }) => kinds.includes(kind))) refuse('record.missing');
  const { settings } = await readSettings(context);
  const before = await withLines(context, rows);
  const after: Stored[] = [];
  const days: DayChange[] = [];
  const touched = rows.map(({ kind }) => kind);
  await untold(context, touched, async () => {
    for (const [at, stored] of before.entries()) {
      const row = found(rows[at]);
      const changed = await naming(row, () => changeOne(context, row, stored, action, settings));
      after.push(changed.after);
      days.push(...changed.days);
    }
    await bringToBooks(context, before, after, days, settings);
  });
  before.forEach((stored, at) => record(context, action, stored, found(after[at])));
  return { changed: after.length };
}

/** Deletes the internal document of a master record; who may is decided where the record is kept. */
export async function deleteInternal(context: Context, id: string): Promise<void> {
  const heads = await lockHeads(context, [id], []);
  const { settings } = await readSettings(context);
  const [before] = await withLines(context, [found(heads.get(id))]);
  const after = steps.delete.to(found(before), context.scope.userId);
  await checkOpeningCovers(context, after.document);
  await updateHead(context, after, false);
  const days = dayChanges(found(before), after);
  await bringToBooks(context, [found(before)], [after], days, settings);
  record(context, 'delete', found(before), after);
}

async function changeOne(
  context: Context,
  row: DocumentRow,
  before: Stored,
  action: BatchAction,
  settings: Settings,
): Promise<{ after: Stored; days: DayChange[] }> {
  const { url } = documentKinds[row.kind as AnyKindCode];
  if (url === null) refuse('document.internal');
  if (!mayOpen(context.scope, url, steps[action].button)) refuse('access.denied');
  expectAllowed(action, stateFacts(row));
  if (action === 'forceClose' && !mayClose(before.document.kind)) refuse('transfer.onItsWay');
  checkWarehouses(context, row.warehouse_ids);
  const after = steps[action].to(before, context.scope.userId);
  if (action === 'delete' || action === 'reverseAudit')
    await checkNothingStandsOn(context, row, after.document);
  await updateHead(context, after, inForce(after.document));
  const days = [
    ...dayChanges(before, after),
    ...(await countLinks(context, before.document, after.document, { settings })),
    ...(await countSettled(context, before.document, after.document)),
  ];
  const version = before.head.version + 1;
  return { after: { ...after, head: { ...after.head, version } }, days };
}

async function bringToBooks(
  context: Context,
  before: readonly Stored[],
  after: readonly Stored[],
  days: readonly DayChange[],
  settings: Settings,
): Promise<void> {
  const postings = after.map(({ document, head }, at) => ({
    document,
    before: found(before[at]).document,
    creatorId: head.creatorId,
    institutionId: head.institutionId,
    activityId: head.activityId,
    activityBefore: head.activityId,
  }));
  await post(context, postings, settings, { last: () => countDays(context, days) });
  for (const { document, before: old } of postings) {
    if (inForce(document) && !inForce(old)) await writePrices(context, document, settings);
  }
}

/** Says which of several documents a refusal is about. */
async function naming<T>({ id, number }: DocumentRow, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError) || error.key === 'access.denied') throw error;
    throw new DomainError(error.key, { number: number ?? '', ...error.facts, id }, error.at);
  }
}
