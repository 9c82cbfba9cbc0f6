import {
  DomainError,
  ZERO,
  checkOpenPeriod,
  documentKinds,
  expectAllowed,
  inForce,
  mayClose,
  stepped,
} from '@tradehouse/domain';
import type { Decimal, Document, DocumentAction, OrderAction } from '@tradehouse/domain';
import type { Button, InputOf, ReplyOf, goodsDocuments } from '@tradehouse/contract';
import { found, idsOf, mayOpen, refuse } from '../../../kernel/index.ts';
import type { Context } from '../../../kernel/index.ts';
import { post } from '../../posting/index.ts';
import { approvedBy, checkApproval } from './approval.ts';
import { checkCredit, shownCredit } from './credit.ts';
import type { OverCredit } from './credit.ts';
import { dayChanges, dayRows } from '../store/days.ts';
import type { DayChange } from '../store/days.ts';
import { record } from '../store/journal.ts';
import { withBonuses } from '../links/bonus.ts';
import { checkNothingStandsOn, countLinks, stateFacts } from '../links/links.ts';
import { lockHeads, mustBeAsRead, visibleIds, withLines } from '../store/load.ts';
import type { DocumentRow } from '../store/load.ts';
import { writePrices } from './prices.ts';
import { readSettings } from '../store/references.ts';
import type { Settings } from '../store/references.ts';
import { unpack } from '../store/readiness.ts';
import { checkWarehouses } from './save.ts';
import { checkOpeningCovers, countSettled } from '../links/settle.ts';
import type { Stored } from '../store/stored.ts';
import { withoutAmounts } from '../masked/withoutAmounts.ts';
import { updateHead } from '../store/write.ts';

type ApprovalAction = Extract<DocumentAction, 'delete' | 'approve' | 'unapprove' | 'forceClose'>;
type BatchAction = ApprovalAction | OrderAction;

/** What an action makes of a document, and the button it takes. */
interface Step {
  readonly button: Button;
  readonly to: (stored: Stored, userId: string) => Stored;
}

const withDocument = ({ document, head }: Stored, change: Partial<Document>): Stored => ({
  document: { ...document, ...change },
  head,
});

