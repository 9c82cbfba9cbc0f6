import { isDeepStrictEqual } from 'node:util';
import { afterChange, toPlainDecimal } from '@tradehouse/domain';
import { listChangedFieldNames } from '../store/journal.ts';
import type { StoredDocument } from '../store/stored.ts';

/** Approval within a save does not change an order's content. */
const states: ReadonlySet<string> = new Set(['approval', 'needsApproval']);

/** Updates an order's life: compares agreed terms and any content before and after. */
export function withLife(after: StoredDocument, before: StoredDocument | null): StoredDocument {
  const life = before?.head.life ?? null;
  if (before === null || life === null) return after;
  const change = {
    agreed: !isDeepStrictEqual(agreedOn(before), agreedOn(after)),
    anything: listChangedFieldNames(before, after).some((name) => !states.has(name)),
  };
  return { ...after, head: { ...after.head, life: afterChange(life, change) } };
}

/** Terms agreed with an order's partner: partner, days, currency, deposit, goods and prices. */
const agreedOn = ({ document, head }: StoredDocument): object => ({
  partner: document.partnerId,
  days: [document.businessDate, head.expectedOn],
  currency: document.currency,
  deposit: toPlainDecimal(document.paidNow),
  payable: toPlainDecimal(head.amounts.payable),
  lines: document.goodsLines.map((line) => [
    line.barcodeId,
    ...[line.quantity, line.unitPrice, line.tax, line.total].map(toPlainDecimal),
    line.notes['expectedOn'] ?? null,
  ]),
});
