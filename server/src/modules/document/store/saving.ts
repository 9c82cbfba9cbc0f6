import type { StoredDocument } from './stored.ts';

/** Document after and before a save; before is null for a new document. */
export interface DocumentSaving {
  readonly after: StoredDocument;
  readonly before: StoredDocument | null;
}

/** Returns the posting of a saved document. */
export function postingOf({ after: { document, head }, before }: DocumentSaving) {
  const { creatorId, institutionId, activityId, salespersonIds } = head;
  const activityBefore = before?.head.activityId ?? null;
  const salespersonsBefore = before?.head.salespersonIds ?? [];
  const sold = { activityId, activityBefore, salespersonIds, salespersonsBefore };
  const whose = { creatorId, institutionId, ...sold };
  return { document, before: before?.document ?? null, ...whose };
}
