import type { Decimal } from '../decimal.ts';
import { DomainError } from '../error/domainError.ts';
import type { ErrorKey } from '../error/errors.ts';
import type { Approval } from './document.ts';

/** How far later documents have taken a document's lines. */
export type Progress = 'none' | 'partial' | 'complete';

type LivingState = 'draft' | 'approved' | 'partial' | 'complete';
export type DocumentState = LivingState | 'deleted';

export type DocumentAction = 'edit' | 'delete' | 'approve' | 'unapprove' | 'forceClose' | 'convert';

/** What a state is made of. */
export interface StateFacts {
  readonly number: string | null;
  readonly approval: Approval;
  readonly deleted: boolean;
  /** Force closed: what is left of its lines is given up. */
  readonly closed: boolean;
  readonly progress: Progress;
  /** Sales orders: how far purchase orders cover them. */
  readonly purchaseProgress: Progress;
}

export const stateOf = (facts: StateFacts): DocumentState =>
  facts.deleted ? 'deleted' : livingState(facts);

function livingState({ approval, closed, progress }: StateFacts): LivingState {
  if (approval === 'draft') return 'draft';
  if (closed || progress === 'complete') return 'complete';
  return progress === 'partial' ? 'partial' : 'approved';
}

interface Step {
  readonly from: readonly DocumentState[];
  readonly refusal: ErrorKey;
}

/** Which action a state allows, and what is said where it doesn't (domain.md 3.2). */
export const documentSteps: Readonly<Record<DocumentAction, Step>> = {
  edit: { from: ['draft'], refusal: 'document.notEditable' },
  delete: { from: ['draft'], refusal: 'document.deleteApproved' },
  approve: { from: ['draft'], refusal: 'document.notDraft' },
  unapprove: { from: ['approved'], refusal: 'document.notApproved' },
  forceClose: { from: ['partial'], refusal: 'document.notClosable' },
  convert: { from: ['approved', 'partial'], refusal: 'document.sourceState' },
};

/**
 * Refuses an action that the document's state doesn't allow.
 * Throws the step's refusal; `document.deleted` for a deleted document; `document.purchasePartial` and
 * `document.purchaseComplete` where purchase orders stand on an order whose approval is to be taken back.
 */
export function expectAllowed(action: DocumentAction, facts: StateFacts): void {
  const state = stateOf(facts);
  const number = { number: facts.number ?? '' };
  if (state === 'deleted') throw new DomainError('document.deleted', number);
  const { from, refusal } = documentSteps[action];
  if (!from.includes(state)) throw new DomainError(refusal, number);
  if (action !== 'unapprove' || facts.purchaseProgress === 'none') return;
  throw new DomainError(
    facts.purchaseProgress === 'partial' ? 'document.purchasePartial' : 'document.purchaseComplete',
    number,
  );
}

export type WireStatus = '0' | '1' | '2' | '3';

const wire: Readonly<Record<LivingState, WireStatus>> = {
  draft: '0',
  approved: '1',
  partial: '3',
  complete: '2',
};

/** 0 draft, 1 approved, 3 partial, 2 complete (design §7.10). A deleted document shows what it was. */
export const wireStatus = (facts: StateFacts): WireStatus => wire[livingState(facts)];

/** 0 not purchased, 3 partly, 2 fully. */
export const wireProgress = (progress: Progress): '0' | '2' | '3' =>
  progress === 'none' ? '0' : progress === 'partial' ? '3' : '2';

/**
 * How far a document is done: complete when every line of it is, none when nothing of any line is. Quantities are in
 * base units; lines of quantity 0 don't count (domain.md 3.4).
 */
export function progressOf(
  lines: readonly { readonly baseQuantity: Decimal; readonly done: Decimal }[],
): Progress {
  const wanted = lines.filter(({ baseQuantity }) => !baseQuantity.isZero());
  if (wanted.every(({ done }) => done.lte(0))) return 'none';
  return wanted.every(({ baseQuantity, done }) => done.gte(baseQuantity)) ? 'complete' : 'partial';
}
