/** What decides whether a user sees a document. */
export interface Grants {
  readonly userId: string;
  /** Whose documents are visible: everyone's, those of the listed institutions and the own, or only the own. */
  readonly documents:
    | { readonly of: 'all' }
    | { readonly of: 'institutions'; readonly ids: readonly string[] }
    | { readonly of: 'own' };
  /** null: every one; a list: only those, an empty list meaning none. */
  readonly warehouseIds: readonly string[] | null;
  readonly customerIds: readonly string[] | null;
}

/** What of a document decides who sees it. `customerId` is null where its partner is no customer. */
export interface Seen {
  readonly creatorId: string;
  readonly institutionId: string | null;
  readonly customerId: string | null;
  readonly warehouseIds: readonly string[];
}

/** Whether a list of grants names one; null grants every one. */
export const isGranted = (ids: readonly string[] | null, id: string): boolean =>
  ids?.includes(id) ?? true;

/**
 * A document is seen iff its people are in scope, its customer is granted, and it has no warehouse or a granted one
 * (design §7.15). Queries ask the same of many documents at once.
 */
export function maySee(grants: Grants, document: Seen): boolean {
  const { customerId, warehouseIds } = document;
  const ofCustomer = customerId === null || isGranted(grants.customerIds, customerId);
  const inWarehouses =
    warehouseIds.length === 0 || warehouseIds.some((id) => isGranted(grants.warehouseIds, id));
  return inPeople(grants, document) && ofCustomer && inWarehouses;
}

function inPeople({ documents, userId }: Grants, { creatorId, institutionId }: Seen): boolean {
  if (documents.of === 'all' || creatorId === userId) return true;
  return (
    documents.of === 'institutions' &&
    institutionId !== null &&
    documents.ids.includes(institutionId)
  );
}
