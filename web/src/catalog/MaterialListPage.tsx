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
import { callEndpoint } from '../app/net/client.ts';
import { getNotices } from '../app/notices.ts';
import { useMay } from '../app/settings/permission.ts';
import { useAsking } from '../app/useAsking.ts';
import { useTab, useTabActions } from '../app/tabs/tabs.ts';
import { PageLink } from '../control/PageLink.tsx';
import { StockText } from '../control/StockText.tsx';
import { urlWithFilters } from '../list/filters/filterState.ts';
import { List } from '../list/listPage.tsx';
import { picturedBarcode } from '../list/columns/picturedBarcode.tsx';
import type { ListAction, RowAction } from '../record/listTypes.ts';
import { labelOfColumn } from '../record/labels.ts';
import { WithQuickForms } from '../record/quickForms.tsx';
import { t } from '../phrase/index.ts';
import { ProductBatch } from './productBatch.tsx';
import { ProductForm } from './productForm.tsx';
import { ProductView } from './productView.tsx';

const LEDGER = '/report/invoice_log';
const PRICES = '/report/price_adjust';

type ProductListRow = RowOf<typeof products.table>;

/** Tags of a product: kit, attribute combinations, serial or lot management. */
const productTags = ({ kit, skus, serialManaged, lotManaged }: ProductListRow) => [
  ...(kit === true
    ? [{ name: 'kit', text: labelOfColumn(products.table, 'kit'), color: 'gold' }]
    : []),
  ...((skus ?? 0) > 0 ? [{ name: 'skus', text: t('product.sku'), color: 'blue' }] : []),
  ...(serialManaged === true
    ? [{ name: 'serialManaged', text: t('product.serial'), color: 'default' }]
    : []),
  ...(lotManaged === true
    ? [{ name: 'lotManaged', text: t('product.lot'), color: 'default' }]
    : []),
];

/** Tags stand beside the name, as in the product picker; stock in big units. */
const cells = {
  name: (row: ProductListRow): ReactNode => (
    <>
      <PageLink url={`${productPage}/${row.id ?? ''}`}>{row.name}</PageLink>
      {productTags(row).map(({ name, text, color }) => (
        <Tag key={name} className="mark" color={color} title={labelOfColumn(products.table, name)}>
          {text}
        </Tag>
      ))}
    </>
  ),
  stock: (row: ProductListRow): ReactNode => <StockText value={row.stock} units={row} />,
  barcode: picturedBarcode,
};

/** Name and tags as text: a wide space and a space take the room of a tag's frame and gap. */
const says = {
  name: (row: ProductListRow): string =>
    [row.name ?? '', ...productTags(row).map(({ text }) => text)].join('\u{3000} '),
};

const joinProductIds = (rows: readonly ProductListRow[]): string =>
  rows.map(({ id }) => id).join(',');

/** Compares stored product figures with the ledger and reports the result. */
const checkWith = (
  key: 'checkStock' | 'checkCost',
  endpoint: typeof checkProductStock,
): ListAction<ProductListRow> => ({
  key,
  label: t(`product.${key}`),
  icon: <SafetyCertificateOutlined aria-hidden />,
  button: '1',
  needs: 'some',
  more: true,
  run: async (rows) => {
    const { checked, differing } = await callEndpoint(endpoint, { ids: joinProductIds(rows) });
    if (differing.length === 0)
      getNotices().message.success(t('product.checkAgrees', { n: checked }));
    else getNotices().message.error(t('product.checkDiffers', { names: differing.join(', ') }));
    return false;
  },
});

/** Row actions leading to a product's prices and stock ledger. */
function useProductRowActions(): readonly RowAction<ProductListRow>[] {
  const { open } = useTabActions();
  const may = useMay();
  return [
    {
      key: 'prices',
      label: t('product.priceHistory'),
      icon: <DollarOutlined aria-hidden />,
      shown: () => may(PRICES),
      run: ({ id, name }) => {
        const url = urlWithFilters(PRICES, { productId: id }, { productId: name ?? '' });
        // No time limit.
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
  return rest === '' ? <ProductListView /> : <ProductView key={rest} id={rest} />;
}

/** Product list, with links to the stock ledger. */
function ProductListView(): ReactNode {
  const { query } = useTab();
  const [batch, editSeveral] = useAsking<readonly ProductListRow[]>();
  const ways = useProductRowActions();
  const may = useMay();
  const { open } = useTabActions();
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
        says={says}
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
                  run: (rows: readonly ProductListRow[]) => {
                    open(`${labelPage}?products=${joinProductIds(rows)}`);
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
