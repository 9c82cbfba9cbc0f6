import { isDeepStrictEqual } from 'node:util';
import type { LogAction, WebhookEvent } from '@tradehouse/contract';
import type { AnyKindCode, Decimal, OrderAction } from '@tradehouse/domain';
import { emitEvent, logChange, recordProgramEvent } from '../../../kernel/tx/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import type { DocumentRow } from './load.ts';
import type { StoredDocument } from './stored.ts';

type Action = 'add' | 'update' | 'delete' | 'approve' | 'unapprove' | 'forceClose' | OrderAction;

/** Steps with older names in the log and in events. */
const loggedAs: Readonly<Partial<Record<Action, LogAction>>> = {
  approve: 'audit',
  unapprove: 'reverseAudit',
};
const logAction = (action: Action): LogAction =>
  // SAFETY: every remaining step has a single name.
  loggedAs[action] ?? (action as LogAction);

/** Logs a document step; for a change only the differences, because the document holds the rest. */
export function recordDocumentChange(
  context: Context,
  step: Action,
  before: StoredDocument | null,
  after: StoredDocument,
): void {
  const { id, kind, number } = after.document;
  const action = logAction(step);
  const changes =
    before === null
      ? { before: undefined, after: toDocumentOutline(after) }
      : changedFieldValues(before, after);
  logChange(context, {
    action,
    subject: kind,
    subjectId: id,
    number: number ?? '',
    ...(changes.before === undefined ? {} : { before: changes.before }),
    after: changes.after,
  });
  tellChanged(context, after.document, action);
  if (isApprovedDocument(after) && (before === null || !isApprovedDocument(before)))
    publishDocumentEvent(context, after.document, 'approved');
  // A separate event, because only waiting documents need a job.
  const waitedAt = before !== null && isAwaitingApproval(before) ? before.head.version : null;
  if (isAwaitingApproval(after)) emitEvent(context, 'document.waits', { id, kind, waitedAt });
}

const isApprovedDocument = ({ document }: StoredDocument): boolean =>
  document.approval === 'approved';

type ChangedDocument = Pick<DocumentRow, 'id' | 'kind' | 'number'>;

export function tellChanged(context: Context, document: ChangedDocument, action: LogAction): void {
  const { id, kind } = document;
  emitEvent(context, 'document.changed', { id, kind, action });
  // Approval is published by the states before and after.
  if (action !== 'audit') publishDocumentEvent(context, document, happened[action] ?? 'changed');
}

type Happened = 'created' | 'changed' | 'approved' | 'deleted';
const happened: Readonly<Partial<Record<LogAction, Happened | 'shipped'>>> = {
  add: 'created',
  delete: 'deleted',
  ship: 'shipped',
};

/** Kinds with webhook events. */
const heardOf: Readonly<Partial<Record<AnyKindCode, 'salesOrder' | 'outbound'>>> = {
  saleOrder: 'salesOrder',
  saleOut: 'outbound',
};

function publishDocumentEvent(
  context: Context,
  { id, kind, number }: ChangedDocument,
  what: Happened | 'shipped',
): void {
  const of = heardOf[kind];
  if (of === undefined) return;
  const event: WebhookEvent =
    of === 'salesOrder' ? `${of}.${what === 'shipped' ? 'changed' : what}` : `${of}.${what}`;
  recordProgramEvent(context, { event, documentId: id, number: number ?? '' });
}

const isAwaitingApproval = ({
  document: { approval, needsApproval, deleted },
}: StoredDocument): boolean => approval === 'draft' && needsApproval && !deleted;

/** Logs an action outside the document's content; `states`: before and after. */
export function recordStep(
  context: Context,
  { id, kind, number }: Pick<DocumentRow, 'id' | 'kind' | 'number'>,
  action: LogAction,
  states: { readonly before?: object; readonly after?: object } = {},
): void {
  logChange(context, { action, subject: kind, subjectId: id, number: number ?? '', ...states });
}

const toDocumentOutline = ({ document, head }: StoredDocument): object => ({
  partnerId: document.partnerId,
  businessDate: document.businessDate,
  approval: document.approval,
  payable: decimalText(head.amounts.payable),
  paidNow: decimalText(document.paidNow),
  debt: decimalText(head.amounts.debt),
  lines: document.goodsLines.length + document.moneyLines.length,
});

const decimalText = (value: Decimal): string => value.toFixed();

type FlatDocument = Readonly<Record<string, unknown>>;

function changedFieldValues(
  before: StoredDocument,
  after: StoredDocument,
): { before: FlatDocument; after: FlatDocument } {
  const [old, now] = [flattenDocument(before), flattenDocument(after)];
  const names = listDifferingNames(old, now);
  const pick = (from: FlatDocument): FlatDocument =>
    Object.fromEntries(names.map((name) => [name, from[name] ?? null]));
  return { before: pick(old), after: pick(now) };
}

const listDifferingNames = (old: FlatDocument, now: FlatDocument): string[] =>
  Object.keys({ ...old, ...now }).filter(
    (name) => !isDeepStrictEqual(normalizeLogValue(old[name]), normalizeLogValue(now[name])),
  );

/** Returns the names changed by a save: head fields, and `line 1`. */
export const listChangedFieldNames = (before: StoredDocument, after: StoredDocument): string[] =>
  listDifferingNames(flattenDocument(before), flattenDocument(after));

/** Converts a value to the log form, because loaded and unsaved values order their fields differently. */
const normalizeLogValue = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

/** Flattens a document to names and values, with a name per line. */
function flattenDocument({ document, head }: StoredDocument): FlatDocument {
  // Freight is logged on its own rows.
  const { goodsLines, moneyLines, freights: _freights, paidFreights: _paid, ...rest } = document;
  // Omitted, because the log names the editor anyway.
  const { amounts, version: _version, editorId: _editorId, ...others } = head;
  const lines = [...goodsLines, ...moneyLines].map(
    ({ notes, ...line }) => [`line ${line.line}`, { ...line, ...notes }] as const,
  );
  return { ...others, ...amounts, ...rest, ...Object.fromEntries(lines) };
}
