import type { Decimal } from '../decimal.ts';
import { DomainError } from '../error/domainError.ts';
import type { ErrorKey } from '../error/errors.ts';
import type { Approval } from './document.ts';

/** Progress of a document: none, part, or all of its lines taken by later documents. */
export type DocumentProgress = 'none' | 'partial' | 'complete';

type LivingState = 'draft' | 'approved' | 'partial' | 'complete';
export type DocumentState = LivingState | 'deleted';

export type DocumentAction = 'edit' | 'delete' | 'approve' | 'unapprove' | 'forceClose' | 'convert';

/** Facts deciding the state of a document. */
export interface StateFacts {
  readonly number: string | null;
  readonly approval: Approval;
  readonly deleted: boolean;
  /** Force closed: the remainder of all lines is given up. */
  readonly closed: boolean;
  readonly progress: DocumentProgress;
  /** Sales orders: progress of the covering purchase orders. */
  readonly purchaseProgress: DocumentProgress;
}

export const stateOfDocument = (facts: StateFacts): DocumentState =>
  facts.deleted ? 'deleted' : livingState(facts);

function livingState({ approval, closed, progress }: StateFacts): LivingState {
  if (approval === 'draft') return 'draft';
  if (closed || progress === 'complete') return 'complete';
  return progress === 'partial' ? 'partial' : 'approved';
}

interface DocumentStep {
  readonly from: readonly DocumentState[];
  readonly refusal: ErrorKey;
}

/** Allowed states of each action, and the refusal. */
export const documentSteps: Readonly<Record<DocumentAction, DocumentStep>> = {
  edit: { from: ['draft'], refusal: 'document.notEditable' },
  delete: { from: ['draft'], refusal: 'document.deleteApproved' },
  approve: { from: ['draft'], refusal: 'document.notDraft' },
  unapprove: { from: ['approved'], refusal: 'document.notApproved' },
  forceClose: { from: ['partial'], refusal: 'document.notClosable' },
  convert: { from: ['approved', 'partial'], refusal: 'document.sourceState' },
};

/**
 * Refuses an action in the wrong state. Throws the step's refusal; `document.deleted` for a deleted
 * document; `document.purchasePartial` and `document.purchaseComplete` on reversing approval of an order
 * with purchase orders.
 */
export function expectAllowed(action: DocumentAction, facts: StateFacts): void {
  const state = stateOfDocument(facts);
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

/**
 * Wire status: 0 draft, 1 approved, 3 partial, 2 complete. Deleted documents show the last
 * status.
 */
export const wireStatus = (facts: StateFacts): WireStatus => wire[livingState(facts)];

/** 0 not purchased, 3 partly, 2 fully. */
export const wireProgress = (progress: DocumentProgress): '0' | '2' | '3' =>
  progress === 'none' ? '0' : progress === 'partial' ? '3' : '2';

/**
 * Progress: complete when every line is, none when nothing is done. Base units; lines of quantity 0 don't
 * count.
 */
export function progressOfLines(
  lines: readonly { readonly baseQuantity: Decimal; readonly done: Decimal }[],
): DocumentProgress {
  const wanted = lines.filter(({ baseQuantity }) => !baseQuantity.isZero());
  if (wanted.every(({ done }) => done.lte(0))) return 'none';
  return wanted.every(({ baseQuantity, done }) => done.gte(baseQuantity)) ? 'complete' : 'partial';
}
