// Access: scope of a user, refusals, terms of companies, sealed secrets.
export type { Context, Language, Scope } from './context.ts';
export type { Kernel } from '../kernel.ts';
export type { Vault } from './vault.ts';
export {
  grantedCustomers,
  grantedWarehouses,
  mayOpen,
  mayUseCustomer,
  mayUseWarehouse,
  ofPeople,
  seesAllBooks,
  seesAmounts,
  seesWholeDays,
  visibleDocuments,
  visibleInvoices,
} from './scope.ts';
export { GRACE, isReadable, notice } from './term.ts';
export { createVault, openSecret, sealSecret } from './vault.ts';
export { orRefuseMissing, refuseWith } from '../refuse.ts';
export { ownerScope } from './ownerScope.ts';
