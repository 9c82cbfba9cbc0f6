// Deletion of master data in the reference.
import type { ErrorKey } from '@tradehouse/domain';
import { namedByActivity } from './activities.ts';
import type { Outcome, State } from './books.ts';
import { namedBy, productName } from './masters.ts';
import type { MasterName } from './masters.ts';

/** Deletes unused master data; data of deleted papers or of former ledger rows counts as used. */
export function removed(state: State, master: MasterName): Outcome {
  const { papers, sheets, activities, booked, gone } = state;
  const named = new Set([
    ...booked,
    ...papers.flatMap(namedBy),
    ...sheets.flatMap(({ spot, product }) => [spot, productName(product)]),
    ...activities.flatMap(namedByActivity),
  ]);
  const reasons: ErrorKey[] = [];
  if (gone.has(master)) reasons.push('record.missing');
  if (named.has(master)) reasons.push('record.inUse', 'record.inBooks');
  return { state: { ...state, gone: new Set([...gone, master]) }, reasons };
}
