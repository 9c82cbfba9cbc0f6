import type { Scope } from './context.ts';

/** Builds the rights of a company's owner: everything in the company, on the given pages. */
export const ownerScope = (
  tenantId: string,
  userId: string,
  pages: Scope['pages'] = new Map(),
): Scope => ({
  tenantId,
  userId,
  institutionId: null,
  operator: false,
  owner: true,
  documents: { of: 'all' },
  warehouseIds: null,
  customerIds: null,
  pages,
  hidden: new Set(),
  readOnly: null,
  approvalLimit: null,
  mustChangePassword: false,
  viewerId: null,
});
