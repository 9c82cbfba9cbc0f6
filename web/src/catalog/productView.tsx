import type { ProductInfo } from '@tradehouse/contract';
import {
  inDetailTable,
  lotStockTable,
  outDetailTable,
  priceAdjustTable,
  productPage,
  productTable,
  products,
  stockByWarehouseTable,
  stockLedgerTable,
} from '@tradehouse/contract';
import type { TableDeclaration } from '@tradehouse/contract';
import { dayAfter } from '@tradehouse/domain';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { callEndpoint, readTablePage } from '../app/net/client.ts';
import { invalidateQueryKeys } from '../app/net/query.ts';
import { useMay } from '../app/settings/permission.ts';
import { useSettings } from '../app/settings/settings.ts';
import { todayIn } from '../control/format.ts';
import { NumberText } from '../control/NumberText.tsx';
import { RecordView, useMayRead } from '../list/recordView.tsx';
import { movesOfProduct } from '../list/report/drills.tsx';
import { numbers } from '../list/report/partnerView.tsx';
import { Report } from '../list/report/reportPage.tsx';
import { t } from '../phrase/index.ts';
import { labelOfColumn } from '../record/labels.ts';
import { WithQuickForms } from '../record/quickForms.tsx';
import { Failed, RowsSkeleton } from '../record/states.tsx';
import { ProductForm } from './productForm.tsx';

const labelOfProduct = (name: string): string => labelOfColumn(productTable, name);

/** Days searched backwards for the last price. */
const LAST_PRICE_DAYS = 366;

/** Price of the newest line of a kind; undefined without the right to read the lines. */
function useLastPrice(
  table: typeof inDetailTable | typeof outDetailTable,
  kind: 'purchaseIn' | 'saleOut',
  id: string,
): string | null | undefined {
  const enabled = useMayRead()(table);
  const today = todayIn(useSettings().timeZone);
  const dates = [dayAfter(today, -LAST_PRICE_DAYS), today];
  const search = JSON.stringify({ ...table.fixed, materialId: id, kinds: [kind], dates });
  const { data } = useQuery({
    queryKey: ['list', table.id, 'lastPrice', search],
    queryFn: () => readTablePage<TableDeclaration>(table, { search, pageSize: 1 }, { quiet: true }),
    enabled,
  });
  const price = data?.rows[0]?.['unitPrice'];
  return enabled ? (typeof price === 'string' ? price : null) : undefined;
}

/** The page of a product. */
export function ProductView({ id }: { readonly id: string }): ReactNode {
  const may = useMay();
  const [editing, setEditing] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['product', id],
    queryFn: () => callEndpoint(products.infoCall, { id }, { quiet: true }),
    staleTime: 0,
    retry: false,
  });
  const figures = useProductFigures(id);
  const tabs = useProductTabs(id);
  if (error !== null && data === undefined)
    return <Failed error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <RowsSkeleton />;
  return (
    <WithQuickForms>
      <RecordView
        title={data.name}
        onEdit={may(productPage, '1') ? () => setEditing(true) : undefined}
        actions={null}
        figures={figures}
        facts={factsOfProduct(data)}
        tabs={tabs}
      />
      {editing && (
        <ProductForm
          id={id}
          onClose={(saved) => {
            setEditing(false);
            if (saved) void invalidateQueryKeys(['product'], ['list']);
          }}
        />
      )}
    </WithQuickForms>
  );
}

/** Reads the stock and the last prices. */
function useProductFigures(id: string) {
  const search = JSON.stringify({ materialId: id });
  const { data } = useQuery({
    queryKey: ['list', stockByWarehouseTable.id, search],
    queryFn: () => readTablePage(stockByWarehouseTable, { search }, { quiet: true }),
  });
  const bought = useLastPrice(inDetailTable, 'purchaseIn', id);
  const sold = useLastPrice(outDetailTable, 'saleOut', id);
  const price = (name: string, value: string | null | undefined) =>
    value === undefined
      ? []
      : [{ label: name, value: <NumberText value={value} as="price" currency /> }];
  return [
    { label: labelOfProduct('stock'), value: <NumberText value={data?.totals['stock'] ?? null} /> },
    ...price(t('view.lastPurchasePrice'), bought),
    ...price(t('view.lastSalePrice'), sold),
  ];
}

const texts = ['standard', 'model', 'color', 'brandName', 'categoryName', 'shelfPosition'] as const;
const priceNames = ['purchasePrice', 'salePrice', 'retailPrice', 'minimumPrice'] as const;

/** Facts of the product, with the prices of its first barcode. */
function factsOfProduct(data: ProductInfo) {
  const [first] = data.barcodes;
  return [
    { label: labelOfProduct('barcode'), value: data.barcodes.map(({ code }) => code).join(' ') },
    { label: labelOfProduct('unit'), value: first?.unit ?? '' },
    ...texts.map((name) => ({ label: labelOfProduct(name), value: data[name] })),
    ...priceNames.map((name) => ({
      label: labelOfProduct(name),
      value:
        first?.[name] === null || first?.[name] === undefined ? (
          ''
        ) : (
          <NumberText value={first[name]} as="price" />
        ),
    })),
    { label: labelOfProduct('remark'), value: data.remark },
  ];
}

function useProductTabs(id: string) {
  const mayRead = useMayRead();
  const all = [
    {
      key: 'stock',
      label: t('view.stock'),
      table: stockByWarehouseTable,
      children: <Report table={stockByWarehouseTable} fixed={{ materialId: id }} given={{}} />,
    },
    {
      key: 'prices',
      label: t('view.prices'),
      table: priceAdjustTable,
      children: <Report table={priceAdjustTable} fixed={{ productId: id }} given={{}} />,
    },
    {
      key: 'documents',
      label: t('view.documents'),
      table: stockLedgerTable,
      children: (
        <Report<TableDeclaration>
          table={movesOfProduct}
          cells={numbers}
          fixed={{ materialId: id }}
          given={{}}
        />
      ),
    },
    {
      key: 'lots',
      label: t('view.lots'),
      table: lotStockTable,
      children: <Report table={lotStockTable} fixed={{ productId: id }} given={{}} />,
    },
  ];
  return all
    .filter(({ table }) => mayRead(table))
    .map(({ key, label: name, children }) => ({ key, label: name, children }));
}
