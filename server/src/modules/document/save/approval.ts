import { documentKinds } from '@tradehouse/domain';
import { refuseWith } from '../../../kernel/access/index.ts';
import { trimTrailingZeros } from '../../../kernel/table/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import type { DocumentSettings } from '../store/references.ts';
import type { StoredDocument } from '../store/stored.ts';

/**
 * Refuses approval of a purchase needing a second user. `review.limit`: above the role's limit;
 * `review.own`: own purchases, if the company wants two users; the last editor is the writer.
 */
export function checkApproval(
  { scope }: Context,
  { document, head }: StoredDocument,
  { reviewBySelf }: Pick<DocumentSettings, 'reviewBySelf'>,
): void {
  if (!documentKinds[document.kind].limited) return;
  const number = document.number ?? '';
  const limit = scope.approvalLimit;
  const writerId = head.editorId ?? head.creatorId;
  if (!reviewBySelf && writerId === scope.userId) refuseWith('review.own', { number });
  // A limit is of the company's own money.
  if (limit !== null && head.amounts.payable.times(document.exchangeRate).gt(limit))
    refuseWith('review.limit', {
      number,
      limit: trimTrailingZeros(limit),
      digits: document.moneyDigits,
    });
}

/** Marks the document approved, in any save. */
export const approvedBy = ({ document, head }: StoredDocument, userId: string): StoredDocument => ({
  document: { ...document, approval: 'approved' },
  head: { ...head, approverId: userId, approvedAt: new Date().toISOString() },
});
