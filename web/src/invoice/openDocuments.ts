import type { OpenDocuments } from '@tradehouse/contract';
import { dayAfter } from '@tradehouse/domain';

/** Status filters by kind; `closed` includes documents of closed days. */
const filters: Readonly<
  Record<OpenDocuments, { readonly by: Readonly<Record<string, string>>; readonly closed: boolean }>
> = {
  drafts: { by: { status: '0' }, closed: false },
  unpaidSales: { by: { hasLastDebt: 'true' }, closed: true },
  unpaidPurchases: { by: { hasLastDebt: 'true' }, closed: true },
  notInvoiced: { by: { hasUninvoiced: 'true' }, closed: false },
};

/** Returns list filters for the documents counted before closing the books. */
export function filtersOfOpen(
  open: OpenDocuments,
  closedUntil: string | null,
  until: string,
): Readonly<Record<string, string>> {
  const { by, closed } = filters[open];
  const since = closed || closedUntil === null ? '' : dayAfter(closedUntil, 1);
  return { time: `${since},${until}`, ...by };
}
