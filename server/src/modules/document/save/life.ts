import { isDeepStrictEqual } from 'node:util';
import { afterChange, plain } from '@tradehouse/domain';
import { changedNames } from '../store/journal.ts';
import type { Stored } from '../store/stored.ts';

/** That a save approves, too, changes nothing of what an order is. */
const states: ReadonlySet<string> = new Set(['approval', 'needsApproval']);

/** An order after a save, as it was and as it is now: whether it is still what was agreed and what others were told. */
export function withLife(after: Stored, before: Stored | null): Stored {
  const life = before?.head.life ?? null;
  if (before === null || life === null) return after;
  const change = {
    agreed: !isDeepStrictEqual(agreedOn(before), agreedOn(after)),
    anything: changedNames(before, after).some((name) => !states.has(name)),
  };
  return { ...after, head: { ...after.head, life: afterChange(life, change) } };
}

/** What the partner of an order agreed to: who it is, when, which goods, and what they cost. */
const agreedOn = ({ document, head }: Stored): object => ({
  partner: document.partnerId,
  days: [document.businessDate, head.expectedOn],
  currency: document.currency,
  deposit: plain(document.paidNow),
  payable: plain(head.amounts.payable),
  lines: document.goodsLines.map((line) => [
    line.barcodeId,
    ...[line.quantity, line.unitPrice, line.tax, line.total].map(plain),
    line.notes['expectedOn'] ?? null,
  ]),
});
