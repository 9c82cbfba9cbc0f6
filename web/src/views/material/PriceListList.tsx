import { priceLists } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useMay } from '../../app/settings/permission.ts';
import { useTabs } from '../../app/tabs/tabs.ts';
import { urlWithFilters } from '../../list/filters/filterState.ts';
import { recordPage } from '../../list/recordPage.tsx';
import { PriceListForm } from './priceListForm.tsx';

type Row = RowOf<typeof priceLists.table>;

const CUSTOMERS = '/system/customer';

/** How many customers have the list, with the way to them. */
function Customers({ row: { name, customers } }: { readonly row: Row }): ReactNode {
  const { open } = useTabs();
  const may = useMay();
  if (customers === null || customers === 0 || !may(CUSTOMERS)) return customers;
  return (
    <Button
      type="link"
      size="small"
      onClick={() => open(urlWithFilters(CUSTOMERS, { priceListName: name ?? '' }))}
    >
      {customers}
    </Button>
  );
}

export default recordPage(priceLists, {
  nameColumn: 'name',
  form: PriceListForm,
  sheets: ['listPrices'],
  cells: { customers: (row: Row): ReactNode => <Customers row={row} /> },
  facts: ['base', 'discountRate', 'customers'],
});
