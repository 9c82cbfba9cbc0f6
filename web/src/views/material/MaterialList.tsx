import {
  DollarOutlined,
  FormOutlined,
  HistoryOutlined,
  SafetyCertificateOutlined,
  TagsOutlined,
} from '@ant-design/icons';
import type { RowOf } from '@tradehouse/contract';
import {
  checkProductCost,
  checkProductStock,
  labelPage,
  productPage,
  products,
} from '@tradehouse/contract';
import { Tag } from 'antd';
import type { ReactNode } from 'react';
import { call } from '../../app/net/client.ts';
import { notices } from '../../app/notices.ts';
import { useMay } from '../../app/settings/permission.ts';
import { useAsking } from '../../app/useAsking.ts';
import { useTab, useTabs } from '../../app/tabs/tabs.ts';
import { PageLink } from '../../control/PageLink.tsx';
import { StockText } from '../../control/StockText.tsx';
import { urlWithFilters } from '../../list/filters/filterState.ts';
import { List } from '../../list/listPage.tsx';
import { picturedBarcode } from '../../list/columns/picturedBarcode.tsx';
import type { ListAction, RowAction } from '../../record/listTypes.ts';
import { WithQuickForms } from '../../record/quickForms.tsx';
import { t } from '../../phrase/index.ts';
import { ProductBatch } from './productBatch.tsx';
import { ProductForm } from './productForm.tsx';
import { ProductView } from './productView.tsx';

const LEDGER = '/report/invoice_log';
const PRICES = '/report/price_adjust';

type Row = RowOf<typeof products.table>;

/** Whether serials or lots are kept stands beside the unit; the stock tells itself in big units. */
const cells = {
  name: ({ id, name }: Row): ReactNode => (
    <PageLink url={`${productPage}/${id ?? ''}`}>{name}</PageLink>
  ),
  stock: (row: Row): ReactNode => <StockText value={row.stock} units={row} />,
  barcode: picturedBarcode,
  unit: ({ unit, skus, serialManaged, lotManaged }: Row): ReactNode => (
    <>
      {unit}
      {(skus ?? 0) > 0 ? (
        <Tag className="mark" color="blue">
          {t('product.sku')}
        </Tag>
      ) : null}
      {serialManaged === true ? <Tag className="mark">{t('product.serial')}</Tag> : null}
      {lotManaged === true ? <Tag className="mark">{t('product.lot')}</Tag> : null}
    </>
  ),
};

const idsOf = (rows: readonly Row[]): string => rows.map(({ id }) => id).join(',');

/** Compares what is kept of products with their ledger, and says how that went. */
const checkWith = (
  key: 'checkStock' | 'checkCost',
  endpoint: typeof checkProductStock,
): ListAction<Row> => ({
  key,
  label: t(`product.${key}`),
  icon: <SafetyCertificateOutlined aria-hidden />,
  button: '1',
  needs: 'some',
  more: true,
  run: async (rows) => {
    const { checked, differing } = await call(endpoint, { ids: idsOf(rows) });
    if (differing.length === 0) notices().message.success(t('product.checkAgrees', { n: checked }));
    else notices().message.error(t('product.checkDiffers', { names: differing.join(', ') }));
    return false;
  },
});

/** The ways from a product to its prices and to its stock ledger. */
function useWays(): readonly RowAction<Row>[] {
  const { open } = useTabs();
  const may = useMay();
  return [
    {
      key: 'prices',
      label: t('product.priceHistory'),
      icon: <DollarOutlined aria-hidden />,
      shown: () => may(PRICES),
      run: ({ id, name }) => {
        const url = urlWithFilters(PRICES, { productId: id }, { productId: name ?? '' });
        // All of it, however long ago.
        open(`${url}&time=`);
        return false;
      },
    },
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
  ];
}

/** The products, and below their address the page of each. */
export default function MaterialList(): ReactNode {
  const { rest } = useTab();
  return rest === '' ? <Products /> : <ProductView key={rest} id={rest} />;
}

/** The products, each with the way to its stock ledger. */
function Products(): ReactNode {
  const { query } = useTab();
  const [batch, editSeveral] = useAsking<readonly Row[]>();
  const ways = useWays();
  const may = useMay();
  const { open } = useTabs();
  return (
    <WithQuickForms>
      <List
        key={query.toString()}
        table={products.table}
        resource={products}
        form={ProductForm}
        copies
        sheets={['products', 'openingStock']}
        nameColumn="name"
        facts={['barcode', 'stock', 'salePrice']}
        cells={cells}
        actions={[
          {
            key: 'batch',
            label: t('product.batch'),
            icon: <FormOutlined aria-hidden />,
            button: '1',
            needs: 'some',
            run: editSeveral,
          },
          ...(may(labelPage)
            ? [
                {
                  key: 'labels',
                  label: t('label.print'),
                  icon: <TagsOutlined aria-hidden />,
                  needs: 'some' as const,
                  run: (rows: readonly Row[]) => {
                    open(`${labelPage}?products=${idsOf(rows)}`);
                    return false;
                  },
                },
              ]
            : []),
          checkWith('checkStock', checkProductStock),
          checkWith('checkCost', checkProductCost),
        ]}
        rowActions={ways}
      />
      {batch !== null && (
        <ProductBatch ids={batch.about.map(({ id }) => id ?? '')} onClose={batch.answer} />
      )}
    </WithQuickForms>
  );
}