const steps: Readonly<Record<ApprovalAction, Step>> = {
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

/** The buttons that the steps of an order's life take. */
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

/** An order after a step of its life; `reason` says why it is cancelled. */
function lived(row: DocumentRow, { document, head }: Stored, action: OrderAction, reason: string) {
  if (head.life === null) return refuse('order.kind', { number: row.number ?? '' });
  const { closed = document.closed, ...life } = stepped(action, {
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
  /** Whose button it takes, where that is not the document's own. */
  readonly page?: string;
  /** The call that names the documents, with the versions at which they were read, if it says them. */
  readonly read?: { readonly ids: string; readonly versions?: string | undefined };
}

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
  options: BatchOptions = {},
): Promise<{ changed: number }> {
  const { changed } = await takeStep(context, ids, action, kinds, options);
  return { changed };
}

/** The same for approving and taking it back; tells which customers owe more than they may, where the company only warns. */
export async function setStatus(
  context: Context,
  { status, ...read }: InputOf<typeof goodsDocuments.setStatus>,
  kinds: readonly string[],
): Promise<ReplyOf<typeof goodsDocuments.setStatus>> {
  const action = status === '1' ? 'approve' : 'unapprove';
  const { changed, over } = await takeStep(context, idsOf(read.ids), action, kinds, { read });
  const overCredit = over.map((one) => ({ name: one.name, ...shownCredit(context, one) }));
  return { changed, overCredit };
}

interface StepTaken {
  readonly changed: number;
  readonly over: readonly OverCredit[];
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
  const rows = wanted.map((id) => found(visible.has(id) ? heads.get(id) : undefined));
  if (!rows.every(({ kind }) => kinds.includes(kind))) refuse('record.missing');
  if (read !== undefined) mustBeAsRead(heads, read.ids, read.versions);
  const partners = rows.flatMap(({ partner_id }) => partner_id ?? []);
  const facts = await readSettings(context, action === 'approve' ? partners : []);
  const { settings } = facts;
  const before = await withLines(context, rows);
  const bonuses = await bonusesAfter(context, before, action, settings);
  const after: Stored[] = [];
  const days: DayChange[] = [];
  const touched = rows.map(({ kind }) => kind);
  const over = await withoutAmounts(context, touched, async () => {
    for (const [at, stored] of before.entries()) {
      const row = found(rows[at]);
      const changed = await naming(row, () =>
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
    await bringToBooks(context, before, after, days, settings);
    const changes = after.map((one, at) => ({ before: found(before[at]), after: one }));
    return checkCredit(context, changes, facts);
  });
  before.forEach((stored, at) => record(context, action, stored, found(after[at])));
  return { changed: after.length, over };
}

/** What of documents bonuses of members pay once they are taken through a step. */
async function bonusesAfter(
  context: Context,
  before: readonly Stored[],
  action: BatchAction,
  settings: Settings,
): Promise<Decimal[]> {
  const { userId } = context.scope;
  const changes = before.map((stored) => ({
    before: stored.document,
    after: isOrderAction(action) ? stored.document : steps[action].to(stored, userId).document,
  }));
  return (await withBonuses(context, changes, settings)).map(({ bonus }) => bonus);
}

/**
 * Deletes the internal document of a master record; who may is decided where the record is kept. Once: who comes second to the
 * lock is refused with `record.missing`.
 */
export async function deleteInternal(context: Context, id: string): Promise<void> {
  const heads = await lockHeads(context, [id], []);
  const { settings } = await readSettings(context);
  const [before] = await withLines(context, [found(heads.get(id))]);
  if (found(before).document.deleted) refuse('record.missing');
  const after = steps.delete.to(found(before), context.scope.userId);
  await checkOpeningCovers(context, after.document);
  await updateHead(context, after);
  const days = dayChanges(found(before), after);
  await bringToBooks(context, [found(before)], [after], days, settings);
  record(context, 'delete', found(before), after);
}

/** One action on one document. `page`: whose button it takes, where that is not the document's own. */
interface Taken {
  readonly action: BatchAction;
  readonly reason: string;
  readonly settings: Settings;
  readonly page: string | undefined;
  /** What of the document a member's bonus pays then. */
  readonly bonus: Decimal;
}

/** What nothing may stand on that it is done to. */
const standing: ReadonlySet<BatchAction> = new Set(['delete', 'unapprove', 'cancel']);

async function changeOne(
  context: Context,
  row: DocumentRow,
  before: Stored,
  { action, reason, settings, page, bonus }: Taken,
): Promise<{ after: Stored; days: DayChange[] }> {
  const { url } = documentKinds[row.kind];
  if (url === null) refuse('document.internal');
  const button = isOrderAction(action) ? orderButtons[action] : steps[action].button;
  if (!mayOpen(context.scope, page ?? url, button)) refuse('access.denied');
  if (!isOrderAction(action)) expectAllowed(action, stateFacts(row));
  if (action === 'forceClose' && !mayClose(before.document.kind)) refuse('transfer.onItsWay');
  checkWarehouses(context, row.warehouse_ids);
  const taken = isOrderAction(action)
    ? lived(row, before, action, reason)
    : steps[action].to(before, context.scope.userId);
  const after = withDocument(taken, { bonus });
  if (action === 'approve') checkApproval(context, after, settings);
  if (action === 'delete' && inForce(before.document))
    checkOpenPeriod(before.document.businessDate, settings.closedUntil);
  if (standing.has(action)) await checkNothingStandsOn(context, row, after.document);
  await updateHead(context, after);
  if (action === 'cancel') await unpack(context, row.id);
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
    salespersonIds: head.salespersonIds,
    salespersonsBefore: head.salespersonIds,
  }));
  await post(context, postings, settings, { days: () => dayRows(days) });
  const begin = postings.filter(({ document, before: old }) => inForce(document) && !inForce(old));
  await writePrices(
    context,
    begin.map(({ document }) => document),
    settings,
  );
}

/** Says which of several documents a refusal is about. */
async function naming<T>({ id, number }: DocumentRow, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError) || error.key === 'access.denied') throw error;
    throw error.retold({ number: number ?? '', ...error.facts, id });
  }
}
