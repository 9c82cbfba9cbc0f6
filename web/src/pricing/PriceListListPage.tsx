import { priceLists } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useMay } from '../app/settings/permission.ts';
import { useTabActions } from '../app/tabs/tabs.ts';
import { urlWithFilters } from '../list/filters/filterState.ts';
import { recordPage } from '../list/recordPage.tsx';
import { PriceListForm } from './priceListForm.tsx';

type PriceListRow = RowOf<typeof priceLists.table>;

const CUSTOMERS = '/system/customer';

/** Shows the number of customers, linked to them. */
function Customers({ row: { name, customers } }: { readonly row: PriceListRow }): ReactNode {
  const { open } = useTabActions();
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
  cells: { customers: (row: PriceListRow): ReactNode => <Customers row={row} /> },
  facts: ['base', 'discountRate', 'customers'],
});
