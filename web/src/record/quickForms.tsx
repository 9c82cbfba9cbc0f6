import {
  accountPage,
  categoryPage,
  inOutItemPage,
  partnerPages,
  personPage,
  unitPage,
  warehousePage,
} from '@tradehouse/contract';
import type { ReactNode } from 'react';
import type { QuickForm, QuickRecord } from '../control/quickAdd.tsx';
import { QuickForms } from '../control/quickAdd.tsx';
import { AccountForm, CategoryForm, itemForm, personForm, WarehouseForm } from './masterForms.ts';
import { partnerForm } from './partnerForm.tsx';
import { UnitForm } from './unitForm.ts';

const forms: Readonly<Record<QuickRecord, QuickForm>> = {
  supplier: { page: partnerPages.supplier, Form: partnerForm('supplier') },
  customer: { page: partnerPages.customer, Form: partnerForm('customer') },
  member: { page: partnerPages.member, Form: partnerForm('member') },
  warehouse: { page: warehousePage, Form: WarehouseForm },
  account: { page: accountPage, Form: AccountForm },
  income: { page: inOutItemPage, Form: itemForm('income') },
  expense: { page: inOutItemPage, Form: itemForm('expense') },
  salesperson: { page: personPage, Form: personForm('salesperson') },
  finance: { page: personPage, Form: personForm('finance') },
  category: { page: categoryPage, Form: CategoryForm },
  unit: { page: unitPage, Form: UnitForm },
};

/** Offers quick creation of partners, warehouses, accounts, items, people, categories and units. */
export const WithQuickForms = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <QuickForms value={forms}>{children}</QuickForms>
);
