import { priceLists } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import { useMay } from '../app/settings/permission.ts';
import { PageLink } from '../control/PageLink.tsx';
import { urlWithFilters } from '../list/filters/filterState.ts';
import { recordPage } from '../list/recordPage.tsx';
import { t } from '../phrase/index.ts';
import { PriceListForm } from './priceListForm.tsx';

type PriceListRow = RowOf<typeof priceLists.table>;

const CUSTOMERS = '/system/customer';

/** Shows the number of customers, linked to them. */
function Customers({ row: { name, customers } }: { readonly row: PriceListRow }): ReactNode {
  const may = useMay();
  if (customers === null || customers === 0 || !may(CUSTOMERS)) return customers;
  return (
    <PageLink url={urlWithFilters(CUSTOMERS, { wholePriceListName: name ?? '' })}>
      {customers}
    </PageLink>
  );
}

export default recordPage(priceLists, {
  nameColumn: 'name',
  form: PriceListForm,
  hint: t('emptyList.priceLists'),
  sheets: ['listPrices'],
  cells: { customers: (row: PriceListRow): ReactNode => <Customers row={row} /> },
  facts: ['base', 'discountRate', 'customers'],
});
