import type { InvoiceDirection } from '@tradehouse/domain';
import { refuseWith, seesAmounts } from '../../kernel/access/index.ts';
import type { Scope } from '../../kernel/access/index.ts';

/** Price masks of the bills, by direction. */
export const masks = { issued: 'sale', received: 'purchase' } as const;

/** Returns true if the user may see the amounts of a direction's invoices. */
export const seesInvoices = (scope: Scope, direction: InvoiceDirection): boolean =>
  seesAmounts(scope, 'money') && seesAmounts(scope, masks[direction]);

export function requireInvoiceVisibility(scope: Scope, direction: InvoiceDirection): void {
  if (!seesInvoices(scope, direction)) refuseWith('access.denied');
}
