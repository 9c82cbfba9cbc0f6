import {
  DomainError,
  ZERO,
  billOf,
  checkOpenPeriod,
  documentKinds,
  expectAllowed,
  isDocumentInForce,
  mayClose,
  applyOrderAction,
} from '@tradehouse/domain';
import type { Decimal, Document, DocumentAction, OrderAction } from '@tradehouse/domain';
import type { Button, InputOf, ReplyOf, goodsDocuments } from '@tradehouse/contract';
import { orRefuseMissing, mayOpen, refuseWith } from '../../../kernel/access/index.ts';
import { idsFromList } from '../../../kernel/table/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { postDocuments } from '../../posting/index.ts';
import { checkRegainedUses } from '../../promotion/index.ts';
import { approvedBy, checkApproval } from './approval.ts';
import { checkCredit, shownCredit } from './credit.ts';
import type { CreditExcess } from './credit.ts';
import { dayChanges, dayRows } from '../store/days.ts';
import type { DocumentDayChange } from '../store/days.ts';
import { recordDocumentChange } from '../store/journal.ts';
import { withBonuses } from '../links/bonus.ts';
import { passOrderFreight } from '../links/carriage.ts';
import { checkNothingStandsOn, countLinks, stateFacts } from '../links/links.ts';
import { lockHeads, mustBeAsRead, visibleIds, withLines } from '../store/load.ts';
import type { DocumentRow } from '../store/load.ts';
import { writeBarcodePrices } from './prices.ts';
import { regainedUses } from './regainedUses.ts';
import { readDocumentSettings } from '../store/references.ts';
import type { DocumentSettings } from '../store/references.ts';
import { unpackDelivery } from '../store/readiness.ts';
import { checkWarehouses } from './save.ts';
import { checkOpeningCovers, countSettled } from '../links/settle.ts';
import { shareSettledFees } from '../links/settledFees.ts';
import { releaseNumbers } from '../store/numbers.ts';
import type { StoredDocument } from '../store/stored.ts';
import { withoutAmounts } from '../masked/withoutAmounts.ts';
import { updateHead } from '../store/write.ts';

type ApprovalAction = Extract<DocumentAction, 'delete' | 'approve' | 'unapprove' | 'forceClose'>;
type BatchAction = ApprovalAction | OrderAction;

/** Effect of an action on a document, and the button required. */
interface ActionStep {
  readonly button: Button;
  readonly to: (stored: StoredDocument, userId: string) => StoredDocument;
}

const withDocument = (
  { document, head }: StoredDocument,
  change: Partial<Document>,
): StoredDocument => ({
  document: { ...document, ...change },
  head,
});

const steps: Readonly<Record<ApprovalAction, ActionStep>> = {
  delete: { button: '1', to: (stored) => withDocument(stored, { deleted: true }) },
  forceClose: { button: '1', to: (stored) => withDocument(stored, { closed: true }) },
  approve: { button: '2', to: approvedBy },
  unapprove: {
    button: '7',
    to: ({ document, head }) => ({
      document: { ...document, approval: 'draft' },
      head: { ...head, approverId: null, approvedAt: null },
    }),
  },
};

const orderButtons: Readonly<Record<OrderAction, Button>> = {
  complete: '1',
  unfreeze: '7',
  cancel: '1',
  askConfirmation: '1',
  confirm: '2',
  push: '1',
  arrive: '1',
};
const isOrderAction = (action: BatchAction): action is OrderAction => action in orderButtons;

/** Applies a step of an order's life; `reason` explains a cancellation. */
function applyOrderStep(
  row: DocumentRow,
  { document, head }: StoredDocument,
  action: OrderAction,
  reason: string,
) {
  if (head.life === null) return refuseWith('order.kind', { number: row.number ?? '' });
  const { closed = document.closed, ...life } = applyOrderAction(action, {
    ...stateFacts(row),
    ...head.life,
    depositLeft: document.paidNow.minus(head.depositTaken),
  });
  const cancelReason = action === 'cancel' ? reason : head.life.cancelReason;
  return {
    document: { ...document, closed },
    head: { ...head, life: { ...head.life, ...life, cancelReason } },
  };
}

