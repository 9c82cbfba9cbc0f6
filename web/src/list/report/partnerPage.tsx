import type { PartnerType } from '@tradehouse/contract';
import { partners, partnerTables } from '@tradehouse/contract';
import type { ComponentType } from 'react';
import { grantedUsersAction } from '../../record/GrantedUsers.tsx';
import { invoiceAction } from '../invoiceAction.tsx';
import { listPage } from '../listPage.tsx';
import { partnerForm } from '../../record/partnerForm.tsx';

const facts = {
  supplier: ['contacts', 'phone', 'closingPayable'],
  customer: ['contacts', 'phone', 'closingReceivable'],
  member: ['contacts', 'phone', 'prepayment'],
} as const;

/** The list and form of suppliers, customers or members. */
export function partnerPage(type: PartnerType): ComponentType {
  return listPage({
    table: partnerTables[type],
    resource: partners,
    form: partnerForm(type),
    sheets: [`${type}s`],
    facts: facts[type],
    rowActions: [
      ...(type === 'customer' ? [grantedUsersAction('UserCustomer')] : []),
      ...(type === 'member' ? [] : [invoiceAction(type)]),
    ],
  });
}
