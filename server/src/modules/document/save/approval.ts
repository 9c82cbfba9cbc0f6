import { documentKinds } from '@tradehouse/domain';
import { refuse, trimmed } from '../../../kernel/index.ts';
import type { Context } from '../../../kernel/index.ts';
import type { Settings } from '../store/references.ts';
import type { Stored } from '../store/stored.ts';

/**
 * Refuses the approval of a purchase that takes another user: `review.limit` above the limit of the user's role, `review.own` where
 * the company wants two pairs of eyes and the user wrote it: the one who changed it last is its writer.
 */
export function checkApproval(
  { scope }: Context,
  { document, head }: Stored,
  { reviewBySelf }: Pick<Settings, 'reviewBySelf'>,
): void {
  if (!documentKinds[document.kind].limited) return;
  const number = document.number ?? '';
  const limit = scope.approvalLimit;
  const writerId = head.editorId ?? head.creatorId;
  if (!reviewBySelf && writerId === scope.userId) refuse('review.own', { number });
  // A limit is of the company's own money.
  if (limit !== null && head.amounts.payable.times(document.exchangeRate).gt(limit))
    refuse('review.limit', { number, limit: trimmed(limit), digits: document.moneyDigits });
}

/** The document as its approval leaves it, in a save of its own or with the one that writes it. */
export const approvedBy = ({ document, head }: Stored, userId: string): Stored => ({
  document: { ...document, approval: 'approved' },
  head: { ...head, approverId: userId, approvedAt: new Date().toISOString() },
});
