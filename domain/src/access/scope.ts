/** Whose documents a role sees: everybody's, those of the own institution and the ones below it, or one's own. */
export type DataScope = 'all' | 'institution' | 'own';

export const dataScopes: readonly DataScope[] = ['all', 'institution', 'own'];

/** What decides whether a user sees a document. Null grants: the company doesn't assign them, so all are granted. */
export interface Grants {
  readonly userId: string;
  readonly data: DataScope;
  /** The user's institution and all below it. */
  readonly institutionIds: readonly string[];
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

/** A document is seen iff its people are in scope, its customer is granted, and it has no warehouse or a granted one. */
export function maySee(grants: Grants, document: Seen): boolean {
  const { warehouseIds } = document;
  const inWarehouses =
    warehouseIds.length === 0 || warehouseIds.some((id) => granted(grants.warehouseIds, id));
  return inPeople(grants, document) && mayUseCustomer(grants, document) && inWarehouses;
}

/** Writing needs all of its warehouses. */
export const mayWrite = (grants: Grants, document: Seen): boolean =>
  maySee(grants, document) && document.warehouseIds.every((id) => granted(grants.warehouseIds, id));

const mayUseCustomer = ({ customerIds }: Grants, { customerId }: Seen): boolean =>
  customerId === null || granted(customerIds, customerId);

const granted = (ids: readonly string[] | null, id: string): boolean =>
  ids === null || ids.includes(id);

/** A user without an institution sees of that scope only what is their own. */
function inPeople(
  { data, userId, institutionIds }: Grants,
  { creatorId, institutionId }: Seen,
): boolean {
  if (data === 'all' || creatorId === userId) return true;
  return data === 'institution' && institutionId !== null && institutionIds.includes(institutionId);
}