interface BatchOptions {
  /** Why an order is cancelled. */
  readonly reason?: string;
  /** Page whose button is required; absent: the document's own. */
  readonly page?: string;
  /** Request naming the documents, with the versions read, if given. */
  readonly read?: { readonly ids: string; readonly versions?: string | undefined };
}

/**
 * Applies a step to documents: all or none; a refusal names the cause. Stock is checked in a single call,
 * so two cannot both take the last unit. Documents outside `kinds` count like missing ones.
 */
export async function changeDocuments(
  context: Context,
  ids: readonly string[],
  action: BatchAction,
  kinds: readonly string[],
  options: BatchOptions = {},
): Promise<{ changed: number }> {
  const { changed } = await takeStep(context, ids, action, kinds, options);
  return { changed };
}

/**
 * Approves or unapproves documents; returns the customers above the credit limit if the company only warns.
 */
export async function setDocumentStatus(
  context: Context,
  { status, ...read }: InputOf<typeof goodsDocuments.setStatus>,
  kinds: readonly string[],
): Promise<ReplyOf<typeof goodsDocuments.setStatus>> {
  const action = status === '1' ? 'approve' : 'unapprove';
  const { changed, over } = await takeStep(context, idsFromList(read.ids), action, kinds, { read });
  const overCredit = over.map((one) => ({ name: one.name, ...shownCredit(context, one) }));
  return { changed, overCredit };
}

interface StepTaken {
  readonly changed: number;
  readonly over: readonly CreditExcess[];
}

async function takeStep(
  context: Context,
  ids: readonly string[],
  action: BatchAction,
  kinds: readonly string[],
  { reason = '', page, read }: BatchOptions,
): Promise<StepTaken> {
  const wanted = [...new Set(ids)];
  const heads = await lockHeads(context, wanted, []);
  const visible = await visibleIds(context, wanted);
  const rows = wanted.map((id) => orRefuseMissing(visible.has(id) ? heads.get(id) : undefined));
  if (!rows.every(({ kind }) => kinds.includes(kind))) refuseWith('record.missing');
  if (read !== undefined) mustBeAsRead(heads, read.ids, read.versions);
  const partners = rows.flatMap(({ partner_id }) => partner_id ?? []);
  const facts = await readDocumentSettings(context, action === 'approve' ? partners : []);
  const { settings } = facts;
  const before = await withLines(context, rows);
  const bonuses = await bonusesAfter(context, before, action, settings);
  const after: StoredDocument[] = [];
  const days: DocumentDayChange[] = [];
  const touched = rows.map(({ kind }) => kind);
  const over = await withoutAmounts(context, touched, async () => {
    for (const [at, stored] of before.entries()) {
      const row = orRefuseMissing(rows[at]);
      const changed = await withDocumentInRefusal(row, () =>
        changeOne(context, row, stored, {
          action,
          reason,
          settings,
          page,
          bonus: bonuses[at] ?? ZERO,
        }),
      );
      after.push(changed.after);
      days.push(...changed.days);
    }
    const changes = after.map((one, at) => ({ before: orRefuseMissing(before[at]), after: one }));
    await checkRegainedUses(
      context,
      regainedUses(
        changes.map((one) => ({ before: one.before.document, after: one.after.document })),
      ),
    );
    await bringToBooks(context, before, after, days, settings);
    await passOrderFreight(context, changes);
    await shareSettledFees(context, changes);
    return checkCredit(context, changes, facts);
  });
  before.forEach((stored, at) =>
    recordDocumentChange(context, action, stored, orRefuseMissing(after[at])),
  );
  return { changed: after.length, over };
}

/** Computes the members' bonuses after a step. */
async function bonusesAfter(
  context: Context,
  before: readonly StoredDocument[],
  action: BatchAction,
  settings: DocumentSettings,
): Promise<Decimal[]> {
  const { userId } = context.scope;
  const changes = before.map((stored) => ({
    before: stored.document,
    after: isOrderAction(action) ? stored.document : steps[action].to(stored, userId).document,
  }));
  return (await withBonuses(context, changes, settings)).map(({ bonus }) => bonus);
}

/**
 * Deletes the internal document of a master record; the owning record's module checks rights. A concurrent
 * second deletion is refused with `record.missing`.
 */
