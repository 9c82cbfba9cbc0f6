import { isDeepStrictEqual } from 'node:util';
import type { LogAction, WebhookEvent } from '@tradehouse/contract';
import type { AnyKindCode, Decimal, OrderAction } from '@tradehouse/domain';
import { emit, log, tellPrograms } from '../../../kernel/index.ts';
import type { Context } from '../../../kernel/index.ts';
import type { DocumentRow } from './load.ts';
import type { Stored } from './stored.ts';

type Action = 'add' | 'update' | 'delete' | 'approve' | 'unapprove' | 'forceClose' | OrderAction;

/** Steps whose names in the log, and for those who hear of them, are older. */
const loggedAs: Readonly<Partial<Record<Action, LogAction>>> = {
  approve: 'audit',
  unapprove: 'reverseAudit',
};
const logAction = (action: Action): LogAction =>
  // SAFETY: every other step has one name.
  loggedAs[action] ?? (action as LogAction);

/** Writes down what happened to a document: of a change only what is different, since the rest is in the document. */
export function record(context: Context, step: Action, before: Stored | null, after: Stored): void {
  const { id, kind, number } = after.document;
  const action = logAction(step);
  const changes =
    before === null ? { before: undefined, after: outline(after) } : changed(before, after);
  log(context, {
    action,
    subject: kind,
    subjectId: id,
    number: number ?? '',
    ...(changes.before === undefined ? {} : { before: changes.before }),
    after: changes.after,
  });
  tellChanged(context, after.document, action);
  if (isApproved(after) && (before === null || !isApproved(before)))
    tellOf(context, after.document, 'approved');
  // An event of its own, so that what waits for no one is no job.
  const waitedAt = before !== null && waits(before) ? before.head.version : null;
  if (waits(after)) emit(context, 'document.waits', { id, kind, waitedAt });
}

const isApproved = ({ document }: Stored): boolean => document.approval === 'approved';

type Changed = Pick<DocumentRow, 'id' | 'kind' | 'number'>;

/** Tells the product itself, and programs, that a document changed. */
export function tellChanged(context: Context, document: Changed, action: LogAction): void {
  const { id, kind } = document;
  emit(context, 'document.changed', { id, kind, action });
  // That it came to be approved is told by what it was and what it is.
  if (action !== 'audit') tellOf(context, document, happened[action] ?? 'changed');
}

type Happened = 'created' | 'changed' | 'approved' | 'deleted';
const happened: Readonly<Partial<Record<LogAction, Happened | 'shipped'>>> = {
  add: 'created',
  delete: 'deleted',
  ship: 'shipped',
};

/** What programs hear of. */
const heardOf: Readonly<Partial<Record<AnyKindCode, 'salesOrder' | 'outbound'>>> = {
  saleOrder: 'salesOrder',
  saleOut: 'outbound',
};

function tellOf(context: Context, { id, kind, number }: Changed, what: Happened | 'shipped'): void {
  const of = heardOf[kind];
  if (of === undefined) return;
  const event: WebhookEvent =
    of === 'salesOrder' ? `${of}.${what === 'shipped' ? 'changed' : what}` : `${of}.${what}`;
  tellPrograms(context, { event, documentId: id, number: number ?? '' });
}

/** Whether a document waits for its approval. */
const waits = ({ document: { approval, needsApproval, deleted } }: Stored): boolean =>
  approval === 'draft' && needsApproval && !deleted;

/** Writes down what was done to a document beside its own content; `states`: what it was and what it became. */
export function recordStep(
  context: Context,
  { id, kind, number }: Pick<DocumentRow, 'id' | 'kind' | 'number'>,
  action: LogAction,
  states: { readonly before?: object; readonly after?: object } = {},
): void {
  log(context, { action, subject: kind, subjectId: id, number: number ?? '', ...states });
}

const outline = ({ document, head }: Stored): object => ({
  partnerId: document.partnerId,
  businessDate: document.businessDate,
  approval: document.approval,
  payable: text(head.amounts.payable),
  paidNow: text(document.paidNow),
  debt: text(head.amounts.debt),
  lines: document.goodsLines.length + document.moneyLines.length,
});

const text = (value: Decimal): string => value.toFixed();

type Plain = Readonly<Record<string, unknown>>;

function changed(before: Stored, after: Stored): { before: Plain; after: Plain } {
  const [old, now] = [flat(before), flat(after)];
  const names = differing(old, now);
  const pick = (from: Plain): Plain =>
    Object.fromEntries(names.map((name) => [name, from[name] ?? null]));
  return { before: pick(old), after: pick(now) };
}

const differing = (old: Plain, now: Plain): string[] =>
  Object.keys({ ...old, ...now }).filter(
    (name) => !isDeepStrictEqual(written(old[name]), written(now[name])),
  );

/** What of a document a save changed: names of its head's fields, and `line 1`. */
export const changedNames = (before: Stored, after: Stored): string[] =>
  differing(flat(before), flat(after));

/** A value as the log keeps it: what is loaded and what is about to be saved name their fields in another order. */
const written = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

/** A document as names and values; each line under its own. */
function flat({ document, head }: Stored): Plain {
  const { goodsLines, moneyLines, ...rest } = document;
  // Who changed it last is whom the log names anyway.
  const { amounts, version: _version, editorId: _editorId, ...others } = head;
  const lines = [...goodsLines, ...moneyLines].map(
    ({ notes, ...line }) => [`line ${line.line}`, { ...line, ...notes }] as const,
  );
  return { ...others, ...amounts, ...rest, ...Object.fromEntries(lines) };
}
