import type { PartnerType } from '@tradehouse/contract';
import { partnerPages, partners, partnerTables } from '@tradehouse/contract';
import type { ComponentType, ReactNode } from 'react';
import { useTab } from '../../app/tabs/tabs.ts';
import { PageLink } from '../../control/PageLink.tsx';
import { grantedUsersAction } from '../../record/GrantedUsers.tsx';
import { invoiceAction } from '../invoiceAction.tsx';
import { listPage } from '../listPage.tsx';
import { partnerForm } from '../../record/partnerForm.tsx';
import { PartnerView } from './partnerView.tsx';

const facts = {
  supplier: ['contacts', 'phone', 'closingPayable'],
  customer: ['contacts', 'phone', 'closingReceivable'],
  member: ['contacts', 'phone', 'prepayment'],
} as const;

/** Creates the partners' page: list and form, and below the address a page per partner. */
export function partnerPage(type: PartnerType): ComponentType {
  const Partners = listPage({
    table: partnerTables[type],
    resource: partners,
    form: partnerForm(type),
    sheets: [`${type}s`],
    facts: facts[type],
    cells: {
      name: ({ id, name }) => <PageLink url={`${partnerPages[type]}/${id ?? ''}`}>{name}</PageLink>,
    },
    rowActions: [
      ...(type === 'customer' ? [grantedUsersAction('UserCustomer')] : []),
      ...(type === 'member' ? [] : [invoiceAction(type)]),
    ],
  });
  const PartnerPage = (): ReactNode => {
    const { rest } = useTab();
    return rest === '' ? <Partners /> : <PartnerView key={rest} type={type} id={rest} />;
  };
  return PartnerPage;
}
