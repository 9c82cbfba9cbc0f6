/** Grants deciding the visibility of documents for a user. */
export interface Grants {
  readonly userId: string;
  /** Visible documents: all, the listed institutions' plus own, or only own. */
  readonly documents:
    | { readonly of: 'all' }
    | { readonly of: 'institutions'; readonly ids: readonly string[] }
    | { readonly of: 'own' };
  /** null: all; a list: only the listed ids; an empty list: none. */
  readonly warehouseIds: readonly string[] | null;
  readonly customerIds: readonly string[] | null;
}

/** Document facts deciding visibility. `customerId` is null if the partner is no customer. */
export interface Seen {
  readonly creatorId: string;
  readonly institutionId: string | null;
  readonly customerId: string | null;
  readonly warehouseIds: readonly string[];
}

/** Checks if an id is granted; null grants all. */
export const isGranted = (ids: readonly string[] | null, id: string): boolean =>
  ids?.includes(id) ?? true;

/**
 * Checks if a document is visible: creator in scope, customer granted, and no warehouse or a granted one.
 * Queries apply the rule to many documents at once.
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
