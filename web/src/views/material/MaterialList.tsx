import { HistoryOutlined } from '@ant-design/icons';
import type { RowOf } from '@tradehouse/contract';
import { products } from '@tradehouse/contract';
import { Tag } from 'antd';
import type { ReactNode } from 'react';
import { useMay } from '../../app/permission.ts';
import { useTab, useTabs } from '../../app/tabs.ts';
import { StockText } from '../../control/StockText.tsx';
import { urlWithFilters } from '../../page/filterState.ts';
import { List } from '../../page/listPage.tsx';
import { t } from '../../phrase/index.ts';
import { ProductForm } from './productForm.tsx';

const LEDGER = '/report/invoice_log';

type Row = RowOf<typeof products.table>;

/** Whether serials or lots are kept stands beside the unit; the stock tells itself in big units. */
const cells = {
  stock: (row: Row): ReactNode => <StockText value={row.stock} units={row} />,
  unit: ({ unit, serialManaged, lotManaged }: Row): ReactNode => (
    <>
      {unit}
      {serialManaged === true ? <Tag className="mark">{t('product.serial')}</Tag> : null}
      {lotManaged === true ? <Tag className="mark">{t('product.lot')}</Tag> : null}
    </>
  ),
};

/** The products, each with the way to its stock ledger. */
export default function MaterialList(): ReactNode {
  const { open } = useTabs();
  const { query } = useTab();
  const may = useMay();
  return (
    <List
      key={query.toString()}
      table={products.table}
      resource={products}
      form={ProductForm}
      copies
      nameColumn="name"
      facts={['barcode', 'stock', 'salePrice']}
      cells={cells}
      rowActions={[
        {
          key: 'ledger',
          label: t('report.ledger'),
          icon: <HistoryOutlined aria-hidden />,
          shown: () => may(LEDGER),
          run: ({ id, name }) => {
            open(urlWithFilters(LEDGER, { materialId: id }, { materialId: name ?? '' }));
            return false;
          },
        },
      ]}
    />
  );
}
