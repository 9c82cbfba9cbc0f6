import type { Scope } from './context.ts';

/** What a company's owner reaches: everything in it; of pages those that are given. */
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