export async function deleteInternal(context: Context, id: string): Promise<void> {
  const heads = await lockHeads(context, [id], []);
  const { settings } = await readDocumentSettings(context);
  const [before] = await withLines(context, [orRefuseMissing(heads.get(id))]);
  if (orRefuseMissing(before).document.deleted) refuseWith('record.missing');
  const after = steps.delete.to(orRefuseMissing(before), context.scope.userId);
  await checkOpeningCovers(context, after.document);
  if (billOf(after.document.kind) !== null)
    await checkNothingStandsOn(context, after.document, after.document);
  await updateHead(context, after);
  await releaseNumbers(context, [id]);
  const days = dayChanges(orRefuseMissing(before), after);
  await bringToBooks(context, [orRefuseMissing(before)], [after], days, settings);
  recordDocumentChange(context, 'delete', orRefuseMissing(before), after);
}

/** Action on a document. `page`: page whose button is required, if not the own. */
interface BatchActionRequest {
  readonly action: BatchAction;
  readonly reason: string;
  readonly settings: DocumentSettings;
  readonly page: string | undefined;
  /** Bonus of the member used after the action. */
  readonly bonus: Decimal;
}

/** Actions refused for documents with dependents. */
const standing: ReadonlySet<BatchAction> = new Set(['delete', 'unapprove', 'cancel']);

async function changeOne(
  context: Context,
  row: DocumentRow,
  before: StoredDocument,
  { action, reason, settings, page, bonus }: BatchActionRequest,
): Promise<{ after: StoredDocument; days: DocumentDayChange[] }> {
  const { url } = documentKinds[row.kind];
  if (url === null) refuseWith('document.internal');
  const button = isOrderAction(action) ? orderButtons[action] : steps[action].button;
  if (!mayOpen(context.scope, page ?? url, button)) refuseWith('access.denied');
  if (!isOrderAction(action)) expectAllowed(action, stateFacts(row));
  if (action === 'forceClose' && !mayClose(before.document.kind)) refuseWith('transfer.onItsWay');
  checkWarehouses(context, row.warehouse_ids);
  const taken = isOrderAction(action)
    ? applyOrderStep(row, before, action, reason)
    : steps[action].to(before, context.scope.userId);
  const after = withDocument(taken, { bonus });
  if (action === 'approve') checkApproval(context, after, settings);
  if (action === 'delete' && isDocumentInForce(before.document))
    checkOpenPeriod(before.document.businessDate, settings.closedUntil);
  if (standing.has(action)) await checkNothingStandsOn(context, row, after.document);
  await updateHead(context, after);
  if (action === 'cancel') await unpackDelivery(context, row.id);
  const isImported = after.head.importedFrom !== null;
  const days = [
    ...dayChanges(before, after),
    ...(await countLinks(context, before.document, after.document, { settings }, isImported)),
    ...(await countSettled(context, before.document, after.document)),
  ];
  const version = before.head.version + 1;
  return { after: { ...after, head: { ...after.head, version } }, days };
}

async function bringToBooks(
  context: Context,
  before: readonly StoredDocument[],
  after: readonly StoredDocument[],
  days: readonly DocumentDayChange[],
  settings: DocumentSettings,
): Promise<void> {
  const postings = after.map(({ document, head }, at) => ({
    document,
    before: orRefuseMissing(before[at]).document,
    creatorId: head.creatorId,
    institutionId: head.institutionId,
    activityId: head.activityId,
    activityBefore: head.activityId,
    salespersonIds: head.salespersonIds,
    salespersonsBefore: head.salespersonIds,
  }));
  await postDocuments(context, postings, settings, { days: () => dayRows(days) });
  const begin = postings.filter(
    ({ document, before: old }) => isDocumentInForce(document) && !isDocumentInForce(old),
  );
  await writeBarcodePrices(
    context,
    begin.map(({ document }) => document),
    settings,
  );
}

/** Adds the document to a refusal. */
async function withDocumentInRefusal<T>(
  { id, number }: DocumentRow,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError) || error.key === 'access.denied') throw error;
    throw error.retold({ number: number ?? '', ...error.facts, id });
  }
}
