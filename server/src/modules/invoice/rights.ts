import type { InvoiceDirection } from '@tradehouse/domain';
import { refuse, seesAmounts } from '../../kernel/index.ts';
import type { Scope } from '../../kernel/index.ts';

/** Whose prices the bills of each direction show. */
export const masks = { issued: 'sale', received: 'purchase' } as const;

/** May this user see what invoices of a direction come to? */
export const seesInvoices = (scope: Scope, direction: InvoiceDirection): boolean =>
  seesAmounts(scope, 'money') && seesAmounts(scope, masks[direction]);

/** Refuses anyone who may not see what they write. */
export function mustSee(scope: Scope, direction: InvoiceDirection): void {
  if (!seesInvoices(scope, direction)) refuse('access.denied');
}
